package io.jemscope.report.graph;

import io.jemscope.report.CallTree;
import io.jemscope.report.FrameNames;
import java.util.BitSet;

/** A graph with one node for each path from a root: a call tree. The root itself isn't a node of the graph. */
final class TreeSource implements GraphSource {

    private final CallTree tree;

    /** {@code tree} has been counted and holds all nodes that can be large. */
    TreeSource(CallTree tree) {
        this.tree = tree;
    }

    @Override
    public double total() {
        return tree.value(CallTree.ROOT);
    }

    @Override
    public FrameNames names() {
        return tree.names();
    }

    @Override
    public int name(int node) {
        return tree.nameNumber(node);
    }

    @Override
    public int count() {
        return tree.size() - 1 + tree.cutNodes();
    }

    @Override
    public BitSet large(double minimum) {
        BitSet large = new BitSet();
        for (int node = 1; node < tree.size(); node++) {
            large.set(node, Math.abs(tree.value(node)) >= minimum);
        }
        return large;
    }

    @Override
    public MutableGraph of(BitSet kept) {
        MutableGraph graph = new MutableGraph(tree.size());
        for (int node = kept.nextSetBit(0); node >= 0; node = kept.nextSetBit(node + 1)) {
            graph.addCumulative(node, tree.value(node));
            graph.addFlat(node, tree.flat(node));
            int caller = tree.caller(node);
            boolean residual = false;
            while (caller != CallTree.ROOT && !kept.get(caller)) {
                caller = tree.caller(caller);
                residual = true;
            }
            if (caller != CallTree.ROOT) {
                graph.addEdge(new CallGraph.Edge(caller, node, tree.value(node), residual));
            }
        }
        return graph;
    }

    @Override
    public double[] held(BitSet lines, BitSet large) {
        double[] held = new double[tree.size()];
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            held[node] += tree.flat(node) + tree.leftOutValue(node);
            if (!large.get(node) || !lines.get(name(node))) {
                held[tree.caller(node)] += held[node];
                held[node] = 0;
            }
        }
        held[CallTree.ROOT] = 0;
        return held;
    }
}
