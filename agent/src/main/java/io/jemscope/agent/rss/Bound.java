package io.jemscope.agent.rss;

/** How a row's resident bytes are meant. */
enum Bound {
    /** As the kernel counts them, by mapping. */
    EXACT("exact"),
    /** No more than that. */
    MOST("most"),
    /** No less than that. */
    LEAST("least");

    private final String word;

    Bound(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
