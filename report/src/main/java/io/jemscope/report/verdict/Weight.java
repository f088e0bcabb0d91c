package io.jemscope.report.verdict;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleRate;

/**
 * A sum of sampled amounts.
 *
 * @param bytes the estimated bytes
 * @param variance their variance, in bytes squared
 * @param objects the estimated objects
 */
record Weight(double bytes, double variance, double objects) {

    static final Weight NONE = new Weight(0, 0, 0);

    static Weight of(Amount amount, SampleRate rate) {
        Estimate estimate = rate.estimateBytes(amount);
        double error = estimate.standardError();
        // Without a known rate nothing is sure: as if it were one sample.
        double bytes = amount.bytes();
        return new Weight(bytes, Double.isNaN(error) ? bytes * bytes : error * error, amount.objects());
    }

    Weight plus(Weight other) {
        return new Weight(bytes + other.bytes, variance + other.variance, objects + other.objects);
    }

    Weight part(double share) {
        return new Weight(bytes * share, variance * share, objects * share);
    }

    /** As how many independent blocks it counts: samples where blocks are small, blocks where none is missed. */
    double count() {
        return variance <= 0 ? objects : Math.min(objects, bytes * bytes / variance);
    }
}
