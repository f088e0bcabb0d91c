package io.jemscope.profile;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A function of the size of blocks. Blocks have few sizes, so the last results are remembered: an exponential function
 * takes more time than everything else for a sample. Not safe for several threads.
 */
final class SizeTable {

    /** A power of two. */
    private static final int REMEMBERED = 256;

    private static final int SHIFT = 64 - 8;

    private final DoubleUnaryOperator function;
    private final double[] sizes = new double[REMEMBERED];
    private final double[] results = new double[REMEMBERED];

    SizeTable(DoubleUnaryOperator function) {
        this.function = function;
        // Equal to nothing.
        Arrays.fill(sizes, Double.NaN);
    }

    double of(double size) {
        int slot = (int) ((Double.doubleToRawLongBits(size) * 0x9E37_79B9_7F4A_7C15L) >>> SHIFT);
        if (sizes[slot] != size) {
            sizes[slot] = size;
            results[slot] = function.applyAsDouble(size);
        }
        return results[slot];
    }
}
