package io.jemscope.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects samples one by one and holds them compactly, for profiles that are made of other profiles. */
public final class SampleCollector {

    private final StackNumbers stacks = new StackNumbers();
    private final IntBlocks stackOf = new IntBlocks();
    private final SampleTable figures = new SampleTable();
    private final Map<Map<String, String>, Integer> labelNumbers = new HashMap<>();
    private final List<Map<String, String>> labels = new ArrayList<>();

    /** Begins without samples. */
    public SampleCollector() {}

    /**
     * Adds a sample.
     *
     * @param sample the sample; nothing of it is kept but its locations and labels
     */
    public void add(Sample sample) {
        Integer known = labelNumbers.get(sample.labels());
        if (known == null) {
            known = labels.size();
            labelNumbers.put(sample.labels(), known);
            labels.add(sample.labels());
        }
        stackOf.add(stacks.add(sample.stack()));
        figures.add(sample.live(), sample.accumulated(), known);
    }

    /**
     * What was collected. Nothing may be added any more.
     *
     * @return the samples, in the order in which they were added
     */
    public Samples samples() {
        return new Samples(stacks.stacks(), stacks.locations(), List.copyOf(labels), stackOf, figures);
    }
}
