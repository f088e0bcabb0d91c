package io.jemscope.profile;

/**
 * Leaves needless frames out of stacks as they are read. Most reports read a small part of the stacks, and a second copy of
 * all would take as much memory again. Immutable.
 */
final class StackTrimmer {

    /** Left out if it is innermost. */
    private static final byte INNERMOST = 1;

    /** Left out below certain callers. */
    private static final byte BELOW_SOME = 2;

    /** Left out with its caller if it is innermost. */
    private static final byte WITH_CALLER = 4;

    private final FrameFilter needless;

    /** By number; 0 for nearly all. */
    private final byte[] traits;

    private final boolean none;

    private static final FrameFilter NOTHING = new FrameFilter() {
        @Override
        public boolean isNeedlessInnermost(int location) {
            return false;
        }

        @Override
        public boolean isNeedlessBelowSome(int location) {
            return false;
        }

        @Override
        public boolean isNeedlessBelow(int location, int caller) {
            return false;
        }
    };

    private StackTrimmer(FrameFilter needless, byte[] traits, boolean none) {
        this.needless = needless;
        this.traits = traits;
        this.none = none;
    }

    /** Leaves nothing out of stacks of so many different numbers. */
    static StackTrimmer none(int numbers) {
        return new StackTrimmer(NOTHING, new byte[numbers], true);
    }

    /** Leaves frames out of stacks of so many different numbers. */
    static StackTrimmer of(FrameFilter needless, int numbers) {
        byte[] traits = new byte[numbers];
        boolean none = true;
        for (int number = 0; number < numbers; number++) {
            traits[number] = (byte) ((needless.isNeedlessInnermost(number) ? INNERMOST : 0)
                    | (needless.isNeedlessWithCaller(number) ? WITH_CALLER : 0)
                    | (needless.isNeedlessBelowSome(number) ? BELOW_SOME : 0));
            none &= traits[number] == 0;
        }
        return new StackTrimmer(needless, traits, none);
    }

    /** Whether nothing is left out. */
    boolean isNone() {
        return none;
    }

    /**
     * By number: 0 if the location always stays, else call {@link #isInnermostNeedless} and {@link #isNeedless}. Don't
     * modify.
     */
    byte[] traits() {
        return traits;
    }

    /** Whether a number is left out if it is innermost. A stack of such numbers only stays whole. */
    boolean isInnermostNeedless(int number) {
        return (traits[number] & INNERMOST) != 0;
    }

    /** Whether a number is left out with its caller if it is innermost. */
    boolean isNeedlessWithCaller(int number) {
        return (traits[number] & WITH_CALLER) != 0;
    }

    /** Whether a number is left out below a caller in the whole stack. */
    boolean isNeedless(int number, int caller) {
        return (traits[number] & BELOW_SOME) != 0 && needless.isNeedlessBelow(number, caller);
    }
}
