package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * How densely the allocator samples: on average one sample for so many bytes allocated. All scaling of samples happens
 * here, and nowhere else.
 *
 * <p>jemalloc draws the distance to the next sample from a geometric distribution, so a block of {@code s} bytes is
 * sampled with probability {@code p = 1 - exp(-s / R)}, R being the mean distance. Each sampled block therefore stands
 * for {@code k = 1 / p} blocks (jemalloc, {@code prof_data.c}, {@code prof_do_unbias}; jeprof and pprof scale alike).
 *
 * <p>All errors come from here, too. Of {@code N} live blocks a binomial number is sampled, so the estimate of their bytes has
 * the variance {@code N·g(s)}, {@code g(s) = s² / (exp(s / R) - 1)}: about {@code R·s} for small blocks, at most {@code 0.648·R²}
 * at {@code s = 1.594·R}, and nearly nothing for blocks far above R, of which none is missed. A record tells only the mean size
 * of its blocks. {@code g} is concave up to its maximum, so {@code N·g(min(mean, 1.594·R))} bounds the variance whatever sizes are
 * mixed. Only where a record fits blocks of one size class is {@code g} of that size taken, see {@link Amount#blockBytes}.
 *
 * @param bytes the mean distance between two samples, in bytes: 1 if every allocation is known, 0 if the distance is
 *     unknown
 */
public record SampleRate(long bytes) {

    /** Every allocation is known: nothing to scale, and no error. */
    public static final SampleRate EVERY_ALLOCATION = new SampleRate(1);

    /** The rate is unknown: amounts aren't scaled, and their errors are unknown. */
    public static final SampleRate UNKNOWN = new SampleRate(0);

    /** Where g has its maximum, in rates: there x = 2·(1 - exp(-x)). */
    private static final double MOST_UNCERTAIN = 1.59362426004004;

    /** The maximum of g, in squares of the rate. */
    private static final double MOST_VARIANCE = 0.6476102378919;

    /** Above so many rates it matters whether blocks have one size. Means of jemalloc are up to 7 % too small there. */
    private static final double LEAST_LARGE = 1.4;

    /** jemalloc's smallest size class. */
    private static final double SMALLEST_BLOCK = 8;

    /**
     * Checks the rate.
     *
     * @param bytes the mean distance
     * @throws IllegalArgumentException if it is below 0
     */
    public SampleRate {
        if (bytes < 0) {
            throw new IllegalArgumentException("A sample rate is at least 0 bytes, not " + bytes);
        }
    }

    /**
     * Whether the rate is known.
     *
     * @return false for {@link #UNKNOWN}
     */
    public boolean isKnown() {
        return bytes > 0;
    }

    /**
     * Whether every allocation is known, so that figures have no error.
     *
     * @return whether the distance is 1 byte
     */
    public boolean isExact() {
        return bytes == 1;
    }

    /**
     * Turns one raw record of a dump into what it stands for. Each record line is scaled on its own, live and
     * accumulated apart: raw lines must not be added first.
     *
     * @param sampledObjects how many sampled objects the line counts; at least 0
     * @param sampledBytes how many bytes these take; at least 0
     * @return the estimated amount; {@link Amount#NONE} if there are no objects or no bytes
     */
    public Amount scale(long sampledObjects, long sampledBytes) {
        if (sampledObjects <= 0 || sampledBytes <= 0) {
            return Amount.NONE;
        }
        return scaled(sampledObjects, sampledBytes, factor((double) sampledBytes / sampledObjects));
    }

    Amount scaled(long sampledObjects, long sampledBytes, double factor) {
        double objects = sampledObjects * factor;
        double scaledBytes = sampledBytes * factor;
        double mean = (double) sampledBytes / sampledObjects;
        if (bytes > 1 && mean > LEAST_LARGE * bytes) {
            double block = SizeClasses.only(sampledObjects, sampledBytes, bytes);
            return block == SizeClasses.NONE
                    ? new Amount(objects, scaledBytes)
                    : new Amount(objects, scaledBytes, block);
        }
        return new Amount(objects, scaledBytes);
    }

    /**
     * The bytes of a scaled amount with their error. Sum the results with {@link Estimate#plus}; don't sum the amounts
     * first where their mean sizes differ.
     *
     * @param scaled an amount that {@link #scale} gave; in a difference, what is taken off may be negative and has the same error
     * @return its bytes and their error, which is NaN if the rate isn't known
     */
    public Estimate estimateBytes(Amount scaled) {
        if (scaled.bytes() == 0) {
            return new Estimate(0, 0);
        }
        double variancePerByte = variancePerByte(scaled.blockBytes());
        double variance = Math.abs(scaled.bytes()) * variancePerByte;
        return new Estimate(scaled.bytes(), Math.sqrt(variance), variancePerByte, scaled.blockBytes());
    }

    /**
     * The objects of a scaled amount with their error, as though all its blocks had one size. Where they don't, the error is
     * larger, by how much can't be known: one sampled block of 16 bytes stands for 32,768 objects.
     *
     * @param scaled an amount that {@link #scale} gave
     * @return its objects and their error, which is NaN if the rate isn't known
     */
    public Estimate estimateObjects(Amount scaled) {
        if (scaled.objects() <= 0) {
            return new Estimate(scaled.objects(), 0);
        }
        double block = Math.max(scaled.blockBytes(), SMALLEST_BLOCK);
        double variancePerObject = variancePerByte(block) / block;
        return new Estimate(scaled.objects(), Math.sqrt(scaled.objects() * variancePerObject), variancePerObject, 1);
    }

    /**
     * The memory that a site without a sample can hold.
     *
     * @return nothing, with the error of one sample; unknown where the rate is
     */
    public Estimate nothingSampled() {
        double weight = isKnown() ? bytes > 1 ? bytes : 0 : Double.NaN;
        return new Estimate(0, 0, weight, 0);
    }

    /**
     * The most that a line without a sample can hold, in 95 cases of 100: with more, at least one of its blocks would
     * have been sampled.
     *
     * @return three times the rate, since {@code exp(-3) = 0.05}; 0 if every allocation is known, NaN if the rate isn't
     */
    public double mostUnseenBytes() {
        return Estimate.unseen(nothingSampled().weight()).high();
    }

    /**
     * The variance of an estimate of bytes, for each byte of it.
     *
     * @param blockBytes the blocks' size, see {@link Amount#blockBytes}
     * @return the variance divided by the figure, in bytes; NaN if the rate isn't known
     */
    double variancePerByte(double blockBytes) {
        if (!isKnown()) {
            return Double.NaN;
        }
        if (bytes == 1) {
            return 0;
        }
        double sizes = blockBytes / bytes;
        if (sizes <= 0) {
            return bytes;
        }
        return sizes > MOST_UNCERTAIN && !SizeClasses.isOne(blockBytes)
                ? MOST_VARIANCE * bytes / sizes
                : blockBytes / Math.expm1(sizes);
    }

    /**
     * How many objects of one size a sampled one stands for.
     *
     * @param objectBytes the size; above 0
     * @return at least 1
     */
    public double factor(double objectBytes) {
        if (bytes <= 1) {
            return 1;
        }
        // 1 - exp(-x) written so that it keeps its digits where x is tiny (a small object, a wide distance).
        return -1 / Math.expm1(-objectBytes / bytes);
    }

    /**
     * Whether blocks of one size class have such a mean size.
     *
     * @return whether it is one of jemalloc's size classes
     */
    public static boolean isSizeClass(double blockBytes) {
        return SizeClasses.isOne(blockBytes);
    }

    // Written out for a quick start, as in Mapping.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SampleRate rate && bytes == rate.bytes;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bytes);
    }
}
