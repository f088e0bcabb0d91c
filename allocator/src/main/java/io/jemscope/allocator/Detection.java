package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * Whether a process uses jemalloc.
 *
 * @param prefix the prefix of jemalloc's functions: empty, {@code je_}, {@code _rjem_}
 * @param path the file that exports {@code mallctl}; null if there is none or its path isn't known
 * @param version jemalloc's version; null if there is none
 */
public record Detection(
        State state,
        String prefix,
        @Nullable String path,
        @Nullable String version) {

    /** Whether the process has jemalloc, and uses it. */
    public enum State {
        /** No {@code mallctl} in the process. */
        ABSENT,
        /** The process has {@code mallctl}, but an allocation with {@code malloc} doesn't change jemalloc's counter. */
        BYPASSED,
        /** The process has {@code mallctl}, and {@code malloc} is jemalloc's. */
        PRESENT
    }

    /** No jemalloc. */
    public static final Detection ABSENT = new Detection(State.ABSENT, "", null, null);

    /** Returns whether {@code malloc} is jemalloc's. */
    public boolean present() {
        return state == State.PRESENT;
    }
}
