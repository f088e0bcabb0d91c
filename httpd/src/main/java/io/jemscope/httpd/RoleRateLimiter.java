package io.jemscope.httpd;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Limits how often something costly is done: once in an interval, and several times in a row after a pause. Readers and operators
 * are counted apart, so that readers never use up what an operator needs. Safe for use by several threads.
 */
public final class RoleRateLimiter {

    private final String next;
    private final long intervalNanos;
    private final long creditNanos;

    /** By role: when the next would be due if it were done at the permitted rate all the time. */
    private final Map<Role, Long> dueNanos = new EnumMap<>(Role.class);

    private final long startNanos;

    /**
     * Creates a rate limiter.
     *
     * @param interval how often it is done for each role; zero for no limit
     * @param burst how many times in a row, 1 or more
     * @param next what a refused caller is advised to do: a sentence
     */
    public RoleRateLimiter(Duration interval, int burst, String next) {
        this(interval, burst, next, System.nanoTime());
    }

    RoleRateLimiter(Duration interval, int burst, String next, long nowNanos) {
        this.next = next;
        intervalNanos = interval.toNanos();
        creditNanos = intervalNanos * (burst - 1);
        startNanos = nowNanos - creditNanos;
    }

    /**
     * Counts one more, or refuses. Called after all other checks of a request.
     *
     * @param what what isn't done, for the answer: half a sentence
     * @throws ApiException of status 429 if the limit is reached
     */
    public void take(Principal caller, String what) throws ApiException {
        Duration wait = take(caller.access(), System.nanoTime());
        if (!wait.isZero()) {
            throw new ApiException(429, what, "the rate limit is reached", next).retryAfter(wait);
        }
    }

    /** How long to wait; zero if it was counted. */
    synchronized Duration take(Role role, long nowNanos) {
        if (intervalNanos == 0) {
            // Of two threads, the later one may have looked at the clock first.
            return Duration.ZERO;
        }
        long due = dueNanos.getOrDefault(role, startNanos) - nowNanos;
        if (due > 0) {
            return Duration.ofNanos(due);
        }
        dueNanos.put(role, Math.max(due, -creditNanos) + nowNanos + intervalNanos);
        return Duration.ZERO;
    }
}
