package io.jemscope.report.comparison;

import io.jemscope.report.Callers;
import io.jemscope.report.ChangeText;
import io.jemscope.report.RunWindow;
import io.jemscope.report.SampleTypeText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints what changed: what grew, what shrank, and how much was held back since it lies within sampling noise.
 */
public final class ComparisonText {

    private final Comparison comparison;
    private final @Nullable RunWindow run;
    private final ChangeText text;
    private final int columns;

    private ComparisonText(Comparison comparison, @Nullable RunWindow run, TextOptions layout, boolean all) {
        this.comparison = comparison;
        this.run = run;
        text = new ChangeText(comparison.sampleType(), layout, all, "");
        columns = layout.columns();
    }

    /**
     * Prints the tables.
     *
     * @param comparison what changed
     * @param limit how many rows a table has at most; what is left out is summed up in a line
     * @param leastShare rows with a smaller share of all growth, or of all shrinkage, are summed up in a line; 0.01 is a per
     *     cent
     * @param all whether to list what lies within sampling noise, and what is small, too
     * @return the text, each line ended
     */
    public static String print(Comparison comparison, int limit, double leastShare, boolean all) {
        return print(comparison, TextOptions.rows(limit).withNodeFraction(leastShare), all);
    }

    /**
     * Prints the tables.
     *
     * @param comparison what changed
     * @param layout how many rows a table has at most, and their least share of all growth, or of all shrinkage; what is left
     *     out is summed up in a line
     * @param all whether to list what lies within sampling noise, and what is small, too
     * @return the text, each line ended
     */
    public static String print(Comparison comparison, TextOptions layout, boolean all) {
        return print(comparison, null, layout, all);
    }

    /**
     * Prints the tables under the heading of a run.
     *
     * @param comparison what changed while the run lasted
     * @param run the run; null for the heading of any two profiles
     * @param layout how many rows a table has at most, and their least share of all growth, or of all shrinkage; what is left
     *     out is summed up in a line
     * @param all whether to list what lies within sampling noise, and what is small, too
     * @return the text, each line ended
     */
    public static String print(Comparison comparison, @Nullable RunWindow run, TextOptions layout, boolean all) {
        StringBuilder out = new StringBuilder(4096);
        new ComparisonText(comparison, run, layout, all).appendTo(out, all);
        return Wrapping.fit(out.toString(), layout.columns());
    }

    private void appendTo(StringBuilder out, boolean all) {
        heading(out);
        table(out, "Grown", "grew", comparison.grown());
        table(out, "Shrunk", "shrank", comparison.shrunk());
        passing(out);
        List<Comparison.Row> held = comparison.heldBack();
        if (!comparison.isJudged()) {
            out.append(
                    "Nothing was held back: how densely was sampled isn't known, so no row can be told from noise.\n");
        } else if (held.isEmpty()) {
            out.append("Nothing was held back: no other row changed.\n");
        } else if (all) {
            table(out, "Within sampling noise", "changed so much", held);
        } else {
            heldBack(out, held);
        }
        if (all) {
            unlisted(out);
        }
    }

    private void heading(StringBuilder out) {
        Comparison.Row total = comparison.total();
        String before = text.value(total.before().value());
        String after = text.value(total.after().value());
        if (run == null) {
            out.append("What changed, ").append(SampleTypeText.name(comparison.sampleType()));
            out.append(": ").append(before).append(" before, ").append(after).append(" after, ");
        } else {
            out.append(run.title()).append(": net growth ");
        }
        out.append(text.signed(total.change().value()));
        out.append(" (").append(text.range(total.change())).append(')');
        if (comparison.isJudged() && !total.isSignificant()) {
            out.append(", which is within sampling noise");
        }
        out.append("\n(");
        if (run != null) {
            out.append("live when it began: ")
                    .append(before)
                    .append(", when it ended: ")
                    .append(after);
            out.append("; what was freed and allocated anew cancels out; ");
        }
        out.append("ranges: 95 %, the sampling errors of both");
        if (comparison.factor() != 1) {
            out.append("; the later figures are multiplied by ").append(factor());
        }
        out.append(comparison.sites().addUp() ? "" : "; a stack counts for several rows")
                .append(")\n\n");
    }

    private String factor() {
        return Units.ratioPercent(comparison.factor());
    }

    private void table(StringBuilder out, String title, String verb, List<Comparison.Row> rows) {
        if (rows.isEmpty()) {
            out.append(title).append(": nothing").append(comparison.isJudged() ? " beyond sampling noise" : "");
            out.append("\n\n");
            return;
        }
        out.append(title).append(":\n\n");
        TextTable table = new TextTable("rrrrll").dropping(2, 1);
        table.add(
                "change",
                "95 % range",
                "before",
                "after",
                "",
                comparison.sites().heading());
        double[] changes =
                rows.stream().mapToDouble(row -> row.change().value()).toArray();
        for (Comparison.Row row : rows.subList(0, text.shown(changes))) {
            table.add(
                    text.signed(row.change().value()),
                    text.range(row.change()),
                    text.value(row.before().value()),
                    text.value(row.after().value()),
                    word(row.kind()),
                    row.site());
            Callers.addTo(table, row.callers());
        }
        table.appendTo(out, "  ", columns);
        text.appendRest(out, changes, verb);
        out.append('\n');
    }

    /** What says nothing of growth is said all the same. */
    private void passing(StringBuilder out) {
        for (Comparison.Row row : comparison.passing()) {
            out.append("Comes and goes, and isn't judged: ").append(row.site()).append(", ");
            out.append(text.value(row.before().value())).append(" before, ");
            out.append(text.value(row.after().value())).append(" after\n");
        }
    }

    private static String word(Comparison.Kind kind) {
        return switch (kind) {
            case NEW -> "new";
            case GONE -> "gone";
            case GROWN, SHRUNK, SAME -> "";
        };
    }

    private void heldBack(StringBuilder out, List<Comparison.Row> held) {
        double more = 0;
        double less = 0;
        for (Comparison.Row row : held) {
            more += Math.max(0, row.change().value());
            less += Math.min(0, row.change().value());
        }
        out.append("Held back, since sampling alone makes such changes: ").append(Units.count(held.size()));
        out.append(held.size() == 1 ? " row with " : " rows with ");
        out.append(text.signed(more)).append(" and ").append(text.signed(less)).append(" in all; --all lists them\n");
    }

    private void unlisted(StringBuilder out) {
        double most = comparison.mostUnseenBytes();
        if (most > 0) {
            out.append("Not listed: rows without a sample on either side; each changed by at most ")
                    .append(Units.bytes(most))
                    .append(" (95 %).\n");
        }
    }
}
