package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * Which allocator a process uses, and what samples it.
 *
 * @param prefix the prefix of jemalloc's functions: empty, {@code je_}, {@code _rjem_}
 * @param path the file that exports {@code mallctl}; null if there is none or its path isn't known
 * @param version jemalloc's version; null if there is none
 * @param malloc the allocator behind {@code malloc} and its version, such as {@code glibc 2.36}, {@code jemalloc 5.3.0},
 *     {@code tcmalloc 2.10}; of others the file name of its library; null if not known
 * @param sampledHere whether Jemscope samples {@code malloc} itself, since there is no jemalloc or it doesn't profile
 */
public record Detection(
        State state,
        String prefix,
        @Nullable String path,
        @Nullable String version,
        @Nullable String malloc,
        boolean sampledHere) {

    /** Whether the process has jemalloc, and uses it. */
    public enum State {
        /** No {@code mallctl} in the process. */
        ABSENT,
        /** The process has {@code mallctl}, but an allocation with {@code malloc} doesn't change jemalloc's counter. */
        BYPASSED,
        /** The process has {@code mallctl}, and {@code malloc} is jemalloc's. */
        PRESENT
    }

    /** Returns whether {@code malloc} is jemalloc's. */
    public boolean present() {
        return state == State.PRESENT;
    }

    /** Returns whether {@code malloc} is glibc's. */
    public boolean isGlibc() {
        return malloc != null && malloc.startsWith("glibc ");
    }

    /** The allocator behind {@code malloc}; a general word if it isn't known. */
    public String mallocName() {
        return malloc != null ? malloc : present() ? "jemalloc" : "an unknown allocator";
    }
}
