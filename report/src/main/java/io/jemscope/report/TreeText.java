package io.jemscope.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** A node on the list of those to choose from; {@code caller} is its caller's place there, -1 for the root. */
    private record Listed(Tree.Node node, int caller) {}

    private final Tree tree;
    private final TextOptions layout;
    private final double whole;
    private final double least;

    /** The nodes to print where their number is limited; null where all are that have the least share. */
    private final @Nullable Set<Tree.Node> chosen;

    private TreeText(Tree tree, TextOptions layout) {
        this.tree = tree;
        this.layout = layout;
        whole = layout.wholeOr(tree.root().value());
        least = layout.least(tree.root().value());
        chosen = layout.rows() == Integer.MAX_VALUE ? null : choose();
    }

    /**
     * Prints the tree.
     *
     * @param leastShare branches with a smaller share of the whole are left out and summed up; 0.01 is a per cent
     * @return the text, each line ended
     */
    public static String print(Tree tree, double leastShare) {
        return print(tree, TextOptions.WHOLE.withNodeFraction(leastShare));
    }

    /**
     * Prints the tree.
     *
     * @param layout how much of it: where the rows are limited, the greatest branches are shown, and what is left out is
     *     summed up
     * @return the text, each line ended
     */
    public static String print(Tree tree, TextOptions layout) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("Tree: ")
                .append(SampleTypeText.heading(tree.measure(), tree.root().value(), layout));
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
                    SampleTypeText.value(tree.measure(), next.value(), layout.unit()),
                    Units.percent(next.value(), whole),
                    next.line());
            if (next.node() != null) {
                pushCallees(pending, next.node(), next.below());
            }
        }
        table.appendTo(out, "  ", layout.columns());
    }

    private void pushCallees(Deque<Pending> pending, Tree.Node caller, String before) {
        List<Tree.Node> shown = new ArrayList<>();
        double left = caller.leftOutValue();
        int leftOut = caller.leftOut();
        for (Tree.Node callee : caller.callees()) {
            if (callee.reach() >= least && (chosen == null || chosen.contains(callee))) {
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

    /**
     * The greatest nodes, as many as there may be rows. A node counts as much as the greatest of what it leads to: in a
     * difference what came and what went cancel out, and a callee may be greater than its caller, without which it can't
     * be shown.
     */
    private Set<Tree.Node> choose() {
        List<Listed> nodes = nodes();
        double[] greatest = new double[nodes.size()];
        Integer[] order = new Integer[nodes.size()];
        for (int i = greatest.length - 1; i >= 0; i--) {
            Listed listed = nodes.get(i);
            order[i] = i;
            greatest[i] = Math.max(greatest[i], Math.abs(listed.node().value()));
            if (listed.caller() >= 0) {
                greatest[listed.caller()] = Math.max(greatest[listed.caller()], greatest[i]);
            }
        }
        // The sort keeps the order of equals: callers stand before their callees.
        Arrays.sort(order, (one, other) -> Double.compare(greatest[other], greatest[one]));
        Set<Tree.Node> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < Math.min(layout.rows(), order.length); i++) {
            kept.add(nodes.get(order[i]).node());
        }
        return kept;
    }

    /** The nodes that have the least share or lead to what may, callers before their callees. */
    private List<Listed> nodes() {
        List<Listed> nodes = new ArrayList<>();
        Deque<Listed> pending = new ArrayDeque<>();
        pending.push(new Listed(tree.root(), -1));
        while (!pending.isEmpty()) {
            Listed next = pending.pop();
            int place = -1;
            if (next.node() != tree.root()) {
                place = nodes.size();
                nodes.add(next);
            }
            List<Tree.Node> callees = next.node().callees();
            for (int i = callees.size() - 1; i >= 0; i--) {
                if (callees.get(i).reach() >= least) {
                    pending.push(new Listed(callees.get(i), place));
                }
            }
        }
        return nodes;
    }
}
