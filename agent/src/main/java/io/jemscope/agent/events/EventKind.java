package io.jemscope.agent.events;

/** What kind of thing happened. */
public enum EventKind {
    /** Sampling was switched on or off by us. */
    SWITCH("switch"),
    /** A run began, ended or failed. */
    RUN("run"),
    /** A dump was made or taken over. */
    DUMP("dump"),
    /** A dump was removed, for what is kept has limits, or because somebody asked. */
    DROP("drop"),
    /** One of jemalloc's controls was changed or put back, its samples thrown away, or a log of it begun or ended. */
    CHANGE("change"),
    /** The allocator gave memory back because somebody asked. */
    PURGE("purge"),
    /** jemalloc or the file system refused what was asked. */
    REFUSAL("refusal");

    private final String word;

    EventKind(String word) {
        this.word = word;
    }

    /**
     * The kind's word in JSON and in metrics.
     *
     * @return the word, lower case
     */
    public String word() {
        return word;
    }
}
