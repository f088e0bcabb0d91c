package io.jemscope.profile;

/**
 * Frames that say nothing to a reader, depending on where in a stack they stand. Stacks are numbers of locations here,
 * indices of {@link Samples#locations()}: a profile may have millions of stacks of some thousand locations.
 */
public interface FrameFilter {

    /**
     * Says whether a location is left out where it is innermost, or where what it called is left out for this reason, too.
     * A stack of nothing else stays whole.
     */
    boolean isNeedlessInnermost(int location);

    /**
     * Says whether a location is left out where it is innermost, like one that {@link #isNeedlessInnermost} names, and its
     * caller with it. Of several such locations in a row only the outermost one's caller is left out.
     *
     * @return whether both are
     */
    default boolean isNeedlessWithCaller(int location) {
        return false;
    }

    /**
     * Says whether a location is left out wherever certain ones called it. Most aren't, and then nobody need look who did.
     *
     * @return whether {@link #isNeedlessBelow} is to be asked
     */
    boolean isNeedlessBelowSome(int location);

    /**
     * Says whether a location is left out wherever a certain one called it.
     *
     * @param location one that is left out below some
     * @param caller the one that called it, as the stack was before anything was left out
     */
    boolean isNeedlessBelow(int location, int caller);
}
