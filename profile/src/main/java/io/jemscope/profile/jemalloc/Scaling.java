package io.jemscope.profile.jemalloc;

import io.jemscope.profile.SampleRate;

/**
 * How the raw figures of a dump become estimates. The arithmetic itself is in {@link SampleRate}.
 *
 * @param rate the mean distance between two samples; 1 byte where nothing was sampled, but everything counted
 * @param capped whether the older rule of tcmalloc holds, which gives every block below the rate the weight of the rate
 */
record Scaling(SampleRate rate, boolean capped) {

    /** Everything was counted. */
    static final Scaling NONE = new Scaling(SampleRate.EVERY_ALLOCATION, false);
}
