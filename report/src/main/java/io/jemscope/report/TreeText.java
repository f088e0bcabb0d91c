package io.jemscope.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints a call tree. A line is indented only where its caller calls several functions worth showing, so that a stack
 * of a hundred frames that never branches stays readable.
 */
public final class TreeText {

    /** A line still to print; {@code below} stands before the lines below it, and there are none where node is null. */
    private record Pending(double value, String line, Tree.@Nullable Node node, String below) {}

    private final Tree tree;
    private final double least;

    private TreeText(Tree tree, double least) {
        this.tree = tree;
        this.least = least;
    }

    /**
     * Prints the tree.
     *
     * @param tree the tree
     * @param leastShare branches with a smaller share of the whole are left out and summed up; 0.01 is a per cent
     * @return the text, each line ended
     */
    public static String print(Tree tree, double leastShare) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("Tree: ")
                .append(MeasureText.value(tree.measure(), tree.root().value()))
                .append(", ");
        out.append(MeasureText.name(tree.measure())).append("; branches below ");
        out.append(Units.ratioPercent(leastShare)).append(" are summed up\n\n");
        new TreeText(tree, leastShare * tree.root().value()).appendTo(out);
        return out.toString();
    }

    private void appendTo(StringBuilder out) {
        TextTable table = new TextTable("rrl");
        // A deque and no recursion: a hostile profile may be deeper than this thread's stack.
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(tree.root().value(), tree.root().function(), tree.root(), ""));
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            table.add(
                    MeasureText.value(tree.measure(), next.value()),
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
        double left = 0;
        int leftOut = 0;
        for (Tree.Node callee : caller.callees()) {
            if (callee.value() >= least) {
                shown.add(callee);
            } else {
                left += callee.value();
                leftOut++;
            }
        }
        if (leftOut > 0) {
            pending.push(new Pending(left, before + "… " + Units.count(leftOut) + " more", null, before));
        }
        boolean branches = shown.size() > 1;
        for (int i = shown.size() - 1; i >= 0; i--) {
            Tree.Node callee = shown.get(i);
            boolean last = i == shown.size() - 1;
            String line = before + (branches ? (last ? "└─ " : "├─ ") : "") + callee.function();
            String below = before + (branches ? (last && leftOut == 0 ? "   " : "│  ") : "");
            pending.push(new Pending(callee.value(), line, callee, below));
        }
    }
}
