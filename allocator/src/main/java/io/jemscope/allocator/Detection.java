package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * Whether a process runs on jemalloc.
 *
 * @param state what was found
 * @param prefix what stands before jemalloc's names: nothing, {@code je_}, {@code _rjem_}
 * @param path the file that exports {@code mallctl}; null where there is none or its path isn't known
 * @param version jemalloc's version; null where there is none
 */
public record Detection(
        State state,
        String prefix,
        @Nullable String path,
        @Nullable String version) {

    /** What was found. */
    public enum State {
        /** No {@code mallctl} in the process. */
        ABSENT,
        /** {@code mallctl} is there, but {@code malloc} doesn't go to it: allocating a byte moved nothing. */
        BYPASSED,
        /** {@code mallctl} is there and {@code malloc} goes to it. */
        PRESENT
    }

    /** No jemalloc. */
    public static final Detection ABSENT = new Detection(State.ABSENT, "", null, null);

    /**
     * Whether jemalloc serves the process's {@code malloc}.
     *
     * @return whether it does
     */
    public boolean present() {
        return state == State.PRESENT;
    }
}
