package io.jemscope.profile;

import java.util.List;
import java.util.Map;

/**
 * Collects samples whose locations and labels are known only at the end of a file. Until then both are numbers, from 0, that
 * the reader assigns.
 */
public final class NumberedSamples {

    private final StackPool stacks = new StackPool();
    private final IntBlocks stackOf = new IntBlocks();
    private final SampleTable figures = new SampleTable();

    public NumberedSamples() {}

    /** Whether the stacks take all 4 GiB of their room, so that {@link #stack} may fail. */
    public boolean isFull() {
        return stacks.isFull();
    }

    /**
     * Adds a stack, whether or not there is an equal one.
     *
     * @param numbers the numbers of its locations, leaf first; not kept
     * @param depth how many of the numbers are the stack's
     * @return the stack for {@link #add}
     */
    public int stack(int[] numbers, int depth) {
        return stacks.add(numbers, depth);
    }

    /**
     * Adds a sample.
     *
     * @param stack what {@link #stack} returned
     * @param labels the labels' number
     */
    public void add(int stack, Amount live, Amount accumulated, int labels) {
        stackOf.add(stack);
        figures.add(live, accumulated, labels);
    }

    public int size() {
        return stackOf.size();
    }

    /**
     * The samples. Add no sample after this call.
     *
     * @param locations the locations by their numbers
     * @param labels the labels by their numbers, immutable
     * @return the samples, in the order in which they were added
     */
    public Samples samples(List<Location> locations, List<Map<String, String>> labels) {
        return new Samples(stacks, locations.toArray(new Location[0]), List.copyOf(labels), stackOf, figures);
    }
}
