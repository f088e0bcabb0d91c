package io.jemscope.profile;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a profile, held in some 80 bytes each: figures in columns, stacks behind each other as numbers. A
 * {@link Sample} is made when one is asked for, so samples are equal and never the same. Unchangeable; safe for several threads.
 */
public final class Samples extends AbstractList<Sample> implements RandomAccess {

    private final StackPool stacks;
    private final StackTrimmer trimmer;
    private final Location[] locations;
    private final List<Map<String, String>> labels;
    private final IntBlocks stackOf;
    private final SampleTable figures;

    /** Made when first asked for; null until then. */
    private @Nullable StackNodes nodes;

    /** Samples with all the frames of their stacks. */
    Samples(
            StackPool stacks,
            Location[] locations,
            List<Map<String, String>> labels,
            IntBlocks stackOf,
            SampleTable figures) {
        this(stacks, StackTrimmer.none(locations.length), locations, labels, stackOf, figures);
    }

    private Samples(
            StackPool stacks,
            StackTrimmer trimmer,
            Location[] locations,
            List<Map<String, String>> labels,
            IntBlocks stackOf,
            SampleTable figures) {
        this.stacks = stacks;
        this.trimmer = trimmer;
        this.locations = locations;
        this.labels = labels;
        this.stackOf = stackOf;
        this.figures = figures;
    }

    /**
     * Holds samples compactly.
     *
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
                new SampleStack(this, index, stackOf.get(index) == StackPool.EMPTY),
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
     * Says whether anything is known of what was ever asked for: in a difference of profiles the sum may be nothing all the same.
     *
     * @return whether any sample has an accumulated amount
     */
    public boolean hasAccumulated() {
        return figures.hasAccumulated();
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
     * @param replacements what takes the places of {@link #locations()}, in their order
     * @return new samples, in the same order
     * @throws IllegalArgumentException where there are more or fewer than these
     */
    public Samples withLocations(List<Location> replacements) {
        if (replacements.size() != locations.length) {
            throw new IllegalArgumentException(
                    replacements.size() + " locations can't take the places of " + locations.length);
        }
        return new Samples(stacks, trimmer, replacements.toArray(new Location[0]), labels, stackOf, figures);
    }

    /**
     * The same samples without frames that say nothing. Costs as much as there are locations: the frames are left out when
     * the stacks are read.
     *
     * @param needless which frames those are; asked now and later on
     * @return new samples, in the same order
     */
    public Samples without(FrameFilter needless) {
        if (!trimmer.isNone()) {
            // A second choice is made of what the first has left.
            return trimmed().without(needless);
        }
        StackTrimmer trims = StackTrimmer.of(needless, locations.length);
        return new Samples(stacks, trims, locations, labels, stackOf, figures);
    }

    /** The same samples, and nothing is left out of their stacks but what is gone for good. */
    private Samples trimmed() {
        StackPool left = new StackPool();
        IntBlocks places = new IntBlocks();
        StackCursor cursor = stacks();
        int place = StackPool.EMPTY;
        for (int sample = 0; sample < size(); sample++) {
            if (cursor.moveTo(sample)) {
                int depth = cursor.depth();
                place = left.add(cursor.numbers(), depth);
            }
            places.add(place);
        }
        return new Samples(left, locations, labels, places, figures);
    }

    /**
     * Reads stacks as numbers, for those who look at millions of them.
     *
     * @return a cursor that stands nowhere yet
     */
    public StackCursor stacks() {
        return new StackCursor(stacks, stackOf, trimmer);
    }

    /**
     * The stacks as a tree in which they share their callers. It takes about as much memory as the samples, and is kept.
     */
    public synchronized StackNodes nodes() {
        StackNodes made = nodes;
        if (made == null) {
            made = StackNodes.of(stacks(), size());
            nodes = made;
        }
        return made;
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
     * The size of the blocks that a sample holds, by which its error is judged.
     *
     * @param index the sample's index
     * @return {@link Amount#blockBytes} of its live amount
     */
    public double liveBlockBytes(int index) {
        return figures.liveBlockBytes(index);
    }

    /**
     * The size of the blocks that a sample's stack ever asked for, by which its error is judged.
     *
     * @param index the sample's index
     * @return {@link Amount#blockBytes} of its accumulated amount
     */
    public double accumulatedBlockBytes(int index) {
        return figures.accumulatedBlockBytes(index);
    }

    /**
     * What else is known of a sample.
     *
     * @param index the sample's index
     */
    public Map<String, String> labels(int index) {
        return labels.get(figures.labels(index));
    }

    /** A sample's stack, leaf first. */
    Location[] stack(int index) {
        StackCursor cursor = stacks();
        cursor.moveTo(index);
        Location[] stack = new Location[cursor.depth()];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = locations[cursor.at(i)];
        }
        return stack;
    }
}
