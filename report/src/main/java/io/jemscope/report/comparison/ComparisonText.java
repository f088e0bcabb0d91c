package io.jemscope.report.comparison;

import io.jemscope.profile.Estimate;
import io.jemscope.report.Layout;
import io.jemscope.report.MeasureText;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import java.util.List;

/**
 * Prints what changed: what grew, what shrank, and how much was held back since it lies within sampling noise. Errors are
 * the 95 % range, two standard errors to each side.
 */
public final class ComparisonText {

    /** Half the width of the 95 % range, in standard errors. */
    private static final double STANDARD_ERRORS = 2;

    private final Comparison comparison;
    private final int limit;
    private final double leastShare;
    private final int columns;

    private ComparisonText(Comparison comparison, Layout layout, boolean all) {
        this.comparison = comparison;
        limit = layout.rows();
        leastShare = all ? 0 : layout.nodeFraction();
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
        return print(comparison, Layout.rows(limit).withNodeFraction(leastShare), all);
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
    public static String print(Comparison comparison, Layout layout, boolean all) {
        StringBuilder out = new StringBuilder(4096);
        new ComparisonText(comparison, layout, all).appendTo(out, all);
        return out.toString();
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
    }

    private void heading(StringBuilder out) {
        Comparison.Row total = comparison.total();
        out.append("What changed, ")
                .append(MeasureText.name(comparison.measure()))
                .append(": ");
        out.append(value(total.before().value())).append(" before, ");
        out.append(value(total.after().value())).append(" after, ");
        out.append(signed(total.change().value())).append(" ± ").append(range(total.change()));
        if (comparison.isJudged() && !total.isSignificant()) {
            out.append(", which is within sampling noise");
        }
        out.append("\n(±: the 95 % range, two standard errors");
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
        TextTable table = new TextTable("rrrrll");
        table.add("change", "±", "before", "after", "", comparison.sites().heading());
        int large = large(rows);
        int shown = Math.min(limit, large);
        for (Comparison.Row row : rows.subList(0, shown)) {
            table.add(
                    signed(row.change().value()),
                    range(row.change()),
                    value(row.before().value()),
                    value(row.after().value()),
                    word(row.kind()),
                    row.site());
        }
        table.appendTo(out, "  ", columns);
        if (shown < large) {
            out.append("  … and ")
                    .append(Units.count(large - shown))
                    .append(" more that ")
                    .append(verb);
            out.append(", ")
                    .append(signed(sum(rows.subList(shown, large))))
                    .append("; --rows ")
                    .append(large);
            out.append(" shows them all\n");
        }
        if (large < rows.size()) {
            out.append("  … and ")
                    .append(Units.count(rows.size() - large))
                    .append(rows.size() - large == 1 ? " small one that " : " small ones that ")
                    .append(verb);
            out.append(", ")
                    .append(signed(sum(rows.subList(large, rows.size()))))
                    .append(" in all, each below ");
            out.append(Units.ratioPercent(leastShare)).append(" of it; --all lists them\n");
        }
        out.append('\n');
    }

    /** How many rows are worth a line; they come in the order of their changes. */
    private int large(List<Comparison.Row> rows) {
        double least = leastShare * Math.abs(sum(rows));
        int large = 0;
        while (large < rows.size() && Math.abs(rows.get(large).change().value()) >= least) {
            large++;
        }
        return leastShare == 0 ? rows.size() : large;
    }

    private static double sum(List<Comparison.Row> rows) {
        double sum = 0;
        for (Comparison.Row row : rows) {
            sum += row.change().value();
        }
        return sum;
    }

    /** What says nothing of growth is said all the same. */
    private void passing(StringBuilder out) {
        for (Comparison.Row row : comparison.passing()) {
            out.append("Comes and goes, and isn't judged: ").append(row.site()).append(", ");
            out.append(value(row.before().value())).append(" before, ");
            out.append(value(row.after().value())).append(" after\n");
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
        out.append(signed(more)).append(" and ").append(signed(less)).append(" in all; --all lists them\n");
    }

    private String range(Estimate change) {
        double range = STANDARD_ERRORS * change.standardError();
        return Double.isNaN(range) ? "?" : value(range);
    }

    private String signed(double figure) {
        String text = value(figure);
        return figure > 0 ? "+" + text : text;
    }

    private String value(double figure) {
        return MeasureText.value(comparison.measure(), figure);
    }
}
