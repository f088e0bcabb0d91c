package io.jemscope.cli.control;

import java.io.IOException;

/** An agent refused: its own words for what happened, why, and what to do. */
public final class AgentException extends IOException {

    private static final long serialVersionUID = 1L;

    AgentException(String words) {
        super(words);
    }
}
