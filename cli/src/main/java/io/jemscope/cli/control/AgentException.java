package io.jemscope.cli.control;

import java.io.IOException;

/** An agent refused: its own words for what happened, why, and what to do. */
public final class AgentException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Makes the exception.
     *
     * @param status the HTTP status
     * @param words what the agent said
     */
    public AgentException(int status, String words) {
        super(words);
        this.status = status;
    }

    /**
     * The status.
     *
     * @return the HTTP status
     */
    public int status() {
        return status;
    }
}
