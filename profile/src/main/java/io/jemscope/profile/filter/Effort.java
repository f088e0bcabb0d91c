package io.jemscope.profile.filter;

/**
 * How much work may be done for somebody. Counted in steps, as {@link NamePattern#steps} tells them beforehand: so it is the same
 * work on any machine, and no clock is read. For one thread.
 */
final class Effort {

    private long left;

    /**
     * Makes it.
     *
     * @param steps how many steps may be made
     */
    Effort(long steps) {
        left = steps;
    }

    /** As much as it takes. */
    static Effort any() {
        return new Effort(Long.MAX_VALUE);
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
