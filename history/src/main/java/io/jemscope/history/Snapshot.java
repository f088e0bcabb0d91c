package io.jemscope.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was known of a process at a moment.
 *
 * @param time when, to the millisecond
 * @param statistics figures by name. The last word of a name is its unit, as in {@code rss.bytes}. Whole numbers are exact up to 2^53;
 *     what isn't known is absent
 * @param profiled whether there is a profile of this moment. {@link History#append} sets it by the profile that it gets
 */
public record Snapshot(ProcessIdentity process, Instant time, SortedMap<String, Double> statistics, boolean profiled) {

    public static final int MOST_STATISTICS = 1_000;

    /** Of a statistic's name. */
    public static final int MOST_CHARACTERS = 200;

    /**
     * Copies the statistics.
     *
     * @throws IllegalArgumentException for too many statistics, a name that is empty or too long, or a figure that is not finite
     */
    public Snapshot {
        time = time.truncatedTo(ChronoUnit.MILLIS);
        if (statistics.size() > MOST_STATISTICS) {
            throw new IllegalArgumentException("more than " + MOST_STATISTICS + " statistics");
        }
        for (Map.Entry<String, Double> entry : statistics.entrySet()) {
            int length = entry.getKey().length();
            if (length == 0 || length > MOST_CHARACTERS) {
                throw new IllegalArgumentException("a statistic's name has " + length + " characters");
            }
            if (!Double.isFinite(entry.getValue())) {
                throw new IllegalArgumentException("the statistic " + entry.getKey() + " is not finite");
            }
        }
        statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
    }

    public Snapshot(ProcessIdentity process, Instant time, Map<String, Double> statistics) {
        this(process, time, new TreeMap<>(statistics), false);
    }

    Snapshot profiled(boolean isProfiled) {
        return isProfiled == profiled ? this : new Snapshot(process, time, statistics, isProfiled);
    }
}
