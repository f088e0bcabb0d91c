package io.jemscope.stress;

import java.time.Duration;

/** The longest time between two laps, from its making on: an ear for a machine that stands still. For one thread. */
final class LongestPause {

    private long last = System.nanoTime();
    private long longestNanos;

    /** A lap is done. */
    void lap() {
        long now = System.nanoTime();
        longestNanos = Math.max(longestNanos, now - last);
        last = now;
    }

    Duration length() {
        return Duration.ofNanos(longestNanos);
    }
}
