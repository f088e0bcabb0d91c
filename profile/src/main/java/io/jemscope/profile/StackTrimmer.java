package io.jemscope.profile;

/**
 * Leaves needless frames out of stacks as they are read: what is read is a small part of them for most reports, and a second
 * copy of all would take as much memory again. Unchangeable.
 */
final class StackTrimmer {

    /** Left out where it is innermost. */
    private static final byte INNERMOST = 1;

    /** Left out where certain ones called it. */
    private static final byte BELOW_SOME = 2;

    /** Left out where it is innermost, with its caller. */
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
     * What is to be known of each number: nothing where it is 0, else {@link #isInnermostNeedless} and {@link #isNeedless}
     * are to be asked. Not to be written to.
     */
    byte[] traits() {
        return traits;
    }

    /** Whether a number is left out where it is innermost. A stack of nothing else stays whole. */
    boolean isInnermostNeedless(int number) {
        return (traits[number] & INNERMOST) != 0;
    }

    /** Whether a number is left out where it is innermost, with its caller. */
    boolean isNeedlessWithCaller(int number) {
        return (traits[number] & WITH_CALLER) != 0;
    }

    /** Whether a number is left out wherever another one called it, as the stack was before anything was left out. */
    boolean isNeedless(int number, int caller) {
        return (traits[number] & BELOW_SOME) != 0 && needless.isNeedlessBelow(number, caller);
    }
}
