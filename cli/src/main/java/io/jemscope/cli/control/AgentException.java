package io.jemscope.cli.control;

import java.io.IOException;
import java.time.Duration;

/** An agent refused: its own words for what happened, why, and what to do. */
public final class AgentException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final String HEAP_FULL = "heap-full";

    private final int status;
    private final String code;
    private final String what;
    private final String why;
    private final String next;
    private final Duration retryAfter;

    /**
     * Makes one.
     *
     * @param status the status of the answer, 400 to 599
     * @param code the agent's word for this kind of refusal; empty where it has none
     * @param what what happened; empty where the agent gave no words
     * @param why why it happened; may be empty
     * @param next what to do about it; may be empty
     * @param retryAfter how long to wait before asking again; zero where the agent doesn't say
     */
    AgentException(int status, String code, String what, String why, String next, Duration retryAfter) {
        super(words(status, what, why, next));
        this.status = status;
        this.code = code;
        this.what = what;
        this.why = why;
        this.next = next;
        this.retryAfter = retryAfter;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /**
     * Says whether the agent refused because the program has hardly any Java heap left. Requests that free memory, such as
     * ending a run, still work then.
     *
     * @return whether it did
     */
    public boolean isHeapFull() {
        return code.equals(HEAP_FULL);
    }

    /**
     * What happened.
     *
     * @return a few words
     */
    public String what() {
        return what.isEmpty() ? "the agent refused" : what;
    }

    /**
     * Why it happened.
     *
     * @return a few words
     */
    public String why() {
        return why.isEmpty() ? "it answered " + status : why;
    }

    /**
     * What to do about it.
     *
     * @return a few words; empty where the agent doesn't say
     */
    public String next() {
        return next;
    }

    /**
     * How long to wait before asking again.
     *
     * @return the time; zero where the agent doesn't say
     */
    public Duration retryAfter() {
        return retryAfter;
    }

    private static String words(int status, String... parts) {
        StringBuilder words = new StringBuilder();
        for (String part : parts) {
            words.append(words.isEmpty() || part.isEmpty() ? "" : "; ").append(part);
        }
        return words.isEmpty() ? "the agent answered " + status : words.toString();
    }
}
