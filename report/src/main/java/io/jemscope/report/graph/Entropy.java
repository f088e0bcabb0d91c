package io.jemscope.report.graph;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a node tells: its cumulative figure times the entropy, in bits, of how that is shared out among its callers and
 * its callees, and its flat figure on top. One caller and one callee tell nothing; roots and leaves count as one bit.
 */
final class Entropy {

    /** The edges at one side of a node. */
    private static final class Side {
        private int edges;
        private double sum;
        private double sumOfLogs;

        void add(double weight) {
            edges++;
            sum += weight;
            sumOfLogs += weight * log2(weight);
        }

        /** -Σ p·log2(p) with p = w/S is log2(S) - Σ w·log2(w) / S. */
        double bits(double itself) {
            double all = sum + itself;
            return all == 0 ? 0 : log2(all) - (sumOfLogs + itself * log2(itself)) / all;
        }

        private static double log2(double value) {
            return value <= 0 ? 0 : Math.log(value) / Math.log(2);
        }
    }

    private final Draft draft;
    private final Map<Integer, Side> callers = new HashMap<>();
    private final Map<Integer, Side> callees = new HashMap<>();

    Entropy(Draft draft) {
        this.draft = draft;
        for (Draft.Edge edge : draft.edges()) {
            callers.computeIfAbsent(edge.to, any -> new Side()).add(edge.weight());
            callees.computeIfAbsent(edge.from, any -> new Side()).add(edge.weight());
        }
    }

    double score(int node) {
        double bits = bits(callers.get(node), 0) + bits(callees.get(node), draft.flat(node));
        return bits * draft.cumulative(node) + draft.flat(node);
    }

    private static double bits(@Nullable Side side, double itself) {
        return side == null || side.edges == 0 ? 1 : side.bits(itself);
    }
}
