package io.jemscope.report.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A graph in the making: figures by the node's number in its {@link GraphSource}. */
final class MutableGraph {

    static final class Edge {
        final int from;
        final int to;
        private double weight;
        private boolean residual;

        /** The last stack that it was counted for. */
        private int countedFor = -1;

        private Edge(int from, int to) {
            this.from = from;
            this.to = to;
        }

        double weight() {
            return weight;
        }

        boolean isResidual() {
            return residual;
        }
    }

    private final double[] flat;
    private final double[] cumulative;
    private final BitSet nodes = new BitSet();
    private final Map<Long, Edge> edges = new HashMap<>();

    /** The same, found without an object for the key: stacks go along the same edges millions of times. */
    private final EdgeTable table = new EdgeTable();

    MutableGraph(int nodes) {
        flat = new double[nodes];
        cumulative = new double[nodes];
    }

    private static long key(int from, int to) {
        return (long) from << 32 | to;
    }

    void addFlat(int node, double value) {
        flat[node] += value;
    }

    void addCumulative(int node, double value) {
        nodes.set(node);
        cumulative[node] += value;
    }

    /** Adds a stack's figure to an edge, once however often the stack goes along it. */
    void addEdge(int from, int to, double value, boolean residual, int stack) {
        Edge edge = table.get(from, to);
        if (edge == null) {
            edge = new Edge(from, to);
            table.add(edge);
            edges.put(key(from, to), edge);
        }
        if (edge.countedFor != stack) {
            edge.countedFor = stack;
            edge.weight += value;
            edge.residual |= residual;
        }
    }

    /** The nodes that have anything of the measure. */
    BitSet nodes() {
        return nodes;
    }

    double flat(int node) {
        return flat[node];
    }

    double cumulative(int node) {
        return cumulative[node];
    }

    /** The edges, in no order. */
    Collection<Edge> edges() {
        return edges.values();
    }

    /** Leaves out the edges below a weight, and says how many. */
    int dropEdgesBelow(double least) {
        int before = edges.size();
        edges.values().removeIf(edge -> Math.abs(edge.weight) < least);
        return before - edges.size();
    }

    /**
     * Leaves out edges of nodes that have more than so many in one direction, and says how many. The first edge into a node
     * stays, or it would seem to be called by nobody.
     *
     * @param most how many edges a node keeps in each direction
     * @param heaviestFirst the edges in a settled order
     */
    int dropEdgesBeyond(int most, List<Edge> heaviestFirst) {
        Map<Integer, Integer> into = new HashMap<>();
        Map<Integer, Integer> outOf = new HashMap<>();
        int dropped = 0;
        for (Edge edge : heaviestFirst) {
            int callers = into.getOrDefault(edge.to, 0);
            int callees = outOf.getOrDefault(edge.from, 0);
            if (callers > 0 && (callers >= most || callees >= most)) {
                edges.remove(key(edge.from, edge.to));
                dropped++;
            } else {
                into.put(edge.to, callers + 1);
                outOf.put(edge.from, callees + 1);
            }
        }
        return dropped;
    }

    /**
     * Leaves out residual edges whose ends other edges link, and says how many. Of what leads to a node, the lighter goes
     * first, and none goes that is heavier than a plain edge beside it: the reader would take that for the main way.
     *
     * @param order the nodes, the most telling first
     * @param heaviestFirst the edges in a settled order
     */
    int dropRedundantEdges(List<Integer> order, List<Edge> heaviestFirst) {
        Map<Integer, List<Edge>> into = new HashMap<>();
        for (Edge edge : heaviestFirst) {
            into.computeIfAbsent(edge.to, any -> new ArrayList<>()).add(edge);
        }
        int dropped = 0;
        for (int i = order.size() - 1; i >= 0; i--) {
            List<Edge> ways = into.getOrDefault(order.get(i), List.of());
            for (int way = ways.size() - 1; way >= 0 && ways.get(way).residual; way--) {
                Edge edge = ways.get(way);
                if (isLinkedOtherwise(edge, into)) {
                    ways.remove(way);
                    edges.remove(key(edge.from, edge.to));
                    dropped++;
                }
            }
        }
        return dropped;
    }

    private static boolean isLinkedOtherwise(Edge edge, Map<Integer, List<Edge>> into) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        seen.set(edge.to);
        open.add(edge.to);
        while (!open.isEmpty()) {
            Iterator<Edge> ways = into.getOrDefault(open.remove(), List.of()).iterator();
            while (ways.hasNext()) {
                Edge way = ways.next();
                if (way == edge || seen.get(way.from)) {
                    continue;
                }
                if (way.from == edge.from) {
                    return true;
                }
                seen.set(way.from);
                open.add(way.from);
            }
        }
        return false;
    }
}
