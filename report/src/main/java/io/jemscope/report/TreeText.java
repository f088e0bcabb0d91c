package io.jemscope.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prints a call tree. A line is indented only where its caller calls several functions worth showing, so that a stack
 * of a hundred frames that never branches stays readable.
 */
public final class TreeText {

    /** A line still to print; {@code below} stands before the lines below it, and there are none where node is null. */
    private record Pending(double value, String line, Tree.@Nullable Node node, String below) {}

    private final Tree tree;
    private final Layout layout;
    private final double least;

    /** The nodes to print where their number is limited; null where all are that have the least share. */
    private final @Nullable Set<Tree.Node> chosen;

    private TreeText(Tree tree, Layout layout) {
        this.tree = tree;
        this.layout = layout;
        least = layout.nodeFraction() * Math.abs(tree.root().value());
        chosen = layout.rows() == Integer.MAX_VALUE ? null : choose();
    }

    /**
     * Prints the tree.
     *
     * @param tree the tree
     * @param leastShare branches with a smaller share of the whole are left out and summed up; 0.01 is a per cent
     * @return the text, each line ended
     */
    public static String print(Tree tree, double leastShare) {
        return print(tree, Layout.WHOLE.withNodeFraction(leastShare));
    }

    /**
     * Prints the tree.
     *
     * @param tree the tree
     * @param layout how much of it: where the rows are limited, the greatest branches are shown, and what is left out is
     *     summed up
     * @return the text, each line ended
     */
    public static String print(Tree tree, Layout layout) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("Tree: ")
                .append(MeasureText.value(tree.measure(), tree.root().value(), layout.unit()))
                .append(", ");
        out.append(MeasureText.name(tree.measure()));
        double leastShare = Math.max(layout.nodeFraction(), tree.nodeFraction());
        if (leastShare > 0) {
            out.append("; branches below ")
                    .append(Units.ratioPercent(leastShare))
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
        pending.push(new Pending(tree.root().value(), tree.root().name(), tree.root(), ""));
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            table.add(
                    MeasureText.value(tree.measure(), next.value(), layout.unit()),
                    Units.percent(next.value(), tree.root().value()),
                    next.line());
            if (next.node() != null) {
                pushCallees(pending, next.node(), next.below());
            }
        }
        table.appendTo(out, "  ");
    }

    private void pushCallees(Deque<Pending> pending, Tree.Node caller, String before) {
        List<Tree.Node> shown = new ArrayList<>();
        double left = caller.leftOutValue();
        int leftOut = caller.leftOut();
        for (Tree.Node callee : caller.callees()) {
            if (Math.abs(callee.value()) >= least && (chosen == null || chosen.contains(callee))) {
                shown.add(callee);
            } else {
                left += callee.value();
                leftOut++;
            }
        }
        boolean branches = shown.size() > 1;
        if (leftOut > 0) {
            String line = before + (branches ? "└─ " : "") + "… " + Units.count(leftOut) + " more";
            pending.push(new Pending(left, line, null, before));
        }
        for (int i = shown.size() - 1; i >= 0; i--) {
            Tree.Node callee = shown.get(i);
            boolean last = i == shown.size() - 1 && leftOut == 0;
            String line = before + (branches ? (last ? "└─ " : "├─ ") : "") + callee.name();
            String below = before + (branches ? (last ? "   " : "│  ") : "");
            pending.push(new Pending(callee.value(), line, callee, below));
        }
    }

    /** The greatest nodes, as many as there may be rows. Callers stand before their callees, which are never greater. */
    private Set<Tree.Node> choose() {
        List<Tree.Node> nodes = new ArrayList<>();
        Deque<Tree.Node> pending = new ArrayDeque<>(tree.root().callees());
        while (!pending.isEmpty()) {
            Tree.Node node = pending.pop();
            if (Math.abs(node.value()) >= least) {
                nodes.add(node);
                for (int i = node.callees().size() - 1; i >= 0; i--) {
                    pending.push(node.callees().get(i));
                }
            }
        }
        // The sort keeps the order of equals.
        nodes.sort((one, other) -> Double.compare(Math.abs(other.value()), Math.abs(one.value())));
        Set<Tree.Node> greatest = Collections.newSetFromMap(new IdentityHashMap<>());
        greatest.addAll(nodes.subList(0, Math.min(layout.rows(), nodes.size())));
        return greatest;
    }
}
