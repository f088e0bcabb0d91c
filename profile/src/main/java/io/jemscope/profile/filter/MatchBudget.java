package io.jemscope.profile.filter;

/**
 * How much work may be done for somebody. Counted in steps, as {@link NamePattern#steps} tells them beforehand: so it is the same
 * work on any machine, and no clock is read. For one thread.
 */
final class MatchBudget {

    private long left;

    /**
     * Makes it.
     *
     * @param steps how many steps may be made
     */
    MatchBudget(long steps) {
        left = steps;
    }

    /** As much as it takes. */
    static MatchBudget any() {
        return new MatchBudget(Long.MAX_VALUE);
    }

    /** Uses some of it up; answers false, and nothing is left, where there isn't so much. */
    boolean take(long steps) {
        if (steps > left) {
            left = 0;
            return false;
        }
        left -= steps;
        return true;
    }
}
