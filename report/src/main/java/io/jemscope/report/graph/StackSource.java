package io.jemscope.report.graph;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.report.EdgeTable;
import io.jemscope.report.FlatAndCumulative;
import io.jemscope.report.FrameNames;
import io.jemscope.report.Grouping;
import io.jemscope.report.StackNames;
import java.util.BitSet;

/** A graph with one node for each name. Each graph reads the stacks again, because edges alone don't show the paths. */
final class StackSource implements GraphSource {

    private static final int NONE = -1;

    private final Samples samples;
    private final SampleType measure;
    private final FlatAndCumulative figures;
    private final StackNames stacks;

    StackSource(Profile profile, SampleType measure, Grouping grouping) {
        this.samples = profile.compact();
        this.measure = measure;
        this.figures = FlatAndCumulative.of(profile, measure, grouping);
        this.stacks = figures.stacks();
    }

    @Override
    public double total() {
        return figures.total();
    }

    @Override
    public FrameNames names() {
        return figures.names();
    }

    @Override
    public int name(int node) {
        return node;
    }

    @Override
    public int count() {
        return names().size();
    }

    @Override
    public BitSet large(double minimum) {
        BitSet large = new BitSet();
        for (int name = 0; name < names().size(); name++) {
            large.set(name, Math.abs(figures.cumulative(name)) >= minimum);
        }
        return large;
    }

    @Override
    public MutableGraph of(BitSet kept) {
        MutableGraph graph = new MutableGraph(names().size());
        EdgeTable edges = new EdgeTable();
        int[] lastStack = new int[names().size()];
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value == 0) {
                continue;
            }
            int stack = sample + 1;
            int caller = NONE;
            boolean residual = false;
            for (int i = stacks.read(sample) - 1; i >= 0; i--) {
                int node = stacks.at(i);
                if (!kept.get(node)) {
                    residual = true;
                    continue;
                }
                if (lastStack[node] != stack) {
                    lastStack[node] = stack;
                    graph.addCumulative(node, value);
                }
                if (caller != NONE && caller != node) {
                    edges.add(caller, node, stack, value, residual);
                }
                caller = node;
                residual = false;
            }
            if (caller != NONE && !residual) {
                graph.addFlat(caller, value);
            }
        }
        edges.forEach((caller, callee, weight, residual) ->
                graph.addEdge(new CallGraph.Edge(caller, callee, weight, residual)));
        return graph;
    }

    @Override
    public double[] held(BitSet lines, BitSet large) {
        double[] held = new double[names().size()];
        BitSet holders = (BitSet) lines.clone();
        holders.and(large);
        if (holders.isEmpty()) {
            return held;
        }
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            int depth = value == 0 ? 0 : stacks.read(sample);
            for (int i = 0; i < depth; i++) {
                if (holders.get(stacks.at(i))) {
                    held[stacks.at(i)] += value;
                    break;
                }
            }
        }
        return held;
    }
}
