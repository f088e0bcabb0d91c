package io.jemscope.report.graph;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a node tells: its cumulative figure times the entropy, in bits, of how that is shared out among its callers and
 * its callees, and its flat figure on top, all without their signs: what shrank tells as much as what grew. One caller and one
 * callee tell nothing; roots and leaves count as one bit.
 */
final class Entropy {

    /** The edges at one side of a node. */
    private static final class Side {
        private double sum;
        private double bits;

        private void addBits(double weight, double whole) {
            // One edge alone makes this exactly 0, and so a node that tells nothing ties with its like.
            double share = weight / whole;
            if (share > 0) {
                bits -= share * Math.log(share) / Math.log(2);
            }
        }
    }

    private final MutableGraph graph;
    private final Map<Integer, Side> callers = new HashMap<>();
    private final Map<Integer, Side> callees = new HashMap<>();

    Entropy(MutableGraph graph) {
        this.graph = graph;
        for (CallGraph.Edge edge : graph.edges()) {
            callers.computeIfAbsent(edge.to(), any -> new Side()).sum += Math.abs(edge.weight());
            callees.computeIfAbsent(edge.from(), any -> new Side()).sum += Math.abs(edge.weight());
        }
        callees.forEach((node, side) -> {
            side.sum += Math.abs(graph.flat(node));
            side.addBits(Math.abs(graph.flat(node)), side.sum);
        });
        for (CallGraph.Edge edge : graph.edges()) {
            addBits(callers.get(edge.to()), edge);
            addBits(callees.get(edge.from()), edge);
        }
    }

    private static void addBits(@Nullable Side side, CallGraph.Edge edge) {
        if (side != null) {
            side.addBits(Math.abs(edge.weight()), side.sum);
        }
    }

    double score(int node) {
        double bits = bits(callers.get(node)) + bits(callees.get(node));
        return bits * Math.abs(graph.cumulative(node)) + Math.abs(graph.flat(node));
    }

    private static double bits(@Nullable Side side) {
        return side == null ? 1 : side.bits;
    }
}
