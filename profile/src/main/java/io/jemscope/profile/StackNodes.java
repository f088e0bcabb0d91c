package io.jemscope.profile;

/**
 * The tree in which samples share their stacks, for those who go from the outermost callers down. A node is a piece of
 * stacks: some locations, and the node that called them. Callers have lower numbers than what they called. Unchangeable;
 * safe for several threads.
 */
public final class StackNodes {

    /** No node. */
    public static final int NONE = StackTree.EMPTY;

    /** How many locations a node has at most. */
    public static final int WIDTH = StackTree.WIDTH;

    private final StackTree tree;
    private final IntBlocks stackOf;

    StackNodes(StackTree tree, IntBlocks stackOf) {
        this.tree = tree;
        this.stackOf = stackOf;
    }

    /**
     * How many nodes there are.
     *
     * @return their number; nodes are numbered from 0
     */
    public int size() {
        return tree.size();
    }

    /**
     * The node that called another one.
     *
     * @param node the node's number
     * @return the caller's number; {@link #NONE} where it is outermost
     */
    public int caller(int node) {
        return tree.caller(node);
    }

    /**
     * The node that has the innermost locations of a sample's stack; all that the node has are the stack's.
     *
     * @param sample the sample's index
     * @return the node's number; {@link #NONE} where there is no stack
     */
    public int node(int sample) {
        return stackOf.get(sample);
    }

    /**
     * Reads a node's locations, one at least.
     *
     * @param node the node's number
     * @param to takes the locations, outermost first, as indices of {@link Samples#locations()}; has room for
     *     {@link #WIDTH}
     * @return how many there are
     */
    public int locations(int node, int[] to) {
        return tree.outermostFirst(node, to);
    }
}
