package io.jemscope.profile;

import java.util.List;
import java.util.Map;

/**
 * Samples while a file is being read that tells only at its end what its addresses and labels are. Until then both are
 * numbers, counted from 0, that the reader gives.
 */
public final class NumberedSamples {

    private final StackPool stacks = new StackPool();
    private final IntBlocks stackOf = new IntBlocks();
    private final SampleTable figures = new SampleTable();

    /** Begins without samples. */
    public NumberedSamples() {}

    /**
     * Says whether stacks take all the room that there is, some 4 GiB: whoever reads a file refuses it then.
     *
     * @return whether {@link #stack} may fail from now on
     */
    public boolean isFull() {
        return stacks.isFull();
    }

    /**
     * Adds a stack, whether or not there is an equal one.
     *
     * @param numbers the numbers of its locations, leaf first; not kept
     * @param depth how many of the numbers are the stack's
     * @return what stands for the stack in {@link #add}
     */
    public int stack(int[] numbers, int depth) {
        return stacks.add(numbers, depth);
    }

    /**
     * Adds a sample.
     *
     * @param stack what {@link #stack} gave
     * @param live what is still held
     * @param accumulated what was ever asked for
     * @param labels the labels' number
     */
    public void add(int stack, Amount live, Amount accumulated, int labels) {
        stackOf.add(stack);
        figures.add(live, accumulated, labels);
    }

    /**
     * How many samples there are.
     *
     * @return their number
     */
    public int size() {
        return stackOf.size();
    }

    /**
     * The samples, now that everything is known. Nothing may be added any more.
     *
     * @param locations the locations by their numbers
     * @param labels the labels by their numbers, unchangeable
     * @return the samples, in the order in which they were added
     */
    public Samples samples(List<Location> locations, List<Map<String, String>> labels) {
        return new Samples(stacks, locations.toArray(new Location[0]), List.copyOf(labels), stackOf, figures);
    }
}
