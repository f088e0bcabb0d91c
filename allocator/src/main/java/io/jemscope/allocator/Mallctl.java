package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/** jemalloc's own interface, which tests replace. A returned {@code int} is the errno, 0 for success. */
interface Mallctl {

    /** Reads a control into {@code value}, which has the control's size; sets {@code length[0]} to the length read. */
    int read(String name, byte[] value, int[] length);

    /** Writes a control; null runs an action. */
    int write(String name, byte @Nullable [] value);

    /** Reads a C string; sets {@code value[0]} to null for a null pointer. */
    int readString(String name, @Nullable String[] value);

    /** Writes a C string; null passes a null pointer. */
    int writeString(String name, @Nullable String value);

    /** Returns the output of {@code malloc_stats_print}, or of glibc's statistics; null if that fails. */
    @Nullable
    String statistics(String options);

    /** Returns the prefix of jemalloc's functions, a bar, and the file that exports them; null without jemalloc. */
    @Nullable
    String origin();

    /** Returns whether an allocation changes {@code thread.allocatedp}. */
    boolean canary();

    /** Returns the fields of {@link GlibcMemory}; null if glibc doesn't count them. */
    long @Nullable [] mallinfo();

    /** Returns whether the backtrace hook is installed. */
    boolean hooked();

    /** Installs or removes the backtrace hook. */
    int setHook(boolean on);

    /** Has the JVM tell the native agent when it gets no memory from the system. */
    void countExhaustion();

    /** The hook's counters, in the order of {@link #counterNames}. */
    long[] counters();

    /** The names of the hook's counters in {@code .symbols} files. */
    String[] counterNames();

    /**
     * Dumps the profile to {@code path}, and the names of its Java frames to {@code path + ".symbols"}; only the profile if
     * {@code kind} is null.
     */
    int dump(String path, @Nullable String kind);

    /** Writes the names of the Java frames to {@code path + ".symbols"}. */
    int symbols(String path, String kind);

    /** Returns the program's {@code malloc_conf} symbol; null if there is none. */
    @Nullable
    String confSymbol();

    /** Returns a variable's value at the start of the process; null if it wasn't set. */
    @Nullable
    String preloadEnvironment(String name);
}
