package io.jemscope.agent.http;

import java.time.Duration;

/**
 * Lets callers have something costly done so and so often. Those who may only read are counted apart: however often they
 * ask, whoever operates the program gets what he asks for. Safe for use by several threads.
 */
public final class CallerThrottle {

    private static final String DUMP_SETTING = "Wait as long as Retry-After says, or change the setting dump.interval.";

    private final Throttle readers;
    private final Throttle operators;

    /**
     * Makes a throttle for dumps.
     *
     * @param interval how often it is done for each of the two; zero for as often as anybody likes
     * @param burst how many times in a row, 1 and more
     */
    public CallerThrottle(Duration interval, int burst) {
        this(interval, burst, DUMP_SETTING);
    }

    /**
     * Makes the throttle for something else than dumps.
     *
     * @param interval how often it is done for each of the two; zero for as often as anybody likes
     * @param burst how many times in a row, 1 and more
     * @param next what a caller is told to do who is refused: a sentence
     */
    public CallerThrottle(Duration interval, int burst, String next) {
        readers = new Throttle(interval, burst, next);
        operators = new Throttle(interval, burst, next);
    }

    /**
     * Does it count as one more, or refuses. Asked once nothing else can be wrong with a request.
     *
     * @param caller for whom it is done
     * @param what what isn't done, for the answer: half a sentence
     * @throws Problem of status 429 where it was done too often
     */
    public void take(Caller caller, String what) throws Problem {
        (caller.access() == Access.READ ? readers : operators).take(what);
    }
}
