package io.jemscope.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How much history is kept. All snapshots of the last hour are kept, then one in ten minutes for a day, one an hour for a week, and
 * one a day up to the age. Of several in such an interval the first with a profile is kept, or the first. The first and the last snapshot
 * of a process are kept up to the age.
 *
 * @param mostBytes what the history takes on disk
 * @param mostAge the age at which the last snapshots go
 */
public record Retention(long mostBytes, Duration mostAge) {

    /** The defaults of the settings {@code history.bytes} and {@code history.age}. */
    public static final Retention DEFAULT = new Retention(64L << 20, Duration.ofDays(30));

    /** Up to each age, one snapshot is kept in each interval. */
    private static final long[] AGE_MILLIS = {hours(1), hours(24), hours(7 * 24), Long.MAX_VALUE};

    private static final long[] INTERVAL_MILLIS = {1, hours(1) / 6, hours(1), hours(24)};

    public Retention {
        if (mostBytes < 1 || mostAge.isNegative() || mostAge.isZero()) {
            throw new IllegalArgumentException("a history keeps a byte and a moment at least");
        }
    }

    /**
     * How densely snapshots are kept.
     *
     * @param upTo the age up to which this holds
     * @param length how long an interval is, of which one snapshot is kept
     */
    public record Interval(Duration upTo, Duration length) {}

    /** The intervals by growing age, for stores that thin out by themselves. Below the first age everything is kept. */
    public static List<Interval> intervals() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < AGE_MILLIS.length; i++) {
            intervals.add(new Interval(Duration.ofMillis(AGE_MILLIS[i]), Duration.ofMillis(INTERVAL_MILLIS[i])));
        }
        return intervals;
    }

    private static long hours(long count) {
        return count * 3_600_000;
    }

    /**
     * The snapshots that stay. What stays once and doesn't grow older stays again.
     *
     * @param snapshots those of one process, the oldest first
     */
    List<Snapshot> kept(List<Snapshot> snapshots, Instant now) {
        List<Snapshot> kept = new ArrayList<>();
        for (int i = 0; i < snapshots.size(); i++) {
            Snapshot snapshot = snapshots.get(i);
            if (Duration.between(snapshot.time(), now).compareTo(mostAge) > 0) {
                continue;
            }
            Snapshot before = kept.isEmpty() ? null : kept.get(kept.size() - 1);
            if (before == null || i == snapshots.size() - 1 || bucket(before, now) != bucket(snapshot, now)) {
                kept.add(snapshot);
            } else if (!before.profiled() && snapshot.profiled() && kept.size() > 1) {
                kept.set(kept.size() - 1, snapshot);
            }
        }
        return kept;
    }

    /** Snapshots of the same number lie in the same interval. */
    private static long bucket(Snapshot snapshot, Instant now) {
        long time = snapshot.time().toEpochMilli();
        long age = now.toEpochMilli() - time;
        int step = 0;
        while (age > AGE_MILLIS[step]) {
            step++;
        }
        // Intervals of different lengths never have the same number.
        return Math.floorDiv(time, INTERVAL_MILLIS[step]) * INTERVAL_MILLIS.length + step;
    }
}
