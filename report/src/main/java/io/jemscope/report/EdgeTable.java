package io.jemscope.report;

import java.util.Arrays;

/**
 * Sums the figures of calls by caller and callee: a hash table of plain numbers with open addressing, because the stacks of a
 * large profile repeat each edge millions of times. An edge counts once a stack, however often it recurs there.
 */
public final class EdgeTable {

    private static final long FREE = -1;

    private long[] keys = new long[1024];
    private double[] values = new double[1024];

    /** By slot, the stack that the edge was counted for last. */
    private int[] lastStack = new int[1024];

    private boolean[] residual = new boolean[1024];
    private int size;

    /** Creates a table without edges. */
    public EdgeTable() {
        Arrays.fill(keys, FREE);
    }

    /**
     * Adds a stack's figure to an edge.
     *
     * @param stack the stack's number, at least 1
     * @param isResidual whether the stack has other callers between the two; an edge is residual if any of its stacks has
     */
    public void add(int caller, int callee, int stack, double value, boolean isResidual) {
        int slot = slot(((long) caller << 32) | callee);
        if (lastStack[slot] != stack) {
            lastStack[slot] = stack;
            values[slot] += value;
            residual[slot] |= isResidual;
        }
    }

    /** Visits an edge. */
    public interface Visitor {
        /** Receives an edge and the sum of its figures. */
        void edge(int caller, int callee, double value, boolean isResidual);
    }

    /** Visits all edges, in no particular order. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != FREE) {
                visitor.edge((int) (keys[i] >>> 32), (int) keys[i], values[i], residual[i]);
            }
        }
    }

    /** The slot of an edge; takes a free one for a new edge. */
    private int slot(long key) {
        int slot = firstSlot(key);
        while (keys[slot] != key) {
            if (keys[slot] != FREE) {
                slot = (slot + 1) & (keys.length - 1);
            } else if (2 * (size + 1) > keys.length) {
                grow();
                slot = firstSlot(key);
            } else {
                size++;
                keys[slot] = key;
            }
        }
        return slot;
    }

    /** Fibonacci hashing: the golden ratio's bits spread neighbouring keys (Knuth, The Art of Computer Programming, 6.4). */
    private int firstSlot(long key) {
        return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (keys.length - 1);
    }

    private void grow() {
        long[] oldKeys = keys;
        double[] oldValues = values;
        int[] oldStacks = lastStack;
        boolean[] oldResidual = residual;
        keys = new long[2 * oldKeys.length];
        values = new double[keys.length];
        lastStack = new int[keys.length];
        residual = new boolean[keys.length];
        size = 0;
        Arrays.fill(keys, FREE);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != FREE) {
                int slot = slot(oldKeys[i]);
                values[slot] = oldValues[i];
                lastStack[slot] = oldStacks[i];
                residual[slot] = oldResidual[i];
            }
        }
    }
}
