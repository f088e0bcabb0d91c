package io.jemscope.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * A control group of its own for one program's memory, as a container has it (Linux, {@code cgroups(7)}): of version 1 or 2,
 * whichever the machine has. Making one takes root's rights and a file system that can be written to.
 */
final class MemoryGroup implements AutoCloseable {

    private static final Path V1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path V2 = Path.of("/sys/fs/cgroup");

    private final Path folder;
    private final boolean first;

    private MemoryGroup(Path folder, boolean first) {
        this.folder = folder;
        this.first = first;
    }

    /** Makes one without a limit; empty where this machine lets nobody. */
    static Optional<MemoryGroup> create() {
        boolean first = Files.isRegularFile(V1.resolve("memory.limit_in_bytes"));
        try {
            if (!first
                    && !Files.readString(V2.resolve("cgroup.subtree_control")).contains("memory")) {
                return Optional.empty();
            }
            return Optional.of(new MemoryGroup(Files.createTempDirectory(first ? V1 : V2, "jemscope-test-"), first));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A command that runs another one in the group. */
    List<String> running(List<String> command) {
        List<String> inside = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                file("cgroup.procs").toString()));
        inside.addAll(command);
        return inside;
    }

    /** What the group's processes use beside files, which the kernel takes away where there is little left. */
    long usedBytes() throws IOException {
        return number("memory.stat", first ? "total_rss " : "anon ");
    }

    /** How often the kernel ended a process of the group's for want of memory. */
    long kills() throws IOException {
        return number(first ? "memory.oom_control" : "memory.events", "oom_kill ");
    }

    /** Lets it use no more than that, and swap nothing out; what files take is taken from it first. */
    void limit(long bytes) throws IOException {
        String limit = Long.toString(bytes);
        Files.writeString(file(first ? "memory.limit_in_bytes" : "memory.max"), limit);
        // Version 1 counts both together. Where the kernel keeps no count of what is swapped, there is no such file.
        Path swap = file(first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
        if (Files.exists(swap)) {
            Files.writeString(swap, first ? limit : "0");
        }
    }

    private long number(String name, String key) throws IOException {
        for (String line : Files.readAllLines(file(name))) {
            if (line.startsWith(key)) {
                return Long.parseLong(line.substring(key.length()));
            }
        }
        throw new IOException("The kernel tells no " + key + "in " + file(name));
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    /** Removes the group; its processes have ended, and the kernel may take a moment to know. */
    @Override
    public void close() {
        Awaitility.await()
                .atMost(Recorder.LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    try {
                        Files.delete(folder);
                    } catch (NoSuchFileException e) {
                        // Somebody has tidied up.
                    }
                    return true;
                });
    }
}
