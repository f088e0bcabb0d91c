package io.jemscope.cli.target;

/**
 * What the kernel counts as a process's memory, in {@code /proc/<pid>/status}; 0 where it doesn't say.
 *
 * @param bytes resident memory (RSS): the next three together
 * @param anonymousBytes what no file is behind: the Java heap, malloc's memory, stacks, the JVM's own
 * @param fileBytes mapped files, programs and libraries among them
 * @param sharedBytes shared memory, ZGC's heap on JDK 17 among it
 * @param swappedBytes what was moved to swap; not resident
 */
public record ResidentMemory(long bytes, long anonymousBytes, long fileBytes, long sharedBytes, long swappedBytes) {}
