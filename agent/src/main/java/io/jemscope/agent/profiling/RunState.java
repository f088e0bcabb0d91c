package io.jemscope.agent.profiling;

import java.util.Locale;

/** Where a run stands. */
public enum RunState {
    /** Sampling is on for it. */
    RUNNING,
    /** It has ended, and its profile was dumped. */
    FINISHED,
    /** It has ended, and its profile could not be dumped. */
    FAILED,
    /** Something else switched sampling off before it ended, so no profile was dumped. */
    LOST;

    /**
     * The state's word in JSON.
     *
     * @return the word, lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
