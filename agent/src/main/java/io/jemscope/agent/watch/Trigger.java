package io.jemscope.agent.watch;

import java.time.Instant;

/**
 * Why a bundle is made.
 *
 * @param rule the rule as it was written, or {@code asked}
 * @param reading the figure that met it, in words
 * @param time when that was
 * @param nanos the same by {@link System#nanoTime}
 */
public record Trigger(String rule, String reading, Instant time, long nanos) {

    /** A trigger of now. */
    static Trigger of(String rule, String reading) {
        return new Trigger(rule, reading, Instant.now(), System.nanoTime());
    }

    /** By a caller. */
    public static Trigger asked() {
        return of("asked", "requested by a caller");
    }
}
