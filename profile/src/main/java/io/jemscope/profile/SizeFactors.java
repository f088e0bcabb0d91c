package io.jemscope.profile;

import java.util.Arrays;

/**
 * How many objects a sampled one stands for, by its size. Blocks have few sizes, so the factors of those met last are
 * remembered: an exponential function costs more than all else that is done with a sample. Not safe for several threads.
 */
final class SizeFactors {

    /** A power of two. */
    private static final int REMEMBERED = 256;

    private static final int SHIFT = 64 - 8;

    private final SampleRate rate;
    private final double[] sizes = new double[REMEMBERED];
    private final double[] factors = new double[REMEMBERED];

    SizeFactors(SampleRate rate) {
        this.rate = rate;
        // Equal to nothing.
        Arrays.fill(sizes, Double.NaN);
    }

    /** The factor of objects of a size, see {@link SampleRate#factor}. */
    double of(double size) {
        int slot = (int) ((Double.doubleToRawLongBits(size) * 0x9E37_79B9_7F4A_7C15L) >>> SHIFT);
        if (sizes[slot] != size) {
            sizes[slot] = size;
            factors[slot] = rate.factor(size);
        }
        return factors[slot];
    }
}
