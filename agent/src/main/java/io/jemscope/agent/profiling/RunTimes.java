package io.jemscope.agent.profiling;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a run began and ended.
 *
 * @param started the time of day when it began; empty if something else began it
 * @param startedNanos the same by {@link RunClock#nanos}
 * @param ended when it ended, as far from {@code started} as it took, whatever was done to the time of day meanwhile
 * @param deadlineNanos when it will be ended, by {@link RunClock#nanos}; empty where it was ended or waits to be stopped
 */
public record RunTimes(
        Optional<Instant> started, long startedNanos, Optional<Instant> ended, OptionalLong deadlineNanos) {

    /** A run that begins now. */
    static RunTimes from(Instant started, long nowNanos, Optional<Duration> length) {
        OptionalLong deadline =
                length.isPresent() ? OptionalLong.of(nowNanos + length.get().toNanos()) : OptionalLong.empty();
        return new RunTimes(Optional.of(started), nowNanos, Optional.empty(), deadline);
    }

    /** A run that something else began. */
    static RunTimes endedOnly(Instant ended, long nowNanos) {
        return new RunTimes(Optional.empty(), nowNanos, Optional.of(ended), OptionalLong.empty());
    }

    /** The same, to be ended later or earlier. */
    RunTimes withDeadline(long deadline) {
        return new RunTimes(started, startedNanos, ended, OptionalLong.of(deadline));
    }

    /** The same, ended now. */
    RunTimes end(long nowNanos) {
        if (ended.isPresent() || started.isEmpty()) {
            return this;
        }
        return new RunTimes(started, startedNanos, Optional.of(at(nowNanos)), OptionalLong.empty());
    }

    /** A moment of a run whose start is known, as far from that as it was, whatever was done to the time of day meanwhile. */
    Instant at(long nowNanos) {
        return started.orElseThrow().plusNanos(nowNanos - startedNanos);
    }

    /** Whether the run has to end now. */
    boolean isOver(long nowNanos) {
        return deadlineNanos.isPresent() && deadlineNanos.getAsLong() - nowNanos <= 0;
    }

    /**
     * How long the run still has.
     *
     * @param nowNanos now, by {@link RunClock#nanos}
     * @return the time, not below zero; empty where it has ended or waits to be stopped
     */
    public Optional<Duration> remaining(long nowNanos) {
        return deadlineNanos.isPresent()
                ? Optional.of(Duration.ofNanos(Math.max(0, deadlineNanos.getAsLong() - nowNanos)))
                : Optional.empty();
    }
}
