package io.jemscope.httpd;

import java.time.Duration;

/**
 * Lets callers have something costly done so and so often. Those who may only read are counted apart: however often they
 * ask, whoever operates the program gets what he asks for. Safe for use by several threads.
 */
public final class RoleRateLimiter {

    private static final String DUMP_SETTING = "Wait as long as Retry-After says, or change the setting dump.interval.";

    private final RateLimiter readers;
    private final RateLimiter operators;

    /**
     * Makes a rate limiter for dumps.
     *
     * @param interval how often it is done for each of the two; zero for as often as anybody likes
     * @param burst how many times in a row, 1 and more
     */
    public RoleRateLimiter(Duration interval, int burst) {
        this(interval, burst, DUMP_SETTING);
    }

    /**
     * Makes a rate limiter for anything but dumps.
     *
     * @param interval how often it is done for each of the two; zero for as often as anybody likes
     * @param burst how many times in a row, 1 and more
     * @param next what a caller is told to do who is refused: a sentence
     */
    public RoleRateLimiter(Duration interval, int burst, String next) {
        readers = new RateLimiter(interval, burst, next);
        operators = new RateLimiter(interval, burst, next);
    }

    /**
     * Does it count as one more, or refuses. Asked once nothing else can be wrong with a request.
     *
     * @param caller for whom it is done
     * @param what what isn't done, for the answer: half a sentence
     * @throws ApiException of status 429 where it was done too often
     */
    public void take(Principal caller, String what) throws ApiException {
        (caller.access() == Role.READ ? readers : operators).take(what);
    }
}
