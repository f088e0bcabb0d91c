package io.jemscope.profile.filter;

/**
 * A limit for the work of a caller's patterns, in steps ({@link NamePattern#steps}), so that it is the same on any machine.
 * Not safe for several threads.
 */
final class MatchBudget {

    private long left;

    MatchBudget(long steps) {
        left = steps;
    }

    /** Without a limit. */
    static MatchBudget any() {
        return new MatchBudget(Long.MAX_VALUE);
    }

    /** Uses some steps; returns false, and leaves none, if fewer are left. */
    boolean take(long steps) {
        if (steps > left) {
            left = 0;
            return false;
        }
        left -= steps;
        return true;
    }
}
