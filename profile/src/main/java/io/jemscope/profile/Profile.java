package io.jemscope.profile;

import java.util.List;

/**
 * A heap profile: what a process held, by the stacks that asked for it. Amounts are scaled already: they estimate the
 * whole, not the samples.
 *
 * @param rate how densely the allocator sampled
 * @param samples the samples
 * @param mappings the process's mappings, by ascending address
 * @param provenance where the profile comes from, and what it doesn't know
 */
public record Profile(SampleRate rate, List<Sample> samples, List<Mapping> mappings, Provenance provenance) {

    /**
     * Makes the lists unchangeable.
     *
     * @param rate how densely the allocator sampled
     * @param samples the samples; copied
     * @param mappings the mappings; copied
     * @param provenance where it comes from
     */
    public Profile {
        samples = List.copyOf(samples);
        mappings = List.copyOf(mappings);
    }

    /**
     * All that is held.
     *
     * @return the sum of the samples' live amounts
     */
    public Amount live() {
        return samples.stream().map(Sample::live).reduce(Amount.NONE, Amount::plus);
    }

    /**
     * All that was ever asked for.
     *
     * @return the sum of the samples' accumulated amounts; {@link Amount#NONE} where the allocator didn't count it
     */
    public Amount accumulated() {
        return samples.stream().map(Sample::accumulated).reduce(Amount.NONE, Amount::plus);
    }
}
