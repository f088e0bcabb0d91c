package io.jemscope.report.pipeline;

/**
 * How a base is taken off a profile.
 *
 * @param negatives what becomes of stacks that there is less of than in the base
 * @param normalize whether the profile is brought to the base's total first
 * @param shareOfBase whether shares are of the base's total; else of all that came and went
 */
public record BaseOptions(Negatives negatives, boolean normalize, boolean shareOfBase) {

    /** Whatever a form can show. */
    public static final BaseOptions DEFAULT = new BaseOptions(Negatives.WHERE_SHOWN, false, false);

    /** What becomes of negative figures. */
    public enum Negatives {
        /** They are dropped in forms that have none. */
        WHERE_SHOWN,
        /** A form that has none is refused where there are any. */
        KEPT,
        /** They are dropped. */
        DROPPED
    }
}
