package io.jemscope.report;

import java.util.Arrays;

/**
 * Adds up what flows from callers to callees: a hash table of plain numbers with open addressing, since a profile of
 * millions of stacks meets each edge again and again. An edge counts once a stack, however often it recurs there.
 */
final class EdgeSums {

    private static final long NONE = -1;

    private long[] keys = new long[1024];
    private double[] values = new double[1024];

    /** The stack that an edge was met in last. */
    private int[] lastMet = new int[1024];

    private int size;

    EdgeSums() {
        Arrays.fill(keys, NONE);
    }

    /** Adds a stack's figure to an edge; {@code stack} numbers the stacks from 1 on. */
    void add(int caller, int callee, int stack, double value) {
        long key = ((long) caller << 32) | callee;
        int slot = slot(key);
        if (keys[slot] == NONE) {
            if (2 * ++size > keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
        }
        if (lastMet[slot] != stack) {
            lastMet[slot] = stack;
            values[slot] += value;
        }
    }

    /** Takes an edge and what flows along it. */
    interface Visitor {
        void edge(int caller, int callee, double value);
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != NONE) {
                visitor.edge((int) (keys[i] >>> 32), (int) keys[i], values[i]);
            }
        }
    }

    private int slot(long key) {
        // Fibonacci hashing: the golden ratio's bits spread neighbouring keys (Knuth, The Art of Computer Programming,
        // 6.4).
        int slot = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (keys.length - 1);
        while (keys[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        double[] oldValues = values;
        int[] oldMet = lastMet;
        keys = new long[2 * oldKeys.length];
        values = new double[keys.length];
        lastMet = new int[keys.length];
        Arrays.fill(keys, NONE);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != NONE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
                lastMet[slot] = oldMet[i];
            }
        }
    }
}
