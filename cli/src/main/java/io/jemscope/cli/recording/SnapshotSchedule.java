package io.jemscope.cli.recording;

import java.time.Duration;

/**
 * When a program's next snapshot is due. Snapshots are for programs that end without a last dump ({@code kill -9}, the
 * kernel's out-of-memory killer): the first comes soon, since such an end may; the pauses then double up to the interval.
 * A dump that takes long makes the pauses longer, so that the program spends at most a twentieth of its time on them.
 *
 * <p>Times are nanoseconds of one clock, as {@link System#nanoTime} gives them.
 */
final class SnapshotSchedule {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int PAUSES_PER_DUMP = 20;

    private final long intervalNanos;
    private final int pausesPerDump;
    private long pauseNanos;
    private long dueNanos;

    /** Begins now; an interval of zero means that no snapshot is ever due. */
    SnapshotSchedule(Duration interval, long nowNanos) {
        this(interval, FIRST, PAUSES_PER_DUMP, nowNanos);
    }

    private SnapshotSchedule(Duration interval, Duration first, int pausesPerDump, long nowNanos) {
        intervalNanos = interval.toNanos();
        this.pausesPerDump = pausesPerDump;
        pauseNanos = Math.min(first.toNanos(), intervalNanos);
        dueNanos = nowNanos + pauseNanos;
    }

    /**
     * A schedule of its user's own making: at that interval from the begin on, but for dumps that take longer, which get as
     * long a pause.
     */
    static SnapshotSchedule every(Duration interval, long nowNanos) {
        return new SnapshotSchedule(interval, interval, 1, nowNanos);
    }

    boolean isDue(long nowNanos) {
        return intervalNanos > 0 && nowNanos - dueNanos >= 0;
    }

    /** A snapshot was made, or tried, that took so long and ended now. */
    void made(long tookNanos, long nowNanos) {
        pauseNanos = Math.min(2 * pauseNanos, intervalNanos);
        dueNanos = nowNanos + Math.max(pauseNanos, pausesPerDump * tookNanos);
    }
}
