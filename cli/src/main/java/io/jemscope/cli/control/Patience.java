package io.jemscope.cli.control;

import java.io.IOException;
import java.time.Duration;

/** Asks an agent again for what it doesn't tell just now, when it says. */
public final class Patience {

    private static final int UNAVAILABLE = 503;
    private static final int TOO_OFTEN = 429;
    private static final int TIMES = 4;
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Patience() {}

    /** A question that changes nothing, so that it may be asked any number of times. */
    @FunctionalInterface
    public interface Question {

        /**
         * Asks it.
         *
         * @throws IOException where the agent refuses, or can't be reached
         */
        Answer ask() throws IOException;
    }

    /** Waits between two questions. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Waits.
         *
         * @param time for how long
         * @throws InterruptedException where it is broken off
         */
        void take(Duration time) throws InterruptedException;
    }

    /**
     * Asks, and where the agent says when to ask again, does so, asking four times at most.
     *
     * @param pause how to wait
     * @throws IOException as the question throws it; an {@link AgentException} that {@link #isForNow} where it was asked in vain
     * @throws InterruptedException as the pause throws it
     */
    public static Answer ask(Question question, Pause pause) throws IOException, InterruptedException {
        for (int left = TIMES; ; left--) {
            try {
                return question.ask();
            } catch (AgentException e) {
                if (!isForNow(e) || left == 1) {
                    throw e;
                }
                Duration wait = e.retryAfter();
                pause.take(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
            }
        }
    }

    /**
     * Whether an agent would tell it at another time.
     *
     * @param refusal what it said
     * @return whether it says when
     */
    public static boolean isForNow(AgentException refusal) {
        return (refusal.status() == UNAVAILABLE || refusal.status() == TOO_OFTEN)
                && !refusal.retryAfter().isZero();
    }
}
