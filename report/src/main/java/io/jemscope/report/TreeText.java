package io.jemscope.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints a call tree. A line is indented only where its caller calls several functions worth showing, so that a stack
 * of a hundred frames that never branches stays readable.
 */
public final class TreeText {

    private static final int NONE = -1;

    /** A line to print; {@code below} is the prefix of the lines below it, of which there are none if the node is {@link #NONE}. */
    private record Pending(double value, String line, int node, String below) {}

    private final CallTree tree;
    private final TextOptions layout;
    private final double whole;
    private final double minimum;

    /** The nodes to print if rows are limited; else null. */
    private final @Nullable BitSet chosen;

    private TreeText(CallTree tree, TextOptions layout) {
        this.tree = tree;
        this.layout = layout;
        whole = layout.wholeOr(tree.value(CallTree.ROOT));
        minimum = layout.least(tree.value(CallTree.ROOT));
        chosen = layout.rows() == Integer.MAX_VALUE ? null : choose();
    }

    /**
     * Prints the tree.
     *
     * @param layout where rows are limited, the largest branches are shown; what is left out is summed up
     * @return the text, each line ended
     */
    public static String print(CallTree tree, TextOptions layout) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("Tree: ").append(SampleTypeText.heading(tree.measure(), tree.value(CallTree.ROOT), layout));
        double minimumShare = Math.max(layout.nodeFraction(), tree.nodeFraction());
        if (minimumShare > 0) {
            out.append("; branches below ")
                    .append(Units.ratioPercent(minimumShare))
                    .append(" are summed up");
        }
        out.append("\n\n");
        new TreeText(tree, layout).appendTo(out);
        return out.toString();
    }

    private void appendTo(StringBuilder out) {
        TextTable table = new TextTable("rrl");
        // A deque and no recursion: a hostile profile may be deeper than this thread's stack.
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(tree.value(CallTree.ROOT), tree.name(CallTree.ROOT), CallTree.ROOT, ""));
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            table.add(
                    SampleTypeText.value(tree.measure(), next.value(), layout.unit()),
                    Units.percent(next.value(), whole),
                    next.line());
            if (next.node() != NONE) {
                pushCallees(pending, next.node(), next.below());
            }
        }
        table.appendTo(out, "  ", layout.columns());
    }

    private void pushCallees(Deque<Pending> pending, int caller, String before) {
        List<Integer> shown = new ArrayList<>();
        double left = tree.leftOutValue(caller);
        int leftOut = tree.leftOut(caller);
        for (int callee : tree.callees(caller)) {
            if (tree.magnitude(callee) >= minimum && (chosen == null || chosen.get(callee))) {
                shown.add(callee);
            } else {
                left += tree.value(callee);
                leftOut++;
            }
        }
        boolean branches = shown.size() > 1;
        if (leftOut > 0) {
            String line = before + (branches ? "└─ " : "") + "… " + Units.count(leftOut) + " more";
            pending.push(new Pending(left, line, NONE, before));
        }
        for (int i = shown.size() - 1; i >= 0; i--) {
            int callee = shown.get(i);
            boolean last = i == shown.size() - 1 && leftOut == 0;
            String line = before + (branches ? (last ? "└─ " : "├─ ") : "") + tree.name(callee);
            String below = before + (branches ? (last ? "   " : "│  ") : "");
            pending.push(new Pending(tree.value(callee), line, callee, below));
        }
    }

    /**
     * Chooses the largest nodes, as many as there may be rows. A node counts as much as the largest node below it: in a
     * difference growth and shrinkage cancel out, so a callee may be larger than its caller, and can't be shown without it.
     */
    private BitSet choose() {
        List<Integer> nodes = nodes();
        double[] largest = new double[tree.size()];
        for (int i = nodes.size() - 1; i >= 0; i--) {
            int node = nodes.get(i);
            int caller = tree.caller(node);
            largest[node] = Math.max(largest[node], Math.abs(tree.value(node)));
            largest[caller] = Math.max(largest[caller], largest[node]);
        }
        // The sort keeps the order of equals: callers stand before their callees.
        nodes.sort((one, other) -> Double.compare(largest[other], largest[one]));
        BitSet kept = new BitSet();
        for (int node : nodes.subList(0, Math.min(layout.rows(), nodes.size()))) {
            kept.set(node);
        }
        return kept;
    }

    /** The nodes with the least share, or with one below them, depth first without the root. */
    private List<Integer> nodes() {
        List<Integer> nodes = new ArrayList<>();
        Deque<Integer> pending = new ArrayDeque<>();
        pending.push(CallTree.ROOT);
        while (!pending.isEmpty()) {
            int node = pending.pop();
            if (node != CallTree.ROOT) {
                nodes.add(node);
            }
            int[] callees = tree.callees(node);
            for (int i = callees.length - 1; i >= 0; i--) {
                if (tree.magnitude(callees[i]) >= minimum) {
                    pending.push(callees[i]);
                }
            }
        }
        return nodes;
    }
}
