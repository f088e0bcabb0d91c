package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * How densely the allocator samples: on average one sample for so many bytes allocated. All scaling of samples happens
 * here, and nowhere else.
 *
 * <p>jemalloc draws the distance to the next sample from a geometric distribution, so a block of {@code s} bytes is
 * sampled with probability {@code p = 1 - exp(-s / R)}, R being the mean distance. Each sampled block therefore stands
 * for {@code k = 1 / p} blocks (jemalloc, {@code prof_data.c}, {@code prof_do_unbias}; jeprof and pprof scale alike).
 * The number of blocks sampled is binomial, which gives the error: {@code n} sampled blocks of {@code s} bytes stand
 * for {@code n·k·s} bytes with variance {@code n·(1 - p)·(k·s)²}. For small blocks that is a relative error of 1/√n; for
 * blocks well above R it vanishes, since none of them is missed.
 *
 * @param bytes the mean distance between two samples, in bytes: 1 where every allocation is known, 0 where nothing tells
 *     the distance
 */
public record SampleRate(long bytes) {

    /** Every allocation is known: nothing to scale, and no error. */
    public static final SampleRate EVERY_ALLOCATION = new SampleRate(1);

    /** Nothing tells how densely was sampled: amounts are taken as they stand, and their errors aren't known. */
    public static final SampleRate UNKNOWN = new SampleRate(0);

    /**
     * Checks the rate.
     *
     * @param bytes the mean distance
     * @throws IllegalArgumentException where it is below 0
     */
    public SampleRate {
        if (bytes < 0) {
            throw new IllegalArgumentException("A sample rate is at least 0 bytes, not " + bytes);
        }
    }

    /**
     * Says whether it is known how densely was sampled.
     *
     * @return false for {@link #UNKNOWN}
     */
    public boolean isKnown() {
        return bytes > 0;
    }

    /**
     * Turns one raw record of a dump into what it stands for. Each record line is scaled on its own, live and
     * accumulated apart: raw lines must not be added first.
     *
     * @param sampledObjects how many sampled objects the line counts; at least 0
     * @param sampledBytes how many bytes these take; at least 0
     * @return the estimated amount; {@link Amount#NONE} where there are no objects or no bytes
     */
    public Amount scale(long sampledObjects, long sampledBytes) {
        if (sampledObjects <= 0 || sampledBytes <= 0) {
            return Amount.NONE;
        }
        return scaled(sampledObjects, sampledBytes, factor((double) sampledBytes / sampledObjects));
    }

    static Amount scaled(long sampledObjects, long sampledBytes, double factor) {
        return new Amount(sampledObjects * factor, sampledBytes * factor);
    }

    /**
     * How many samples a scaled amount rests on.
     *
     * @param scaled an amount that {@link #scale} gave, or a sum of amounts of blocks of like size
     * @return the number of sampled objects; a fraction where the amount was shared out between threads, NaN
     *     where the rate isn't known
     */
    public double samples(Amount scaled) {
        return isNothing(scaled.objects(), scaled.bytes()) ? 0 : samples(scaled.objects(), factor(scaled.meanBytes()));
    }

    /**
     * The bytes of a scaled amount with their error. Sum the results with {@link Estimate#plus}; don't sum the amounts
     * first where their mean sizes differ.
     *
     * @param scaled an amount that {@link #scale} gave
     * @return its bytes and their standard error, which is NaN where the rate isn't known
     */
    public Estimate estimateBytes(Amount scaled) {
        double error = isNothing(scaled.objects(), scaled.bytes())
                ? 0
                : errorOfBytes(scaled.objects(), scaled.meanBytes(), factor(scaled.meanBytes()));
        return new Estimate(scaled.bytes(), error);
    }

    /**
     * The objects of a scaled amount with their error. Sum the results with {@link Estimate#plus}, as with bytes.
     *
     * @param scaled an amount that {@link #scale} gave
     * @return its objects and their standard error, which is NaN where the rate isn't known
     */
    public Estimate estimateObjects(Amount scaled) {
        double error = isNothing(scaled.objects(), scaled.bytes())
                ? 0
                : errorOfObjects(scaled.objects(), factor(scaled.meanBytes()));
        return new Estimate(scaled.objects(), error);
    }

    /** Whether no sample and no error belongs to a scaled amount. What follows is for others. */
    static boolean isNothing(double objects, double bytes) {
        return objects <= 0 || bytes <= 0;
    }

    /** How many samples objects rest on of which each sampled one stands for {@code factor}. */
    double samples(double objects, double factor) {
        return isKnown() ? objects / factor : Double.NaN;
    }

    /** The standard error of the bytes of such objects. */
    double errorOfBytes(double objects, double objectBytes, double factor) {
        return objectBytes * errorOfObjects(objects, factor);
    }

    private double errorOfObjects(double objects, double factor) {
        double samples = samples(objects, factor);
        return samples == 0 ? 0 : factor * Math.sqrt(samples * (1 - 1 / factor));
    }

    /** How many objects of that size a sampled one stands for. */
    double factor(double objectBytes) {
        if (bytes <= 1) {
            return 1;
        }
        // 1 - exp(-x) written so that it keeps its digits where x is tiny (a small object, a wide distance).
        return -1 / Math.expm1(-objectBytes / bytes);
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
