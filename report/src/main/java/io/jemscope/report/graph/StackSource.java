package io.jemscope.report.graph;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** A graph with one node for each name. It is drawn from the stacks anew each time, since edges alone don't tell ways. */
final class StackSource implements Source {

    private static final int NONE = -1;

    private final Profile profile;
    private final Measure measure;
    private final StackNumbers stacks;
    private double total;

    StackSource(Profile profile, Measure measure, StackNumbers stacks) {
        this.profile = profile;
        this.measure = measure;
        this.stacks = stacks;
    }

    @Override
    public double total() {
        return total;
    }

    @Override
    public Draft all() {
        total = 0;
        for (Sample sample : profile.samples()) {
            // Names every frame there is, so that the number of nodes is known.
            stacks.outermostFirst(sample);
            total += measure.of(sample);
        }
        BitSet every = new BitSet();
        every.set(0, stacks.count());
        return of(every);
    }

    @Override
    public Draft of(BitSet kept) {
        Draft draft = new Draft(stacks.count());
        // The number of the last sample that a node was counted for: cheaper than a set to empty for each.
        int[] countedFor = new int[stacks.count()];
        Arrays.fill(countedFor, NONE);
        Set<Long> countedEdges = new HashSet<>();
        int sampleNumber = 0;
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            if (value == 0) {
                continue;
            }
            sampleNumber++;
            countedEdges.clear();
            int caller = NONE;
            boolean residual = false;
            for (int node : stacks.outermostFirst(sample)) {
                if (!kept.get(node)) {
                    residual = true;
                    continue;
                }
                if (countedFor[node] != sampleNumber) {
                    countedFor[node] = sampleNumber;
                    draft.addCumulative(node, value);
                }
                if (caller != NONE && caller != node && countedEdges.add(Draft.key(caller, node))) {
                    draft.addEdge(caller, node, value, residual);
                }
                caller = node;
                residual = false;
            }
            if (caller != NONE && !residual) {
                draft.addFlat(caller, value);
            }
        }
        return draft;
    }

    @Override
    public int name(int node) {
        return node;
    }
}
