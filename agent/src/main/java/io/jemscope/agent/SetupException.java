package io.jemscope.agent;

import java.io.IOException;

/** The agent can't be set up; the message says why and what to do. */
public final class SetupException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Makes one.
     *
     * @param message why, and what to do; whole sentences
     */
    public SetupException(String message) {
        super(message);
    }
}
