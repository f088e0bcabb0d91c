package io.jemscope.report.pipeline;

/**
 * How a base is subtracted from a profile.
 *
 * @param negatives what happens to stacks that shrank
 * @param normalize whether to scale the profile to the base's total first
 * @param shareOfBase whether shares are of the base's total; else of the sum of all changes
 */
public record BaseOptions(Negatives negatives, boolean normalize, boolean shareOfBase) {

    /** Shows what shrank in each format that can. */
    public static final BaseOptions DEFAULT = new BaseOptions(Negatives.WHERE_SHOWN, false, false);

    /** What happens to stacks that shrank. Reports that compare rows always list them. */
    public enum Negatives {
        /** Formats without negative figures omit them, see {@link Report#omitted}. */
        WHERE_SHOWN,
        /** Formats without negative figures are refused where a stack shrank, see {@link Incompatibility#SHRINKAGE}. */
        REQUIRED,
        /** All formats omit them. */
        DROPPED
    }
}
