package io.jemscope.agent.web.compat;

import java.util.Optional;

/** The words that the plugin takes. */
enum Message {
    /** Sampling on. */
    ACTIVATE("activate"),
    /** Sampling off. */
    DEACTIVATE("deactivate"),
    /** A dump under a name of jemalloc's own. */
    DUMP("dump"),
    /** jemalloc's statistics into the program's standard error. */
    STATS("stats");

    /** All words, for a caller who sent another. */
    static final String WORDS = "activate, dump, stats, deactivate";

    private final String word;

    Message(String word) {
        this.word = word;
    }

    /** The message of a word; a prefix of a word is none. */
    static Optional<Message> of(String text) {
        for (Message message : values()) {
            if (message.word.equals(text)) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }
}
