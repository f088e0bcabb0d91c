package io.jemscope.report.graph;

/** How large a node and how strong an edge is drawn, by its share of the whole. */
final class Emphasis {

    private static final double LEAST_FONT = 9.5;
    private static final double FONT_GROWTH = 14;

    /**
     * What a node's callees asked for counts this much beside what it asked for itself: a chain of callers that all have
     * the whole would else fill the page.
     */
    private static final double WEIGHT_OF_CUMULATIVE = 0.12;

    private final double whole;

    Emphasis(CallGraph graph) {
        this.whole = Math.abs(graph.whole());
    }

    /** The size of a node's name; grows with the root of the share, so that it is the area that tells. */
    double fontSize(CallGraph.Node node) {
        // The allocator's functions ask for everything and explain nothing: their own figure makes them no larger.
        double own = node.allocator() ? 0 : share(node.flat());
        double emphasis = Math.max(own, WEIGHT_OF_CUMULATIVE * share(node.cumulative()));
        return Math.round(2 * (LEAST_FONT + FONT_GROWTH * Math.sqrt(emphasis))) / 2.0;
    }

    /** An edge's width. */
    double width(CallGraph.Edge edge) {
        return Math.round(10 * (1 + 7 * share(edge.weight()))) / 10.0;
    }

    /** A figure's share of the whole, from 0 to 1. */
    double share(double value) {
        return whole <= 0 ? 0 : Math.min(1, Math.abs(value) / whole);
    }
}
