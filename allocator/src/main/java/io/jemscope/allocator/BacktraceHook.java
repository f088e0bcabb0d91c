package io.jemscope.allocator;

/** The hook that puts Java frames behind the native ones of each sample. Any thread may call. */
public interface BacktraceHook {

    /**
     * Whether it is in place.
     *
     * @return whether samples get Java frames
     */
    boolean installed();

    /**
     * Puts it in place, or back. Doing either twice changes nothing.
     *
     * @param on whether samples are to get Java frames
     * @throws AllocatorException where this jemalloc has no such hook, or the native agent isn't in the process
     */
    void install(boolean on) throws AllocatorException;

    /**
     * What became of the samples so far.
     *
     * @return the counts
     */
    HookCounters counters();
}
