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
 * {@link Sample} is created at each request, so compare samples by equality only. Immutable; safe for several threads.
 */
public final class Samples extends AbstractList<Sample> implements RandomAccess {

    private final StackPool stacks;
    private final StackTrimmer trimmer;
    private final Location[] locations;
    private final List<Map<String, String>> labels;
    private final IntBlocks stackOf;
    private final SampleTable figures;

    /** Created at the first request. */
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
     * @return the same samples; the list itself if it is held so already
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
                figures.live().get(index),
                figures.accumulated().get(index),
                labels.get(figures.labels().get(index)));
    }

    @Override
    public int size() {
        return stackOf.size();
    }

    /**
     * All memory in use.
     *
     * @return the sum of the live amounts
     */
    public Amount live() {
        return figures.live().sum();
    }

    /**
     * All memory that was allocated, freed or not.
     *
     * @return the sum of the accumulated amounts
     */
    public Amount accumulated() {
        return figures.accumulated().sum();
    }

    /**
     * Whether accumulated amounts are known. In a difference of profiles their sum may still be zero.
     *
     * @return whether any sample has an accumulated amount
     */
    public boolean hasAccumulated() {
        return figures.accumulated().isAny();
    }

    /**
     * The locations of all stacks.
     *
     * @return each location once, immutable
     */
    public List<Location> locations() {
        return Collections.unmodifiableList(Arrays.asList(locations));
    }

    /**
     * The same samples with other locations. Costs as much as there are locations, however many samples.
     *
     * @param replacements what takes the places of {@link #locations()}, in their order
     * @return new samples, in the same order
     * @throws IllegalArgumentException if their number differs
     */
    public Samples withLocations(List<Location> replacements) {
        if (replacements.size() != locations.length) {
            throw new IllegalArgumentException(
                    replacements.size() + " locations can't take the places of " + locations.length);
        }
        return new Samples(stacks, trimmer, replacements.toArray(new Location[0]), labels, stackOf, figures);
    }

    /**
     * The same samples without needless frames. Takes time for each location, not for each sample: frames are left out when
     * the stacks are read.
     *
     * @param needless selects the frames; called now and later
     * @return new samples, in the same order
     */
    public Samples without(FrameFilter needless) {
        if (!trimmer.isNone()) {
            // The second filter applies to what the first one left.
            return trimmed().without(needless);
        }
        StackTrimmer trims = StackTrimmer.of(needless, locations.length);
        return new Samples(stacks, trims, locations, labels, stackOf, figures);
    }

    /** Whether any sample has a label with that key. */
    boolean hasLabel(String key) {
        for (Map<String, String> each : labels) {
            if (each.containsKey(key)) {
                return true;
            }
        }
        return false;
    }

    /** The same samples with the left-out frames removed for good. */
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
     * Reads stacks as numbers, for callers that read millions of them.
     *
     * @return a cursor without a position
     */
    public StackCursor stacks() {
        return new StackCursor(stacks, stackOf, trimmer);
    }

    /**
     * The stacks as a tree in which they share their callers. It takes about as much memory as the samples and is kept.
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
     * The bytes in use of a sample.
     *
     * @param index the sample's index
     * @return the bytes of its live amount
     */
    public double liveBytes(int index) {
        return figures.live().get(index, AmountColumn.BYTES);
    }

    /**
     * The objects in use of a sample.
     *
     * @param index the sample's index
     * @return the objects of its live amount
     */
    public double liveObjects(int index) {
        return figures.live().get(index, AmountColumn.OBJECTS);
    }

    /**
     * All bytes that a sample's stack allocated.
     *
     * @param index the sample's index
     * @return the bytes of its accumulated amount
     */
    public double accumulatedBytes(int index) {
        return figures.accumulated().get(index, AmountColumn.BYTES);
    }

    /**
     * All objects that a sample's stack allocated.
     *
     * @param index the sample's index
     * @return the objects of its accumulated amount
     */
    public double accumulatedObjects(int index) {
        return figures.accumulated().get(index, AmountColumn.OBJECTS);
    }

    /**
     * The size of a sample's blocks in use, which determines its error.
     *
     * @param index the sample's index
     * @return {@link Amount#blockBytes} of its live amount
     */
    public double liveBlockBytes(int index) {
        return figures.live().blockBytes(index);
    }

    /**
     * The size of all blocks that a sample's stack allocated, which determines its error.
     *
     * @param index the sample's index
     * @return {@link Amount#blockBytes} of its accumulated amount
     */
    public double accumulatedBlockBytes(int index) {
        return figures.accumulated().blockBytes(index);
    }

    public Map<String, String> labels(int index) {
        return labels.get(figures.labels().get(index));
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
