package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Estimate;
import io.jemscope.report.comparison.StudentT;

/**
 * What an instance of a group holds on average. Its error comes from the differences between the instances, which include the error of
 * sampling, and is never less than that. Few instances show little of how they differ, so ranges are wider by Student's t. A single
 * instance shows nothing of it: its error is that of sampling alone, as is that of a group that stands for itself only.
 *
 * @param instances how many instances the group has; those that hold nothing count
 * @param sums what all of them hold
 * @param squares the sum of the squares of each one's bytes
 * @param isWhole whether the group stands for itself only; false if it is a sample of more instances
 */
record SiteMean(int instances, Sums sums, double squares, boolean isWhole) {

    /** Beyond so many degrees of freedom, t is normal. */
    static final int MANY = 1_000_000;

    /** What a range of two known standard errors leaves out on each side. */
    private static final double TAIL = StudentT.chanceAbove(2, MANY);

    SiteMean plus(SiteMean other) {
        return new SiteMean(instances + other.instances, sums.plus(other.sums), squares + other.squares, isWhole);
    }

    /** The same sums among more instances, of which the others hold nothing. */
    SiteMean among(int all) {
        return new SiteMean(all, sums, squares, isWhole);
    }

    /** The mean with its error. */
    Estimate bytes() {
        if (instances == 0) {
            return Estimate.ZERO;
        }
        Estimate sampled = sums.liveBytes().times(1.0 / instances);
        double error = Math.sqrt(variance()) * width(isKnown() ? MANY : instances - 1);
        return new Estimate(sampled.value(), error, sampled.weight(), sampled.step());
    }

    /** Whether the error is that of sampling. */
    private boolean isKnown() {
        return isWhole || instances < 2;
    }

    /** The mean's variance; NaN if unknown. */
    double variance() {
        double sampled = sums.variance() / instances / instances;
        if (isKnown()) {
            return sampled;
        }
        double mean = sums.bytes() / instances;
        double between = (squares - instances * mean * mean) / (instances - 1) / instances;
        return Math.max(sampled, between);
    }

    /**
     * The degrees of freedom of the sum of two means' variances (Welch 1947).
     *
     * @param variance that of this mean
     * @param otherVariance that of the other one
     */
    int degrees(double variance, SiteMean other, double otherVariance) {
        double sum = variance + otherVariance;
        double degrees = sum * sum / (part(variance) + other.part(otherVariance));
        return degrees < MANY ? Math.max(1, (int) degrees) : MANY;
    }

    private double part(double variance) {
        return isKnown() ? 0 : variance * variance / (instances - 1);
    }

    /** By how much a range is wider than one whose standard error is known. */
    static double width(int degrees) {
        if (degrees == MANY) {
            return 1;
        }
        double low = 2;
        double high = 64;
        while (high - low > 1e-3) {
            double middle = (low + high) / 2;
            if (StudentT.chanceAbove(middle, degrees) > TAIL) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high / 2;
    }
}
