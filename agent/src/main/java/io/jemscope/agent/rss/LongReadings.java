package io.jemscope.agent.rss;

import io.jemscope.httpd.Role;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Leaves the program alone after a reading that held it up for long: nine times as long as that. Short ones are held apart
 * by how often anybody may ask. Callers who may only read are counted apart, so that they hold no operator up. For one
 * caller at a time.
 */
final class LongReadings {

    /** One in five seconds, as anybody may ask all the time, is a tenth of the time up to here. */
    private static final Duration SHORT = Duration.ofMillis(500);

    private static final int TIMES = 9;

    private final Map<Role, Long> dueNanos = new EnumMap<>(Role.class);

    /** How long this kind of caller has yet to wait; zero where he needn't. */
    Duration wait(Role access, long nowNanos) {
        Long due = dueNanos.get(access);
        return due == null || due - nowNanos <= 0 ? Duration.ZERO : Duration.ofNanos(due - nowNanos);
    }

    /** Counts a reading that has just ended. */
    void add(Role access, Duration took, long nowNanos) {
        if (took.compareTo(SHORT) > 0) {
            dueNanos.put(access, nowNanos + TIMES * took.toNanos());
        } else {
            dueNanos.remove(access);
        }
    }
}
