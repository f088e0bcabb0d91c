package io.jemscope.report.graph;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A tree with one node for each way from a root. Callers have lower numbers than what they call. */
final class TreeSource implements Source {

    private static final int NONE = -1;

    /** A way: the node it comes from, and the name it goes on to. */
    private record Step(int caller, int name) {}

    private static final class Figures {
        private double flat;
        private double cumulative;
    }

    private final Profile profile;
    private final Measure measure;
    private final StackNumbers stacks;
    private final Map<Step, Integer> numbers = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<Figures> figures = new ArrayList<>();
    private double total;

    TreeSource(Profile profile, Measure measure, StackNumbers stacks) {
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
        boolean neighboursAreOne = stacks.neighboursAreOne();
        total = 0;
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            if (value == 0) {
                continue;
            }
            total += value;
            int node = NONE;
            for (int name : stacks.outermostFirst(sample)) {
                if (neighboursAreOne && node != NONE && steps.get(node).name() == name) {
                    continue;
                }
                node = number(new Step(node, name));
                figures.get(node).cumulative += value;
            }
            if (node != NONE) {
                figures.get(node).flat += value;
            }
        }
        BitSet every = new BitSet();
        every.set(0, steps.size());
        return of(every);
    }

    private int number(Step step) {
        Integer known = numbers.get(step);
        if (known != null) {
            return known;
        }
        numbers.put(step, steps.size());
        steps.add(step);
        figures.add(new Figures());
        return steps.size() - 1;
    }

    @Override
    public Draft of(BitSet kept) {
        Draft draft = new Draft(steps.size());
        for (int node = kept.nextSetBit(0); node >= 0; node = kept.nextSetBit(node + 1)) {
            Figures of = figures.get(node);
            draft.addCumulative(node, of.cumulative);
            draft.addFlat(node, of.flat);
            int caller = steps.get(node).caller();
            boolean residual = false;
            while (caller != NONE && !kept.get(caller)) {
                caller = steps.get(caller).caller();
                residual = true;
            }
            if (caller != NONE) {
                draft.addEdge(caller, node, of.cumulative, residual);
            }
        }
        return draft;
    }

    @Override
    public int name(int node) {
        return steps.get(node).name();
    }
}
