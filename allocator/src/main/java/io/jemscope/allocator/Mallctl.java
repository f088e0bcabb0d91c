package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * jemalloc's own interface, errno and all. Where a method returns an {@code int} it is the errno, 0 for done. The seam
 * that lets tests stand in for the allocator.
 */
interface Mallctl {

    /** Reads a control into {@code value}, which has exactly the control's size; {@code length[0]} is what came. */
    int read(String name, byte[] value, int[] length);

    /** Writes a control; null passes nothing in and nothing out, which is what a control that only acts wants. */
    int write(String name, byte @Nullable [] value);

    /** Reads a control that is a C string; {@code value[0]} is null for a null pointer. */
    int readString(String name, @Nullable String[] value);

    /** Writes a control that is a C string; null passes a null pointer. */
    int writeString(String name, @Nullable String value);

    /** What {@code malloc_stats_print} prints; null where it couldn't be had. */
    @Nullable
    String statistics(String options);

    /** The prefix of jemalloc's names, a bar, and the file that exports them; null where there are none. */
    @Nullable
    String origin();

    /** Whether allocating a byte moved {@code thread.allocatedp}. */
    boolean canary();

    /** Whether the backtrace hook is in place. */
    boolean hooked();

    /** Puts the backtrace hook in place, or back. */
    int setHook(boolean on);

    /** The hook's counters, in the order of {@link #counterNames}. */
    long[] counters();

    /** The names of the hook's counters, as the symbols file has them. */
    String[] counterNames();

    /**
     * Dumps the profile and the names of its Java frames, to {@code path} and {@code path + ".symbols"}; the profile alone
     * where there is no kind.
     */
    int dump(String path, @Nullable String kind);

    /** Writes the names of the Java frames to {@code path + ".symbols"}. */
    int symbols(String path, String kind);

    /** The text of the program's {@code malloc_conf} symbol; null where there is none. */
    @Nullable
    String confSymbol();

    /** The value that a variable had when the process started; null where it wasn't set. */
    @Nullable
    String preloadEnvironment(String name);
}
