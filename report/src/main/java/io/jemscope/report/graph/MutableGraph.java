package io.jemscope.report.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A graph under construction: its nodes have the numbers of its {@link GraphSource}. */
final class MutableGraph {

    private final double[] flat;
    private final double[] cumulative;
    private final BitSet nodes = new BitSet();
    private final List<CallGraph.Edge> edges = new ArrayList<>();

    MutableGraph(int nodes) {
        flat = new double[nodes];
        cumulative = new double[nodes];
    }

    void addFlat(int node, double value) {
        flat[node] += value;
    }

    void addCumulative(int node, double value) {
        nodes.set(node);
        cumulative[node] += value;
    }

    void addEdge(CallGraph.Edge edge) {
        edges.add(edge);
    }

    /** The nodes with a figure. */
    BitSet nodes() {
        return nodes;
    }

    double flat(int node) {
        return flat[node];
    }

    double cumulative(int node) {
        return cumulative[node];
    }

    /** The edges, in no particular order. */
    List<CallGraph.Edge> edges() {
        return edges;
    }

    /** Drops the edges below a weight and returns how many. */
    int dropEdgesBelow(double minimum) {
        int before = edges.size();
        edges.removeIf(edge -> Math.abs(edge.weight()) < minimum);
        return before - edges.size();
    }

    /**
     * Drops edges of nodes that have too many in one direction, and returns how many. The first edge to a node stays, or the
     * node would seem to have no caller.
     *
     * @param maximum how many edges a node keeps in each direction
     * @param heaviestFirst the edges in a fixed order
     */
    int dropEdgesBeyond(int maximum, List<CallGraph.Edge> heaviestFirst) {
        Map<Integer, Integer> into = new HashMap<>();
        Map<Integer, Integer> outOf = new HashMap<>();
        Set<CallGraph.Edge> dropped = new HashSet<>();
        for (CallGraph.Edge edge : heaviestFirst) {
            int callers = into.getOrDefault(edge.to(), 0);
            int callees = outOf.getOrDefault(edge.from(), 0);
            if (callers > 0 && (callers >= maximum || callees >= maximum)) {
                dropped.add(edge);
            } else {
                into.put(edge.to(), callers + 1);
                outOf.put(edge.from(), callees + 1);
            }
        }
        edges.removeAll(dropped);
        return dropped.size();
    }

    /**
     * Drops residual edges whose ends other edges link, and returns how many. Of the edges to a node the lightest is dropped
     * first, and none that is heavier than a plain edge beside it: the reader would take the plain one for the main path.
     *
     * @param order the nodes, the most telling first
     * @param heaviestFirst the edges in a fixed order
     */
    int dropRedundantEdges(List<Integer> order, List<CallGraph.Edge> heaviestFirst) {
        Map<Integer, List<CallGraph.Edge>> into = new HashMap<>();
        for (CallGraph.Edge edge : heaviestFirst) {
            into.computeIfAbsent(edge.to(), any -> new ArrayList<>()).add(edge);
        }
        Set<CallGraph.Edge> dropped = new HashSet<>();
        for (int i = order.size() - 1; i >= 0; i--) {
            List<CallGraph.Edge> toNode = into.getOrDefault(order.get(i), List.of());
            for (int last = toNode.size() - 1; last >= 0 && toNode.get(last).residual(); last--) {
                CallGraph.Edge edge = toNode.get(last);
                if (isLinkedOtherwise(edge, into)) {
                    toNode.remove(last);
                    dropped.add(edge);
                }
            }
        }
        edges.removeAll(dropped);
        return dropped.size();
    }

    private static boolean isLinkedOtherwise(CallGraph.Edge edge, Map<Integer, List<CallGraph.Edge>> into) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        seen.set(edge.to());
        open.add(edge.to());
        while (!open.isEmpty()) {
            for (CallGraph.Edge other : into.getOrDefault(open.remove(), List.of())) {
                if (other.equals(edge) || seen.get(other.from())) {
                    continue;
                }
                if (other.from() == edge.from()) {
                    return true;
                }
                seen.set(other.from());
                open.add(other.from());
            }
        }
        return false;
    }
}
