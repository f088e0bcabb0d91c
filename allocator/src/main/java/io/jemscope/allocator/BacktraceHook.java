package io.jemscope.allocator;

/** The hook that adds Java frames to the native frames of each sample. Safe for use by several threads. */
public interface BacktraceHook {

    /** Returns whether it is installed, so that samples have Java frames. */
    boolean installed();

    /**
     * Installs or removes it. Has no effect the second time.
     *
     * @param on whether to install it
     * @throws AllocatorException if this jemalloc has no such hook, or the native agent isn't in the process
     */
    void install(boolean on) throws AllocatorException;

    /**
     * Has the JVM count how often it got no memory from the system, as {@code memory.exhausted}. It then logs a line for each
     * {@link OutOfMemoryError} that it throws.
     */
    void countExhaustion();

    /** Returns the counts of samples so far, by result. */
    HookCounters counters();
}
