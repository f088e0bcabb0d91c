package io.jemscope.report.graph;

/**
 * How much of a call graph is kept, as pprof's options of these names have it.
 *
 * @param nodeFraction nodes with less than this share of the whole, cumulated, are left out; from 0 to 1
 * @param edgeFraction edges with less than this share of the whole are left out; from 0 to 1
 * @param nodeCount how many nodes are kept at most, the most telling first; 0 for all
 * @param maxDegree how many edges a node keeps in each direction at most, the heaviest first; 0 for all. The first edge into
 *     a node always stays, as jeprof's option of this name has it
 * @param callTree whether a function has a node for each way that leads to it, instead of one in all
 */
public record GraphLimits(double nodeFraction, double edgeFraction, int nodeCount, int maxDegree, boolean callTree) {

    /** pprof's defaults. */
    public static final GraphLimits DEFAULT = new GraphLimits(0.005, 0.001, 80, 0, false);

    /**
     * Checks the limits.
     *
     * @param nodeFraction the least share of a node
     * @param edgeFraction the least share of an edge
     * @param nodeCount how many nodes at most
     * @param maxDegree how many edges of a node in each direction at most
     * @param callTree whether to draw a tree
     * @throws IllegalArgumentException where a share isn't from 0 to 1, or the count is below 0
     */
    public GraphLimits {
        checkShare("node", nodeFraction);
        checkShare("edge", edgeFraction);
        if (maxDegree < 0) {
            throw new IllegalArgumentException("A node's number of edges is at least 0, not " + maxDegree);
        }
        if (nodeCount < 0) {
            throw new IllegalArgumentException("A graph's number of nodes is at least 0, not " + nodeCount);
        }
    }

    /**
     * As many edges of a node as there are.
     *
     * @param nodeFraction the least share of a node
     * @param edgeFraction the least share of an edge
     * @param nodeCount how many nodes at most
     * @param callTree whether to draw a tree
     */
    public GraphLimits(double nodeFraction, double edgeFraction, int nodeCount, boolean callTree) {
        this(nodeFraction, edgeFraction, nodeCount, 0, callTree);
    }

    private static void checkShare(String what, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "The least share of a graph's " + what + " is from 0 to 1, not " + share);
        }
    }
}
