package io.jemscope.report;

import java.util.Arrays;

/**
 * Sums the figures of calls by caller and callee, in plain arrays, because the stacks of a large profile repeat each edge millions
 * of times. An edge counts once a stack, however often it recurs there.
 */
public final class EdgeTable {

    private final PairTable edges = new PairTable();

    /** By edge. */
    private double[] values = new double[512];

    /** By edge, the stack that it was counted for last. */
    private int[] lastStack = new int[512];

    private boolean[] residual = new boolean[512];

    /**
     * Adds a stack's figure to an edge.
     *
     * @param stack the stack's number, at least 1
     * @param isResidual whether the stack has other callers between the two; an edge is residual if any of its stacks has
     */
    public void add(int caller, int callee, int stack, double value, boolean isResidual) {
        int edge = edges.number(caller, callee);
        if (edge == values.length) {
            values = Arrays.copyOf(values, 2 * edge);
            lastStack = Arrays.copyOf(lastStack, 2 * edge);
            residual = Arrays.copyOf(residual, 2 * edge);
        }
        if (lastStack[edge] != stack) {
            lastStack[edge] = stack;
            values[edge] += value;
            residual[edge] |= isResidual;
        }
    }

    /** Visits an edge. */
    public interface Visitor {
        /** Receives an edge and the sum of its figures. */
        void edge(int caller, int callee, double value, boolean isResidual);
    }

    /** Visits all edges, in the order in which they came. */
    public void forEach(Visitor visitor) {
        for (int edge = 0; edge < edges.size(); edge++) {
            visitor.edge(edges.first(edge), edges.second(edge), values[edge], residual[edge]);
        }
    }
}
