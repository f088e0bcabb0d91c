package io.jemscope.profile;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * The samples of a profile, held in some 80 bytes each: figures in columns, stacks in a tree. A {@link Sample} is made
 * when one is asked for, so samples are equal and never the same. Unchangeable; safe for several threads.
 */
public final class Samples extends AbstractList<Sample> implements RandomAccess {

    private final StackTree tree;
    private final Location[] locations;
    private final List<Map<String, String>> labels;
    private final IntBlocks stackOf;
    private final SampleTable figures;

    Samples(
            StackTree tree,
            Location[] locations,
            List<Map<String, String>> labels,
            IntBlocks stackOf,
            SampleTable figures) {
        this.tree = tree;
        this.locations = locations;
        this.labels = labels;
        this.stackOf = stackOf;
        this.figures = figures;
    }

    /**
     * Holds samples compactly.
     *
     * @param samples the samples
     * @return the same samples; the list itself where it is held so already
     */
    public static Samples copyOf(List<Sample> samples) {
        if (samples instanceof Samples compact) {
            return compact;
        }
        SampleCollector collector = new SampleCollector();
        for (Sample sample : samples) {
            collector.add(sample);
        }
        return collector.samples();
    }

    @Override
    public Sample get(int index) {
        return new Sample(
                new TreeStack(this, stackOf.get(index)),
                figures.live(index),
                figures.accumulated(index),
                labels.get(figures.labels(index)));
    }

    @Override
    public int size() {
        return stackOf.size();
    }

    /**
     * All that is held.
     *
     * @return the sum of the live amounts
     */
    public Amount live() {
        return figures.live();
    }

    /**
     * All that was ever asked for.
     *
     * @return the sum of the accumulated amounts
     */
    public Amount accumulated() {
        return figures.accumulated();
    }

    /**
     * The locations of all stacks.
     *
     * @return each location once, unchangeable
     */
    public List<Location> locations() {
        return Collections.unmodifiableList(Arrays.asList(locations));
    }

    /**
     * The same samples with other locations. Costs as much as there are locations, however many samples.
     *
     * @param replacements locations, and what takes their place; locations that are no key stay
     * @return new samples, in the same order
     */
    public Samples withLocations(Map<Location, Location> replacements) {
        Location[] replaced = new Location[locations.length];
        for (int i = 0; i < replaced.length; i++) {
            replaced[i] = replacements.getOrDefault(locations[i], locations[i]);
        }
        return new Samples(tree, replaced, labels, stackOf, figures);
    }

    /**
     * The same samples without frames that say nothing. Costs some steps for each part that stacks share, which is less
     * than every frame of every stack by far.
     *
     * @param needless which frames those are
     * @return new samples, in the same order
     */
    public Samples without(NeedlessFrames needless) {
        StackTrimmer trimmer = new StackTrimmer(tree, needless);
        IntBlocks trimmed = new IntBlocks();
        for (int i = 0; i < size(); i++) {
            trimmed.add(trimmer.stack(stackOf.get(i)));
        }
        return new Samples(trimmer.complete(), locations, labels, trimmed, figures);
    }

    /**
     * Reads stacks as numbers, for those who look at millions of them.
     *
     * @return a cursor that stands nowhere yet
     */
    public StackCursor stacks() {
        return new StackCursor(tree, stackOf);
    }

    /**
     * The tree in which the stacks share their callers.
     *
     * @return its nodes
     */
    public StackNodes nodes() {
        return new StackNodes(tree, stackOf);
    }

    /**
     * Works a fact out for each stack, once for each part that stacks share: that is less than every frame of every stack
     * by far.
     *
     * @param ofNothing the fact about the stack of nothing
     * @param fold what makes a stack's fact of its callers'; has no say in the order
     * @return the facts
     */
    public StackFacts fold(int ofNothing, StackFold fold) {
        return new StackFacts(stackOf, ofNothing, tree.fold(ofNothing, fold));
    }

    /**
     * What a sample holds, in bytes.
     *
     * @param index the sample's index
     * @return the bytes of its live amount
     */
    public double liveBytes(int index) {
        return figures.live(index, AmountColumn.BYTES);
    }

    /**
     * What a sample holds, in objects.
     *
     * @param index the sample's index
     * @return the objects of its live amount
     */
    public double liveObjects(int index) {
        return figures.live(index, AmountColumn.OBJECTS);
    }

    /**
     * What a sample's stack ever asked for, in bytes.
     *
     * @param index the sample's index
     * @return the bytes of its accumulated amount
     */
    public double accumulatedBytes(int index) {
        return figures.accumulated(index, AmountColumn.BYTES);
    }

    /**
     * What a sample's stack ever asked for, in objects.
     *
     * @param index the sample's index
     * @return the objects of its accumulated amount
     */
    public double accumulatedObjects(int index) {
        return figures.accumulated(index, AmountColumn.OBJECTS);
    }

    /**
     * What else is known of a sample.
     *
     * @param index the sample's index
     * @return its labels
     */
    public Map<String, String> labels(int index) {
        return labels.get(figures.labels(index));
    }

    /** A stack of the tree, leaf first. */
    Location[] stack(int number) {
        int[] numbers = new int[tree.depth(number)];
        tree.numbers(number, numbers);
        Location[] stack = new Location[numbers.length];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = locations[numbers[i]];
        }
        return stack;
    }
}
