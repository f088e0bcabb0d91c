package io.jemscope.profile;

import java.util.Arrays;

/**
 * The same errors as {@link SampleRate} tells, for the figures of many samples. Blocks have few sizes, so the factor that
 * depends on the size is remembered for those met last: an exponential function costs more than all else that is done with a sample.
 * Not safe for several threads.
 */
public final class SampleErrors {

    /** A power of two. */
    private static final int REMEMBERED = 256;

    private static final int SHIFT = 64 - 8;

    private final SampleRate rate;
    private final double[] sizes = new double[REMEMBERED];
    private final double[] factors = new double[REMEMBERED];

    /**
     * Begins without any.
     *
     * @param rate how densely was sampled
     */
    public SampleErrors(SampleRate rate) {
        this.rate = rate;
        // Equal to nothing.
        Arrays.fill(sizes, Double.NaN);
    }

    /**
     * How many samples a scaled amount rests on, see {@link SampleRate#samples}.
     *
     * @param objects the amount's objects
     * @param bytes the amount's bytes
     * @return the number of sampled objects
     */
    public double samples(double objects, double bytes) {
        return SampleRate.isNothing(objects, bytes) ? 0 : rate.samples(objects, factor(bytes / objects));
    }

    /**
     * The standard error of a scaled amount's bytes, see {@link SampleRate#estimateBytes}.
     *
     * @param objects the amount's objects
     * @param bytes the amount's bytes
     * @return the standard error in bytes, which is NaN where the rate isn't known
     */
    public double ofBytes(double objects, double bytes) {
        if (SampleRate.isNothing(objects, bytes)) {
            return 0;
        }
        double size = bytes / objects;
        return rate.errorOfBytes(objects, size, factor(size));
    }

    private double factor(double size) {
        int slot = (int) ((Double.doubleToRawLongBits(size) * 0x9E37_79B9_7F4A_7C15L) >>> SHIFT);
        if (sizes[slot] != size) {
            sizes[slot] = size;
            factors[slot] = rate.factor(size);
        }
        return factors[slot];
    }
}
