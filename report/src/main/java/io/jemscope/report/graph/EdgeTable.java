package io.jemscope.report.graph;

import org.jspecify.annotations.Nullable;

/** Edges by their ends: a hash table with open addressing. */
final class EdgeTable {

    /** Never more than half full. */
    private MutableGraph.@Nullable Edge[] slots = new MutableGraph.Edge[512];

    private int size;

    MutableGraph.@Nullable Edge get(int from, int to) {
        return slots[slot(from, to)];
    }

    /** Adds an edge that isn't there. */
    void add(MutableGraph.Edge edge) {
        if (2 * ++size > slots.length) {
            MutableGraph.@Nullable Edge[] before = slots;
            slots = new MutableGraph.Edge[2 * before.length];
            for (MutableGraph.Edge known : before) {
                if (known != null) {
                    slots[slot(known.from, known.to)] = known;
                }
            }
        }
        slots[slot(edge.from, edge.to)] = edge;
    }

    private int slot(int from, int to) {
        // Fibonacci hashing: the golden ratio's bits spread neighbouring keys (Knuth, The Art of Computer Programming,
        // 6.4).
        int slot = (int) ((((long) from << 32 | to) * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (slots.length - 1);
        for (MutableGraph.Edge edge = slots[slot];
                edge != null && (edge.from != from || edge.to != to);
                edge = slots[slot]) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }
}
