package io.jemscope.fleet.store;

import io.jemscope.profile.Estimate;

/**
 * What blocks hold, in sums: those of different stacks add up, and those of different instances. Two profiles of one instance share
 * live blocks, so theirs don't.
 *
 * @param bytes live bytes, scaled
 * @param objects live objects, scaled
 * @param variance the variance of the bytes; NaN if the sampling rate is unknown
 * @param weights the sum of the variances times the weights, see {@link Estimate#ofSums}
 * @param steps the sum of the variances times the steps
 */
public record Sums(double bytes, double objects, double variance, double weights, double steps) {

    public static final Sums NONE = new Sums(0, 0, 0, 0, 0);

    /** The sums of blocks whose bytes are known with their error. */
    public static Sums of(Estimate bytes, double objects) {
        double variance = bytes.standardError() * bytes.standardError();
        return new Sums(bytes.value(), objects, variance, variance * bytes.weight(), variance * bytes.step());
    }

    public Sums plus(Sums other) {
        return new Sums(
                bytes + other.bytes,
                objects + other.objects,
                variance + other.variance,
                weights + other.weights,
                steps + other.steps);
    }

    /** The bytes with the error of sampling. */
    public Estimate liveBytes() {
        return Estimate.ofSums(bytes, variance, weights, steps);
    }
}
