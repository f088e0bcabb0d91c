package io.jemscope.report.graph;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Provenance;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Cuts a graph down to its limits, in pprof's order ({@code newTrimmedGraph} in its {@code internal/report/report.go}):
 * small nodes, then nodes beyond the count, then small edges, then redundant ones.
 */
final class Trimming {

    private final Source source;
    private final GraphLimits limits;
    private final Draft all;
    private final double whole;

    Trimming(Source source, GraphLimits limits, OptionalDouble whole) {
        this.source = source;
        this.limits = limits;
        this.all = source.all();
        this.whole = whole.orElse(source.total());
    }

    CallGraph graph(Provenance provenance, Measure measure, Grouping grouping, StackNumbers names) {
        double leastEdge = limits.edgeFraction() * Math.abs(whole);
        BitSet large = largeNodes(limits.nodeFraction() * Math.abs(whole));
        Draft draft = source.of(large);
        List<Integer> order = order(draft, names);
        int further = limits.nodeCount() == 0 ? 0 : Math.max(0, order.size() - limits.nodeCount());
        BitSet kept = new BitSet();
        for (int node : order.subList(0, order.size() - further)) {
            kept.set(node);
        }
        draft = source.of(kept);
        order = order(draft, names);
        int smallEdges = draft.dropEdgesBelow(leastEdge);
        int redundant = draft.dropRedundantEdges(order, sorted(draft, names));
        int furtherEdges =
                limits.maxDegree() == 0 ? 0 : draft.dropEdgesBeyond(limits.maxDegree(), sorted(draft, names));
        return new CallGraph(
                measure,
                grouping,
                limits,
                provenance,
                source.total(),
                whole,
                nodes(draft, order, names, grouping),
                edges(draft, order, names),
                new CallGraph.LeftOut(
                        all.nodes().cardinality() - large.cardinality(),
                        further,
                        smallEdges,
                        redundant,
                        furtherEdges,
                        hidden(draft, order)));
    }

    private BitSet largeNodes(double least) {
        BitSet large = new BitSet();
        all.nodes().stream()
                .filter(node -> Math.abs(all.cumulative(node)) >= least)
                .forEach(large::set);
        return large;
    }

    /** The nodes, the most telling first. */
    private List<Integer> order(Draft draft, StackNumbers names) {
        Entropy entropy = new Entropy(draft);
        Map<Integer, Double> scores = new HashMap<>();
        List<Integer> order = new ArrayList<>();
        draft.nodes().stream().forEach(node -> {
            order.add(node);
            scores.put(node, entropy.score(node));
        });
        order.sort((one, other) -> {
            int byScore = Double.compare(scores.getOrDefault(other, 0.0), scores.getOrDefault(one, 0.0));
            return byScore != 0 ? byScore : compareNames(one, other, names);
        });
        return order;
    }

    /** The edges, the heaviest first. */
    private List<Draft.Edge> sorted(Draft draft, StackNumbers names) {
        List<Draft.Edge> edges = new ArrayList<>(draft.edges());
        edges.sort((one, other) -> {
            int byWeight = Double.compare(Math.abs(other.weight()), Math.abs(one.weight()));
            int byCaller = byWeight != 0 ? byWeight : compareNames(one.from, other.from, names);
            return byCaller != 0 ? byCaller : compareNames(one.to, other.to, names);
        });
        return edges;
    }

    private int compareNames(int one, int other, StackNumbers names) {
        int byName = names.name(source.name(one)).compareTo(names.name(source.name(other)));
        return byName != 0 ? byName : Integer.compare(one, other);
    }

    private List<CallGraph.Node> nodes(Draft draft, List<Integer> order, StackNumbers names, Grouping grouping) {
        List<CallGraph.Node> nodes = new ArrayList<>(order.size());
        for (int node : order) {
            int name = source.name(node);
            nodes.add(new CallGraph.Node(
                    nodes.size() + 1,
                    names.name(name),
                    names.kind(name),
                    grouping == Grouping.FUNCTION && AllocatorFunctions.KNOWN.contains(names.name(name)),
                    draft.flat(node),
                    draft.cumulative(node)));
        }
        return nodes;
    }

    private List<CallGraph.Edge> edges(Draft draft, List<Integer> order, StackNumbers names) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int node : order) {
            numbers.put(node, numbers.size() + 1);
        }
        List<CallGraph.Edge> edges = new ArrayList<>(draft.edges().size());
        for (Draft.Edge edge : sorted(draft, names)) {
            edges.add(new CallGraph.Edge(
                    numbers.getOrDefault(edge.from, 0),
                    numbers.getOrDefault(edge.to, 0),
                    edge.weight(),
                    edge.isResidual()));
        }
        return edges;
    }

    private double hidden(Draft draft, List<Integer> order) {
        double shown = 0;
        for (int node : order) {
            shown += draft.flat(node);
        }
        // Sums of fractions differ in their last digits: that is nothing left out.
        double hidden = source.total() - shown;
        return Math.abs(hidden) < 1e-9 * Math.abs(whole) ? 0 : hidden;
    }
}
