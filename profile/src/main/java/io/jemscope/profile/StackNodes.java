package io.jemscope.profile;

/**
 * The stacks of samples as a tree in which they share their callers, for callers that walk from the outermost frame down. A
 * node is a piece of stacks: some locations, and the node that called them. Callers have lower numbers than what they
 * called. Immutable; safe for several threads.
 */
public final class StackNodes {

    /** No node. */
    public static final int NONE = StackTrie.EMPTY;

    /** How many locations a node has at most. */
    public static final int WIDTH = StackTrie.WIDTH;

    private final StackTrie tree;
    private final IntBlocks nodeOf;

    private StackNodes(StackTrie tree, IntBlocks nodeOf) {
        this.tree = tree;
        this.nodeOf = nodeOf;
    }

    /** The tree of the stacks of so many samples. */
    static StackNodes of(StackCursor stacks, int samples) {
        StackTrie tree = new StackTrie();
        IntBlocks nodeOf = new IntBlocks();
        int node = NONE;
        for (int sample = 0; sample < samples; sample++) {
            if (stacks.moveTo(sample)) {
                int depth = stacks.depth();
                node = tree.add(stacks.numbers(), depth);
            }
            nodeOf.add(node);
        }
        tree.complete();
        return new StackNodes(tree, nodeOf);
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
     * @return the caller's number; {@link #NONE} if it is outermost
     */
    public int caller(int node) {
        return tree.caller(node);
    }

    /**
     * The node that has the innermost locations of a sample's stack; all that the node has are the stack's.
     *
     * @param sample the sample's index
     * @return the node's number; {@link #NONE} if there is no stack
     */
    public int node(int sample) {
        return nodeOf.get(sample);
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
