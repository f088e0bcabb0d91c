package io.jemscope.profile;

/**
 * Selects needless frames by their place in a stack. Locations are indices of {@link Samples#locations()}, because a
 * profile may have millions of stacks of some thousand locations.
 */
public interface FrameFilter {

    /**
     * Whether a location is left out if it is innermost, or if all locations inside it are left out for the same reason.
     * A stack of nothing else stays whole.
     */
    boolean isNeedlessInnermost(int location);

    /**
     * Whether a location and its caller are left out if the location is innermost, as in {@link #isNeedlessInnermost}. Of
     * several such locations in a row only the outermost one's caller is left out.
     */
    default boolean isNeedlessWithCaller(int location) {
        return false;
    }

    /**
     * Whether a location is left out below certain callers. Most aren't, and then the caller isn't looked at.
     *
     * @return whether {@link #isNeedlessBelow} must be called
     */
    boolean isNeedlessBelowSome(int location);

    /**
     * Whether a location is left out below a certain caller.
     *
     * @param location one for which {@link #isNeedlessBelowSome} is true
     * @param caller its caller in the whole stack
     */
    boolean isNeedlessBelow(int location, int caller);
}
