package io.jemscope.profile;

/**
 * jemalloc's size classes: four in each doubling, such as 1, 1.25, 1.5 and 1.75 MiB. A
 * record shows whether all its sampled blocks have one size, because jemalloc's figures for several sizes hardly ever equal
 * those for one.
 */
final class SizeClasses {

    /** The blocks have several sizes. */
    static final double NONE = 0;

    /** jemalloc keeps its counts in eighths of an object ({@code prof_data.c}, {@code SC_LG_TINY_MIN}). */
    private static final double EIGHTHS = 8;

    /** By so much jemalloc's counts, rounded to eighths, shift the mean size of one object or more. */
    private static final double MOST_SHIFT = 0.07;

    private SizeClasses() {}

    /** Whether a size is a size class. Below 64 bytes the classes are closer; there all multiples of 8 count. */
    static boolean isOne(double size) {
        long whole = (long) size;
        if (whole != size || whole < 8) {
            return false;
        }
        long step = Math.max(8, Long.highestOneBit(whole) / 4);
        return whole % step == 0;
    }

    /**
     * The size class of all sampled blocks of a record; {@link #NONE} if they have several. For blocks above 1.4 times
     * the rate.
     */
    static double only(long sampledObjects, long sampledBytes, long rate) {
        double mean = (double) sampledBytes / sampledObjects;
        long step = Math.max(8, Long.highestOneBit((long) (mean * (1 - MOST_SHIFT))) / 4);
        long first = (long) (mean * (1 - MOST_SHIFT)) / step * step;
        for (long size = first; size <= mean * (1 + MOST_SHIFT); size += step) {
            if (isOne((double) size) && fits(size, sampledObjects, sampledBytes, rate)) {
                return size;
            }
        }
        return NONE;
    }

    private static boolean fits(long size, long sampledObjects, long sampledBytes, long rate) {
        if (sampledObjects * (double) size == sampledBytes) {
            // Without prof_unbias, or where jemalloc's rounding changes nothing.
            return true;
        }
        // With prof_unbias each sampled block counts as round(8·k) eighths and round(k·s) bytes; the sums are then
        // divided by k of
        // their mean, and rounded.
        double factor = -1 / Math.expm1(-(double) size / rate);
        double countOf1 = Math.rint(EIGHTHS * factor) / EIGHTHS;
        double bytesOf1 = Math.rint(size * factor);
        double chance = -Math.expm1(-bytesOf1 / countOf1 / rate);
        double blocks = Math.rint(sampledBytes / (bytesOf1 * chance));
        return isRounded(blocks * bytesOf1 * chance, sampledBytes)
                && isRounded(blocks * countOf1 * chance, sampledObjects);
    }

    private static boolean isRounded(double exact, long whole) {
        return Math.abs(exact - whole) <= 0.5 + 1e-12 * exact;
    }
}
