package io.jemscope.agent.events;

import java.util.Locale;

/** What kind of thing happened. */
public enum EventKind {
    /** Sampling was switched on or off by us. */
    SWITCH,
    /** A run began, ended or failed. */
    RUN,
    /** A dump was made or taken over. */
    DUMP,
    /** A bundle was made. */
    BUNDLE,
    /** A dump was removed, by the limits or by a caller. */
    DROP,
    /** One of jemalloc's controls was changed or put back, its samples thrown away, or a log of it begun or ended. */
    CHANGE,
    /** The allocator gave memory back for a caller. */
    PURGE,
    /** jemalloc or the file system refused what was asked. */
    REFUSAL;

    /**
     * The kind's word in JSON and in metrics.
     *
     * @return the word, lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
