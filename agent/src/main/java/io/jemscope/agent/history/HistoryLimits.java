package io.jemscope.agent.history;

import java.time.Duration;

/**
 * The settings of the history.
 *
 * @param every how often a snapshot is taken
 * @param bytes what the history takes on disk
 * @param age how old its snapshots get
 * @param largeLedger whether the ledger of a large process is read, too
 */
public record HistoryLimits(Duration every, long bytes, Duration age, boolean largeLedger) {

    /** A snapshot can take longer than less. */
    private static final Duration SHORTEST = Duration.ofMillis(100);

    public HistoryLimits {
        every = every.compareTo(SHORTEST) < 0 ? SHORTEST : every;
        age = age.isZero() ? SHORTEST : age;
    }
}
