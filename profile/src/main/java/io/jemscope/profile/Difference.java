package io.jemscope.profile;

/**
 * A sampled figure less an earlier one, with the error of both. The 95 % range is made of the two figures' own ranges: each of its
 * ends is as far from the difference as the root of the squares of what either figure may be wrong by in that direction (Zou and
 * Donner 2008, Newcombe 1998). For many samples that is two standard errors, {@code 2·√(V + V')}; for few samples the ends aren't equally
 * far from the figure, as those of the two figures aren't.
 *
 * @param later the later figure; at least 0
 * @param earlier the earlier figure; at least 0, sampled independently of the later one
 */
public record Difference(Estimate later, Estimate earlier) {

    /**
     * Gives a figure without a sample the range of what may be there unseen.
     *
     * @param later the later figure
     * @param earlier the earlier figure
     */
    public Difference {
        later = orUnseen(later);
        earlier = orUnseen(earlier);
    }

    private static Estimate orUnseen(Estimate figure) {
        return figure.value() == 0 && figure.weight() != 0 ? Estimate.unseen(figure.weight()) : figure;
    }

    /**
     * The difference.
     *
     * @return the later figure less the earlier one
     */
    public double value() {
        return later.value() - earlier.value();
    }

    /**
     * The standard error if both were sampled independently. Blocks in both make it smaller, never greater.
     *
     * @return the root of both variances; a figure without a sample has the error of one and a half samples; NaN if unknown
     */
    public double standardError() {
        return Math.hypot(later.standardError(), earlier.standardError());
    }

    /**
     * The least that the difference may be.
     *
     * @return the lower end of the 95 % range; NaN if unknown
     */
    public double low() {
        return value() - Math.hypot(below(later), above(earlier));
    }

    /**
     * The most that the difference may be.
     *
     * @return the upper end of the 95 % range; NaN if unknown
     */
    public double high() {
        return value() + Math.hypot(above(later), below(earlier));
    }

    /** By how much a figure may be too great. */
    private static double below(Estimate figure) {
        return figure.value() - figure.low();
    }

    /** By how much a figure may be too small. */
    private static double above(Estimate figure) {
        return figure.high() - figure.value();
    }

    /**
     * Whether the difference is larger than its error.
     *
     * @return whether 0 lies outside the 95 % range; false if unknown
     */
    public boolean isSure() {
        return low() > 0 || high() < 0;
    }
}
