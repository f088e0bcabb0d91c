package io.jemscope.report.graph;

import io.jemscope.report.FrameNames;
import java.util.BitSet;

/** The nodes that a graph can have. */
interface GraphSource {

    /** The whole, in the measure's unit. */
    double total();

    /** The names of the nodes. */
    FrameNames names();

    /** The number of a node's name. */
    int name(int node);

    /** The number of nodes with a figure, large or not. */
    int count();

    /** The nodes whose cumulative figure, without its sign, is at least a minimum. */
    BitSet large(double minimum);

    /**
     * The graph of some large nodes: edges bridge the others.
     *
     * @param kept the nodes to keep
     */
    MutableGraph of(BitSet kept);

    /**
     * What each node holds: a stack counts for the innermost of its nodes that can hold memory.
     *
     * @param lines the names of the nodes that can
     * @param large of these nodes, the ones that do
     * @return the figures by node
     */
    double[] held(BitSet lines, BitSet large);
}
