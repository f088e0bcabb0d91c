package io.jemscope.agent.dumps;

import java.io.IOException;

/** The agent can't be set up; the message says why and what to do. */
public final class SetupException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message whole sentences: what is the matter, why, what to do
     */
    public SetupException(String message) {
        super(message);
    }
}
