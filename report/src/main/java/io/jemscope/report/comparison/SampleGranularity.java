package io.jemscope.report.comparison;

import io.jemscope.profile.SampleRate;

/**
 * What a figure is made of, as far as sampling is concerned: blocks of one size, each sampled with one probability. Where
 * the blocks differ in size, it is those that have the same variance for the same figure.
 *
 * @param size what one block adds to the truth, in the figure's unit; above 0
 * @param missed how likely a block isn't sampled; from 0 to 1, NaN where nothing tells
 */
public record SampleGranularity(double size, double missed) {

    /** Every block is known. */
    public static final SampleGranularity EXACT = new SampleGranularity(1, 0);

    /** Nothing tells how densely was sampled. */
    public static final SampleGranularity UNKNOWN = new SampleGranularity(1, Double.NaN);

    /** Blocks of less than this share of the rate are as good as infinitely small. */
    private static final double SMALLEST = 1e-4;

    /** Blocks of more than this many rates are as good as never missed. */
    private static final double LARGEST = 600;

    private static final int HALVINGS = 60;

    /**
     * The blocks of a figure of bytes: of {@code s} bytes at the rate {@code R}, where {@code s / (exp(s/R) - 1)} is the
     * weight.
     *
     * @param weight the figure's variance as a share of it, in bytes
     * @param rate how densely was sampled
     */
    public static SampleGranularity ofBytes(double weight, SampleRate rate) {
        if (Double.isNaN(weight) || !rate.isKnown()) {
            return UNKNOWN;
        }
        if (rate.bytes() <= 1 || weight <= 0) {
            return EXACT;
        }
        double share = weight / rate.bytes();
        double low = SMALLEST;
        double high = LARGEST;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle / Math.expm1(middle) > share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new SampleGranularity(low * rate.bytes(), Math.exp(-low));
    }

    /**
     * The blocks of a figure of objects: each counts one, and the variance tells how likely it is missed.
     *
     * @param weight the figure's variance as a share of it, in objects
     */
    public static SampleGranularity ofObjects(double weight) {
        return Double.isNaN(weight) ? UNKNOWN : new SampleGranularity(1, weight / (1 + weight));
    }

    /** What one sampled block stands for, in the figure's unit. */
    double sample() {
        return size / (1 - missed);
    }

    /** A figure's variance as a share of it. */
    double weight() {
        return missed * sample();
    }

    SampleGranularity times(double factor) {
        return new SampleGranularity(size * factor, missed);
    }
}
