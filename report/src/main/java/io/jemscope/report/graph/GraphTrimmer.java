package io.jemscope.report.graph;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.FrameNames;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/**
 * Cuts a graph down to its limits, in pprof's order ({@code newTrimmedGraph} in its {@code internal/report/report.go}):
 * small nodes, then nodes beyond the count, then small edges, then redundant ones. One rule is added: of nodes beyond the
 * count, a Java method that holds memory scores that much more, and stays where pprof would drop it as merely passed through.
 */
final class GraphTrimmer {

    private final GraphSource source;
    private final GraphLimits limits;
    private final double whole;

    GraphTrimmer(GraphSource source, GraphLimits limits, OptionalDouble whole) {
        this.source = source;
        this.limits = limits;
        this.whole = whole.orElse(source.total());
    }

    CallGraph graph(Profile profile, SampleType measure, Grouping grouping) {
        FrameNames names = source.names();
        double minimumEdge = limits.edgeFraction() * Math.abs(whole);
        BitSet large = source.large(limits.nodeFraction() * Math.abs(whole));
        NameKinds kinds = new NameKinds(profile, names);
        MutableGraph graph = source.of(large);
        int further = limits.nodeCount() == 0 ? 0 : Math.max(0, graph.nodes().cardinality() - limits.nodeCount());
        if (further > 0) {
            graph = source.of(mostTelling(graph, source.held(kinds.lines(), large), names));
        }
        List<Integer> order = order(graph, new Entropy(graph)::score, names);
        int smallEdges = graph.dropEdgesBelow(minimumEdge);
        int redundant = graph.dropRedundantEdges(order, sorted(graph, names));
        int furtherEdges =
                limits.maxDegree() == 0 ? 0 : graph.dropEdgesBeyond(limits.maxDegree(), sorted(graph, names));
        return new CallGraph(
                measure,
                grouping,
                limits,
                profile.metadata(),
                source.total(),
                whole,
                nodes(graph, order, kinds, grouping),
                edges(graph, order, names),
                new CallGraph.LeftOut(
                        source.count() - large.cardinality(),
                        further,
                        smallEdges,
                        redundant,
                        furtherEdges,
                        hidden(graph, order)));
    }

    /** As many nodes as the limit allows; what one holds counts as its own. */
    private BitSet mostTelling(MutableGraph graph, double[] held, FrameNames names) {
        Entropy entropy = new Entropy(graph);
        BitSet kept = new BitSet();
        // What a Java method allocated itself is both flat and held.
        IntToDoubleFunction score =
                node -> entropy.score(node) + Math.max(0, Math.abs(held[node]) - Math.abs(graph.flat(node)));
        for (int node : order(graph, score, names).subList(0, limits.nodeCount())) {
            kept.set(node);
        }
        return kept;
    }

    /** The nodes, the most telling first. */
    private List<Integer> order(MutableGraph graph, IntToDoubleFunction score, FrameNames names) {
        Map<Integer, Double> scores = new HashMap<>();
        List<Integer> order = new ArrayList<>();
        BitSet nodes = graph.nodes();
        for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
            order.add(node);
            scores.put(node, score.applyAsDouble(node));
        }
        order.sort((one, other) -> {
            int byScore = Double.compare(scores.getOrDefault(other, 0.0), scores.getOrDefault(one, 0.0));
            return byScore != 0 ? byScore : compareNames(one, other, names);
        });
        return order;
    }

    /** The edges, the heaviest first. */
    private List<CallGraph.Edge> sorted(MutableGraph graph, FrameNames names) {
        List<CallGraph.Edge> edges = new ArrayList<>(graph.edges());
        edges.sort((one, other) -> {
            int byWeight = Double.compare(Math.abs(other.weight()), Math.abs(one.weight()));
            int byCaller = byWeight != 0 ? byWeight : compareNames(one.from(), other.from(), names);
            return byCaller != 0 ? byCaller : compareNames(one.to(), other.to(), names);
        });
        return edges;
    }

    private int compareNames(int one, int other, FrameNames names) {
        int byName = names.name(source.name(one)).compareTo(names.name(source.name(other)));
        return byName != 0 ? byName : Integer.compare(one, other);
    }

    private List<CallGraph.Node> nodes(MutableGraph graph, List<Integer> order, NameKinds kinds, Grouping grouping) {
        List<CallGraph.Node> nodes = new ArrayList<>(order.size());
        for (int node : order) {
            int name = source.name(node);
            nodes.add(new CallGraph.Node(
                    nodes.size() + 1,
                    source.names().name(name),
                    kinds.of(name),
                    grouping == Grouping.FUNCTION && kinds.isAllocator(name),
                    graph.flat(node),
                    graph.cumulative(node)));
        }
        return nodes;
    }

    private List<CallGraph.Edge> edges(MutableGraph graph, List<Integer> order, FrameNames names) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int node : order) {
            numbers.put(node, numbers.size() + 1);
        }
        List<CallGraph.Edge> edges = new ArrayList<>(graph.edges().size());
        for (CallGraph.Edge edge : sorted(graph, names)) {
            edges.add(new CallGraph.Edge(
                    numbers.getOrDefault(edge.from(), 0),
                    numbers.getOrDefault(edge.to(), 0),
                    edge.weight(),
                    edge.residual()));
        }
        return edges;
    }

    private double hidden(MutableGraph graph, List<Integer> order) {
        double shown = 0;
        for (int node : order) {
            shown += graph.flat(node);
        }
        // Sums of fractions differ in their last digits.
        double hidden = source.total() - shown;
        return Math.abs(hidden) < 1e-9 * Math.abs(whole) ? 0 : hidden;
    }
}
