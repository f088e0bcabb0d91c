package io.jemscope.profile;

import java.util.List;

/**
 * A heap profile: the memory of a process, by the stacks that allocated it. Amounts are scaled already: they estimate the
 * whole, not the samples.
 *
 * @param rate how densely the allocator sampled
 * @param samples the samples; always {@link Samples}
 * @param mappings the process's mappings, by ascending address
 * @param metadata where the profile comes from, and what it doesn't know
 */
public record Profile(SampleRate rate, List<Sample> samples, List<Mapping> mappings, ProfileMetadata metadata) {

    /**
     * Makes the lists immutable.
     *
     * @param rate how densely the allocator sampled
     * @param samples the samples; copied where they aren't {@link Samples}
     * @param mappings the mappings; copied
     * @param metadata where it comes from
     */
    public Profile {
        samples = Samples.copyOf(samples);
        mappings = List.copyOf(mappings);
    }

    /**
     * The samples by numbers, for callers that read millions of them.
     *
     * @return the same samples
     */
    public Samples compact() {
        return Samples.copyOf(samples);
    }

    /** The same profile without {@link Birth births}: samples that differ in nothing else become one. */
    public Profile withoutBirths() {
        return hasBirths() ? new Profile(rate, new BirthRemover(compact()).samples(), mappings, metadata) : this;
    }

    /** Whether any sample has a {@link Birth}. */
    public boolean hasBirths() {
        return compact().hasLabel(Birth.LABEL);
    }

    /**
     * All that is held.
     *
     * @return the sum of the samples' live amounts
     */
    public Amount live() {
        return compact().live();
    }

    /**
     * All memory that was allocated, freed or not.
     *
     * @return the sum of the samples' accumulated amounts; {@link Amount#NONE} if the allocator didn't count it
     */
    public Amount accumulated() {
        return compact().accumulated();
    }

    /**
     * The number of dumps of one process that were added up. A block that lives through all of them is sampled in all or in none, so the
     * errors don't cancel out as those of other processes' dumps do.
     *
     * @return how many at most; 1 if no two may be of one process
     */
    public int dumpsOfOneProcess() {
        long dumps = metadata.count(ProfileMetadata.MERGED_OF_ONE_PROCESS).orElse(1);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, dumps));
    }

    /**
     * Refuses the difference of two profiles, for forms that have no negative figures.
     *
     * @param form the output form, as it begins a sentence
     * @throws IllegalArgumentException if a sample has a negative amount
     */
    public void requireNoNegatives(String form) {
        for (Sample sample : samples) {
            if (sample.live().isNegative() || sample.accumulated().isNegative()) {
                throw new IllegalArgumentException(
                        form + " has no negative figures, and this profile, a difference of two,"
                                + " has some: write it as pprof or JSON");
            }
        }
    }

    /**
     * The locations of all stacks.
     *
     * @return each location once
     */
    public List<Location> locations() {
        return compact().locations();
    }
}
