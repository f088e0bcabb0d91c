package io.jemscope.allocator;

import java.util.Optional;

/**
 * A control of jemalloc: its {@code mallctl} name and the type of its value. jemalloc only checks the size of a value, so the type
 * must be right here. Numbers of all C types are {@link Long}; a {@code size_t} or {@code uint64_t} above {@link Long#MAX_VALUE}
 * (which can mean "none") has the same 64 bits.
 *
 * @param <T> the type of the value; {@link Void} for an action
 */
public final class Control<T> {

    /** The version of jemalloc, such as {@code 5.3.0-0-g54eaed1d…}. */
    public static final Control<Optional<String>> VERSION = text("version");

    /** The options set when jemalloc was built. */
    public static final Control<Optional<String>> CONFIG_MALLOC_CONF = text("config.malloc_conf");

    /** Whether heap profiling is available in this process; fixed at its start. */
    public static final Control<Boolean> OPT_PROF = flag("opt.prof");

    /** The prefix of the names that jemalloc chooses for dumps, at the start of the process. */
    public static final Control<Optional<String>> OPT_PROF_PREFIX = text("opt.prof_prefix");

    /** Whether profiles have all allocations so far, and not only live ones. */
    public static final Control<Boolean> OPT_PROF_ACCUM = flag("opt.prof_accum");

    /** Whether allocations are sampled now. */
    public static final Control<Boolean> PROF_ACTIVE = flag("prof.active");

    /** Whether new threads are sampled. */
    public static final Control<Boolean> PROF_THREAD_ACTIVE_INIT = flag("prof.thread_active_init");

    /** The base-2 logarithm of the mean number of bytes between two samples. */
    public static final Control<Long> PROF_LG_SAMPLE = size("prof.lg_sample");

    /** The mean number of allocated bytes between two automatic dumps; 0 for none. */
    public static final Control<Long> PROF_INTERVAL = uint64("prof.interval");

    /** Whether jemalloc dumps at each new high of mapped memory. */
    public static final Control<Boolean> PROF_GDUMP = flag("prof.gdump");

    /** The prefix of the names that jemalloc chooses for dumps. */
    public static final Control<Optional<String>> PROF_PREFIX = text("prof.prefix");

    /** A write dumps to the given path, or without one to a name that jemalloc chooses. */
    public static final Control<Optional<String>> PROF_DUMP = text("prof.dump");

    /** A write discards all samples, of every user of the profiler; the value is the logarithm of the new rate. */
    public static final Control<Long> PROF_RESET = size("prof.reset");

    /** Discards all samples and keeps the rate. */
    public static final Control<Void> PROF_RESET_ALONE = action("prof.reset");

    /** A write starts a log of sampled allocations and frees, in memory; the value is the path of the file at its end. */
    public static final Control<Optional<String>> PROF_LOG_START = text("prof.log_start");

    /** Ends the log and writes its file. A read would also end the log. */
    public static final Control<Void> PROF_LOG_STOP = action("prof.log_stop");

    /** Whether the calling thread is sampled. */
    public static final Control<Boolean> THREAD_PROF_ACTIVE = flag("thread.prof.active");

    /** The name of the calling thread in profiles. */
    public static final Control<Optional<String>> THREAD_PROF_NAME = text("thread.prof.name");

    /** Has glibc return free memory to the system: {@code malloc_trim}. A control of Jemscope's. */
    public static final Control<Void> TRIM = action("jemscope.trim");

    /** The allocator behind {@code malloc}. A control of Jemscope's. */
    static final Control<Optional<String>> MALLOC = text("jemscope.malloc");

    /** Whether Jemscope samples {@code malloc} itself. A control of its own. */
    static final Control<Boolean> SAMPLED_HERE = flag("jemscope.samples");

    /** The library of the tool that kept {@code prof.active} from being set. A control of Jemscope's. */
    static final Control<Optional<String>> TOOL = text("jemscope.tool");

    /** How many libraries call that tool for {@code malloc}. */
    static final Control<Long> TOOL_LIBRARIES = size("jemscope.tool.libraries");

    /** Flushes the calling thread's cache. */
    public static final Control<Void> THREAD_TCACHE_FLUSH = action("thread.tcache.flush");

    /** Whether jemalloc's own background threads are on. */
    public static final Control<Boolean> BACKGROUND_THREAD = flag("background_thread");

    /** The time for which new arenas keep unused dirty pages, in milliseconds; -1 is for ever. */
    public static final Control<Long> ARENAS_DIRTY_DECAY_MS = signedSize("arenas.dirty_decay_ms");

    /** The time for which new arenas keep unused muzzy pages, which the system may reclaim; in milliseconds, -1 is for ever. */
    public static final Control<Long> ARENAS_MUZZY_DECAY_MS = signedSize("arenas.muzzy_decay_ms");

    /** The limit on the number of arenas. */
    public static final Control<Long> ARENAS_NARENAS = unsigned("arenas.narenas");

    /** A write of any value updates the statistics. */
    public static final Control<Long> EPOCH = uint64("epoch");

    /** Bytes that the program has allocated and not freed. */
    public static final Control<Long> STATS_ALLOCATED = size("stats.allocated");

    /** Bytes in pages with live allocations. */
    public static final Control<Long> STATS_ACTIVE = size("stats.active");

    /** Bytes of jemalloc's own data. */
    public static final Control<Long> STATS_METADATA = size("stats.metadata");

    /** Bytes of jemalloc's pages in physical memory, at most. */
    public static final Control<Long> STATS_RESIDENT = size("stats.resident");

    /** Bytes in mappings that are in use. */
    public static final Control<Long> STATS_MAPPED = size("stats.mapped");

    /** Bytes of address space kept for later use, not backed by memory. */
    public static final Control<Long> STATS_RETAINED = size("stats.retained");

    private final String name;
    private final ControlType type;

    private Control(String name, ControlType type) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A control's name must not be empty or contain a NUL");
        }
        this.name = name;
        this.type = type;
    }

    /** A control of type {@code bool}. */
    public static Control<Boolean> flag(String name) {
        return new Control<>(name, ControlType.BOOL);
    }

    /** A control of type {@code unsigned}. */
    public static Control<Long> unsigned(String name) {
        return new Control<>(name, ControlType.UNSIGNED);
    }

    /** A control of type {@code size_t}. */
    public static Control<Long> size(String name) {
        return new Control<>(name, ControlType.SIZE);
    }

    /** A control of type {@code ssize_t}. */
    public static Control<Long> signedSize(String name) {
        return new Control<>(name, ControlType.SIGNED_SIZE);
    }

    /** A control of type {@code uint64_t}. */
    public static Control<Long> uint64(String name) {
        return new Control<>(name, ControlType.UINT64);
    }

    /** A control of type {@code int64_t}. */
    public static Control<Long> int64(String name) {
        return new Control<>(name, ControlType.INT64);
    }

    /** A control of jemalloc's 16.16 fixed-point type, {@code fxp_t}, which only options have. */
    static Control<Double> fixedPoint(String name) {
        return new Control<>(name, ControlType.FIXED_POINT);
    }

    /** A control of type {@code const char *}; empty is a null pointer. */
    public static Control<Optional<String>> text(String name) {
        return new Control<>(name, ControlType.TEXT);
    }

    /** An action, such as {@code arena.0.purge}. */
    public static Control<Void> action(String name) {
        return new Control<>(name, ControlType.ACTION);
    }

    /** The control's name, such as {@code prof.active}. */
    public String name() {
        return name;
    }

    ControlType type() {
        return type;
    }

    /** Casts a value to this control's type. */
    @SuppressWarnings("unchecked") // Only the factories above pair a ControlType with a T.
    T typed(Object value) {
        return (T) value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Control<?> that && name.equals(that.name) && type == that.type;
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
