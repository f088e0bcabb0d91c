package io.jemscope.report.graph;

import java.util.BitSet;

/** What a graph is drawn from: knows all nodes, and can leave some of them out. */
interface Source {

    /** The whole, in the measure's unit. */
    double total();

    /** The graph of all nodes. */
    Draft all();

    /**
     * The graph of some nodes, bridged where others lie between them.
     *
     * @param kept the nodes to keep, by the numbers that {@link #all()} gave them
     */
    Draft of(BitSet kept);

    /** The number of a node's name. */
    int name(int node);
}
