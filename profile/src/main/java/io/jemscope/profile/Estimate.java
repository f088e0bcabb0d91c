package io.jemscope.profile;

/**
 * A figure that comes from samples, with its standard error: in about two cases of three the truth lies within one
 * standard error of the value, in 95 of 100 within two.
 *
 * @param value the figure, in the unit its context names
 * @param standardError the standard error, in the same unit; at least 0, 0 where every allocation was seen, and NaN
 *     where nothing tells
 */
public record Estimate(double value, double standardError) {

    /** Nothing, and certainly so. */
    public static final Estimate ZERO = new Estimate(0, 0);

    /**
     * Adds two independent estimates: values add, and so do the squares of the errors.
     *
     * @param other what to add
     * @return the sum
     */
    public Estimate plus(Estimate other) {
        return new Estimate(value + other.value, Math.hypot(standardError, other.standardError));
    }

    /**
     * The error as a share of the value.
     *
     * @return the relative standard error, 0.1 for ten per cent; 0 where the value is 0
     */
    public double relativeError() {
        return value == 0 ? 0 : standardError / Math.abs(value);
    }
}
