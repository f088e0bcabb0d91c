package io.jemscope.report.graph;

import io.jemscope.report.StackNames;
import java.util.BitSet;

/** What a graph is drawn from: knows how many nodes there are, and can leave some of them out. */
interface GraphSource {

    /** The whole, in the measure's unit. */
    double total();

    /** The names that its nodes have. */
    StackNames names();

    /**
     * Looks for the nodes that are worth drawing.
     *
     * @param least the least cumulative figure of one, without its sign
     * @return their numbers
     */
    BitSet large(double least);

    /** How many nodes have anything of the measure, large or not; {@link #large} was asked for. */
    int count();

    /**
     * The graph of some nodes, bridged where others lie between them.
     *
     * @param kept the nodes to keep, of those that {@link #large} gave
     */
    MutableGraph of(BitSet kept);

    /**
     * What each node holds: a stack's figure counts for the innermost of its nodes that has one of some names.
     *
     * @param lines the names of nodes that can hold anything
     * @param large the nodes that can; those that {@link #large} gave
     * @return the figures by node; of a stack that leads through none of them there is nothing in them
     */
    double[] held(BitSet lines, BitSet large);

    /** The number of a node's name. */
    int name(int node);
}
