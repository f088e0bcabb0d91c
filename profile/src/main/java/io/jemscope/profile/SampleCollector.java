package io.jemscope.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Collects samples one by one and holds them compactly, for profiles that are made of other profiles. */
public final class SampleCollector {

    private final NumberedSamples samples = new NumberedSamples();

    /** Locations are compared by identity. */
    private final IdAssigner<Location> locations = new IdAssigner<>();

    private final IdAssigner<Map<String, String>> labels = new IdAssigner<>();

    private int[] stack = new int[128];

    /** The previous stack: samples of several threads share one. */
    private int[] before = new int[128];

    private int depthBefore;
    private int placeBefore = StackPool.EMPTY;

    public SampleCollector() {}

    /** Adds a sample. Keeps only its locations and labels. */
    public void add(Sample sample) {
        samples.add(stack(sample.stack()), sample.live(), sample.accumulated(), labels.of(sample.labels()));
    }

    private int stack(List<Location> leafFirst) {
        int depth = leafFirst.size();
        if (depth > stack.length) {
            stack = new int[Math.max(depth, 2 * stack.length)];
        }
        int filled = 0;
        for (Location location : leafFirst) {
            stack[filled++] = locations.of(location);
        }
        if (depth != depthBefore || !Arrays.equals(stack, 0, depth, before, 0, depth)) {
            placeBefore = samples.stack(stack, depth);
            depthBefore = depth;
            int[] free = before;
            before = stack;
            stack = free;
        }
        return placeBefore;
    }

    /**
     * The collected samples, in the order in which they were added. Add no sample after this call.
     */
    public Samples samples() {
        return samples.samples(locations.inOrder(), labels.inOrder());
    }
}
