package io.jemscope.report;

import io.jemscope.profile.Estimate;

/** A sum of independent estimates, as {@link Estimate#plus} makes it, without a root and an object for each. */
final class EstimateSum {

    private double value;
    private double variance;

    void add(Estimate estimate) {
        value += estimate.value();
        variance += estimate.standardError() * estimate.standardError();
    }

    Estimate sum() {
        return new Estimate(value, Math.sqrt(variance));
    }
}
