package io.jemscope.httpd;

import java.time.Duration;

/**
 * Lets something costly be done so and so often: once in an interval, and some times in a row where it wasn't done for
 * long. Safe for use by several threads.
 */
final class RateLimiter {

    private final String next;
    private final long intervalNanos;
    private final long creditNanos;

    /** When the next would be due if it were done at the permitted rate all the time. */
    private long dueNanos;

    /**
     * Makes a rate limiter.
     *
     * @param interval how often; zero for as often as anybody likes
     * @param burst how many times in a row, 1 and more
     * @param next what a caller is told to do who is refused: a sentence
     */
    RateLimiter(Duration interval, int burst, String next) {
        this(interval, burst, next, System.nanoTime());
    }

    RateLimiter(Duration interval, int burst, String next, long nowNanos) {
        this.next = next;
        intervalNanos = interval.toNanos();
        creditNanos = intervalNanos * (burst - 1);
        dueNanos = nowNanos - creditNanos;
    }

    /**
     * Does it count as one more, or refuses.
     *
     * @param what what isn't done, for the answer: half a sentence
     * @throws ApiException of status 429 where it was done too often
     */
    void take(String what) throws ApiException {
        Duration wait = take(System.nanoTime());
        if (!wait.isZero()) {
            throw new ApiException(429, what, "too many were asked for in a short time", next).retryAfter(wait);
        }
    }

    /** How long it has to wait; zero where it was counted. */
    synchronized Duration take(long nowNanos) {
        if (dueNanos - nowNanos > 0) {
            return Duration.ofNanos(dueNanos - nowNanos);
        }
        dueNanos = Math.max(dueNanos - nowNanos, -creditNanos) + nowNanos + intervalNanos;
        return Duration.ZERO;
    }
}
