package io.jemscope.history;

import java.time.Instant;

/**
 * A span of time.
 *
 * @param from the first moment in it
 * @param until the first moment behind it
 */
public record TimeSpan(Instant from, Instant until) {

    public static final TimeSpan ALL = new TimeSpan(Instant.MIN, Instant.MAX);

    public boolean contains(Instant time) {
        return !time.isBefore(from) && time.isBefore(until);
    }
}
