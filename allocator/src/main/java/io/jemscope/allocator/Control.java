package io.jemscope.allocator;

import java.util.Optional;

/**
 * A control of jemalloc: a name as {@code mallctl} knows it, and the type of its value. jemalloc checks the size of a
 * value and nothing else, so the type has to be right here. Numbers are {@link Long} whatever their C type; of a
 * {@code size_t} or {@code uint64_t} above {@link Long#MAX_VALUE} (jemalloc's "none" in places) the long is the same
 * 64 bits.
 *
 * @param <T> the type of the value; {@link Void} for a control that only acts
 */
public final class Control<T> {

    /** The version of jemalloc, such as {@code 5.3.0-0-g54eaed1d…}. */
    public static final Control<Optional<String>> VERSION = text("version");

    /** The options set when jemalloc was built. */
    public static final Control<Optional<String>> CONFIG_MALLOC_CONF = text("config.malloc_conf");

    /** Whether heap profiling is available in this process; set at its start. */
    public static final Control<Boolean> OPT_PROF = flag("opt.prof");

    /** The beginning of the names of the dumps that jemalloc names itself, as it was set at the process's start. */
    public static final Control<Optional<String>> OPT_PROF_PREFIX = text("opt.prof_prefix");

    /** Whether profiles keep what was ever allocated, not just what lives. */
    public static final Control<Boolean> OPT_PROF_ACCUM = flag("opt.prof_accum");

    /** Whether allocations are sampled now. */
    public static final Control<Boolean> PROF_ACTIVE = flag("prof.active");

    /** Whether threads that start now are sampled. */
    public static final Control<Boolean> PROF_THREAD_ACTIVE_INIT = flag("prof.thread_active_init");

    /** The binary logarithm of the mean distance between two samples, in bytes. */
    public static final Control<Long> PROF_LG_SAMPLE = size("prof.lg_sample");

    /** The mean distance between two dumps that jemalloc makes itself, in bytes; 0 for none. */
    public static final Control<Long> PROF_INTERVAL = uint64("prof.interval");

    /** Whether jemalloc dumps at each new high of mapped memory. */
    public static final Control<Boolean> PROF_GDUMP = flag("prof.gdump");

    /** The beginning of the names of the dumps that jemalloc names itself. */
    public static final Control<Optional<String>> PROF_PREFIX = text("prof.prefix");

    /** Dumps to the path written, or, where none is, to a name of jemalloc's own. */
    public static final Control<Optional<String>> PROF_DUMP = text("prof.dump");

    /** Forgets all samples, for everybody; the value written is the logarithm of the new rate. */
    public static final Control<Long> PROF_RESET = size("prof.reset");

    /** The same with the rate left as it is. */
    public static final Control<Void> PROF_RESET_ALONE = action("prof.reset");

    /** Begins to log what is sampled and freed, in memory; the path written is where it goes in the end. */
    public static final Control<Optional<String>> PROF_LOG_START = text("prof.log_start");

    /** Ends the log, and writes it. To read it would end a log, too. */
    public static final Control<Void> PROF_LOG_STOP = action("prof.log_stop");

    /** Whether the calling thread is sampled. */
    public static final Control<Boolean> THREAD_PROF_ACTIVE = flag("thread.prof.active");

    /** The name of the calling thread in profiles. */
    public static final Control<Optional<String>> THREAD_PROF_NAME = text("thread.prof.name");

    /** Empties the calling thread's cache. */
    public static final Control<Void> THREAD_TCACHE_FLUSH = action("thread.tcache.flush");

    /** Whether jemalloc's own background threads are on. */
    public static final Control<Boolean> BACKGROUND_THREAD = flag("background_thread");

    /** For how long new arenas keep unused dirty pages, in milliseconds; -1 for ever. */
    public static final Control<Long> ARENAS_DIRTY_DECAY_MS = signedSize("arenas.dirty_decay_ms");

    /** The same for muzzy pages: given back already, as far as the system wants them. */
    public static final Control<Long> ARENAS_MUZZY_DECAY_MS = signedSize("arenas.muzzy_decay_ms");

    /** How many arenas there may be; not all of them need be in use. */
    public static final Control<Long> ARENAS_NARENAS = unsigned("arenas.narenas");

    /** Writing anything brings the statistics up to date. */
    public static final Control<Long> EPOCH = uint64("epoch");

    /** Bytes that the program holds. */
    public static final Control<Long> STATS_ALLOCATED = size("stats.allocated");

    /** Bytes in pages that hold something the program holds. */
    public static final Control<Long> STATS_ACTIVE = size("stats.active");

    /** Bytes that jemalloc needs for itself. */
    public static final Control<Long> STATS_METADATA = size("stats.metadata");

    /** Bytes of jemalloc's in physical memory, at most. */
    public static final Control<Long> STATS_RESIDENT = size("stats.resident");

    /** Bytes in mappings that are in use. */
    public static final Control<Long> STATS_MAPPED = size("stats.mapped");

    /** Bytes of address space kept for later and not backed by memory. */
    public static final Control<Long> STATS_RETAINED = size("stats.retained");

    private final String name;
    private final ControlType type;

    private Control(String name, ControlType type) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A control's name is neither empty nor has it a NUL");
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

    /** A control of jemalloc's 16.16 fixed-point type, {@code fxp_t}, which options alone have. */
    static Control<Double> fixedPoint(String name) {
        return new Control<>(name, ControlType.FIXED_POINT);
    }

    /** A control of type {@code const char *}; empty stands for a null pointer. */
    public static Control<Optional<String>> text(String name) {
        return new Control<>(name, ControlType.TEXT);
    }

    /** A control that only acts, such as {@code arena.0.purge}. */
    public static Control<Void> action(String name) {
        return new Control<>(name, ControlType.ACTION);
    }

    /**
     * The control's name.
     *
     * @return the name, such as {@code prof.active}
     */
    public String name() {
        return name;
    }

    ControlType type() {
        return type;
    }

    /** A value as this control's type has it. */
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
