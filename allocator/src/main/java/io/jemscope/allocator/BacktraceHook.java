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

    /** Returns the counts of samples so far, by result. */
    HookCounters counters();
}
