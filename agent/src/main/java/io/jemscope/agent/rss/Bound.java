package io.jemscope.agent.rss;

import java.util.Locale;

/** How a row's resident bytes are meant. */
enum Bound {
    /** As the kernel counts them, by mapping. */
    EXACT,
    /** No more than that. */
    MOST,
    /** No less than that. */
    LEAST;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
