package io.jemscope.agent.profiling;

/** Where a run stands. */
public enum RunState {
    /** Sampling is on for it. */
    RUNNING("running"),
    /** It has ended, and its profile was dumped. */
    FINISHED("finished"),
    /** It has ended, and its profile could not be dumped. */
    FAILED("failed"),
    /** Something else switched sampling off before it ended, so no profile was dumped. */
    LOST("lost");

    private final String word;

    RunState(String word) {
        this.word = word;
    }

    /**
     * The state's word in JSON.
     *
     * @return the word, lower case
     */
    public String word() {
        return word;
    }
}
