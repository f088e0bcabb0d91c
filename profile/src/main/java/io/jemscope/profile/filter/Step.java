package io.jemscope.profile.filter;

import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.List;

/** One of the choices a filter makes. Used for one profile. */
interface Step {

    /**
     * Makes the choice.
     *
     * @param samples the samples that earlier steps left
     * @return the samples that are left, those whose stack changes anew
     */
    List<Sample> apply(List<Sample> samples);

    /**
     * The options that found nothing.
     *
     * @return their names, after {@link #apply}
     */
    List<String> unmatched();

    /** A sample with another stack. */
    static Sample withStack(Sample sample, List<Location> stack) {
        return new Sample(stack, sample.live(), sample.accumulated(), sample.labels());
    }
}
