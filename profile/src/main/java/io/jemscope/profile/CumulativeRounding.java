package io.jemscope.profile;

/**
 * Rounds the figures of a series to whole numbers so that their sum stays right: what one figure loses or gains is
 * carried into the next. Every whole number is then within 1 of its figure, and the sum of any number of them from the
 * first on is within one half of the sum of theirs.
 */
public final class CumulativeRounding {

    private double carry;

    /** Begins a series. */
    public CumulativeRounding() {}

    /**
     * Rounds the next figure.
     *
     * @param figure the figure; at least 0
     * @return a whole number, at least 0; {@link Long#MAX_VALUE} if the figure is beyond it
     */
    public long round(double figure) {
        double wanted = figure + carry;
        long whole = Math.round(wanted);
        carry = whole == Long.MAX_VALUE ? 0 : wanted - whole;
        return whole;
    }
}
