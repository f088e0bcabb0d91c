package io.jemscope.report.graph;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.CallTreeWalker;
import io.jemscope.report.Grouping;
import io.jemscope.report.StackNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * A tree with one node for each way from a root. Callers have lower numbers than what they call. Of the ways below those
 * that are too small nothing is kept but their number.
 */
final class TreeSource implements GraphSource {

    private static final int NONE = -1;

    /** A way: the node it comes from, the name it goes on to, and what it has. */
    private static final class Step {
        private final int caller;
        private final int name;
        private final double cumulative;
        private double flat;

        /** What its callees have that are too small to be kept. */
        private double small;

        Step(int caller, int name, double cumulative) {
            this.caller = caller;
            this.name = name;
            this.cumulative = cumulative;
        }
    }

    /** A way to be followed; {@link #NONE} is the root. */
    private record Pending(int node, CallTreeWalker.Places places) {}

    private final CallTreeWalker calls;
    private final List<Step> steps = new ArrayList<>();
    private int count;

    TreeSource(Profile profile, SampleType measure, Grouping grouping) {
        calls = new CallTreeWalker(profile.compact(), measure, grouping);
    }

    @Override
    public double total() {
        return calls.total();
    }

    @Override
    public StackNames names() {
        return calls.names();
    }

    @Override
    public BitSet large(double least) {
        BitSet large = new BitSet();
        List<CallTreeWalker.Places> small = new ArrayList<>();
        // Breadth first, so that of equal nodes the outer one comes first.
        Deque<Pending> pending = new ArrayDeque<>();
        pending.add(new Pending(NONE, calls.root()));
        while (!pending.isEmpty()) {
            Pending next = pending.remove();
            small.clear();
            calls.go(next.places());
            double smallSum = 0;
            for (int i = 0; i < calls.count(); i++) {
                // Of a difference, what lies below may be large where that which is above cancels out.
                if (calls.reach(i) >= least) {
                    large.set(steps.size(), Math.abs(calls.sum(i)) >= least);
                    pending.add(new Pending(steps.size(), calls.places(i)));
                    steps.add(new Step(next.node(), calls.name(i), calls.sum(i)));
                    count++;
                } else {
                    small.add(calls.places(i));
                    smallSum += calls.sum(i);
                }
            }
            if (next.node() != NONE) {
                steps.get(next.node()).flat = calls.flat();
                steps.get(next.node()).small = smallSum;
            }
            for (CallTreeWalker.Places places : small) {
                count += calls.countFrom(places);
            }
        }
        return large;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public MutableGraph of(BitSet kept) {
        MutableGraph draft = new MutableGraph(steps.size());
        for (int node = kept.nextSetBit(0); node >= 0; node = kept.nextSetBit(node + 1)) {
            Step step = steps.get(node);
            draft.addCumulative(node, step.cumulative);
            draft.addFlat(node, step.flat);
            int caller = step.caller;
            boolean residual = false;
            while (caller != NONE && !kept.get(caller)) {
                caller = steps.get(caller).caller;
                residual = true;
            }
            if (caller != NONE) {
                draft.addEdge(caller, node, step.cumulative, residual, node);
            }
        }
        return draft;
    }

    @Override
    public double[] held(BitSet lines, BitSet large) {
        double[] held = new double[steps.size()];
        for (int node = steps.size() - 1; node >= 0; node--) {
            Step step = steps.get(node);
            held[node] += step.flat + step.small;
            if (!large.get(node) || !lines.get(step.name)) {
                if (step.caller != NONE) {
                    held[step.caller] += held[node];
                }
                held[node] = 0;
            }
        }
        return held;
    }

    @Override
    public int name(int node) {
        return steps.get(node).name;
    }
}
