package io.jemscope.report;

import java.util.List;

/** Prints flat and cumulative figures as a table, with the running sum of the flat ones. */
public final class TopText {

    private TopText() {}

    /**
     * Prints the table.
     *
     * @param top the figures
     * @param limit how many rows at most
     * @return the text, each line ended
     */
    public static String print(Top top, int limit) {
        return print(top, TextOptions.rows(limit));
    }

    /**
     * Prints the table.
     *
     * @param top the figures
     * @param layout how much of it; rows are left out by their cumulative share
     * @return the text, each line ended
     */
    public static String print(Top top, TextOptions layout) {
        StringBuilder out = new StringBuilder(4096);
        out.append("Top: ").append(SampleTypeText.heading(top.measure(), top.total(), layout));
        out.append("\n\n");
        double whole = layout.wholeOr(top.total());
        List<Top.Row> rows = top.shown(layout);
        TextTable table = new TextTable(layout.meanSizes() ? "rrrrrrrl" : "rrrrrl");
        add(table, layout, "flat", "flat%", "sum%", "mean", "cum", "cum%", "mean", GroupingText.one(top.grouping()));
        double sum = 0;
        for (Top.Row row : rows) {
            sum += row.flat();
            add(
                    table,
                    layout,
                    SampleTypeText.value(top.measure(), row.flat(), layout.unit()),
                    Units.percent(row.flat(), whole),
                    Units.percent(sum, whole),
                    row.flatMeanBytes() == 0 ? "-" : Units.bytes(row.flatMeanBytes()),
                    SampleTypeText.value(top.measure(), row.cumulative(), layout.unit()),
                    Units.percent(row.cumulative(), whole),
                    Units.bytes(row.cumulativeMeanBytes()),
                    row.name());
        }
        table.appendTo(out, "  ", layout.columns());
        rest(out, top, layout, rows.size());
        return out.toString();
    }

    private static void rest(StringBuilder out, Top top, TextOptions layout, int shown) {
        int left = top.rows().size() - shown;
        if (left == 0) {
            return;
        }
        out.append("  … and ").append(Units.count(left)).append(" more ");
        out.append(left == 1 ? GroupingText.one(top.grouping()) : GroupingText.many(top.grouping()));
        double least = layout.least(top.total());
        int dropped = 0;
        for (Top.Row row : top.rows()) {
            dropped += Math.abs(row.cumulative()) < least ? 1 : 0;
        }
        if (dropped > 0) {
            out.append(dropped == left ? ", each" : ", " + Units.count(dropped) + " of them");
            out.append(" with less than ")
                    .append(Units.ratioPercent(layout.nodeFraction()))
                    .append(" cumulative");
        }
        if (dropped < left) {
            out.append("; --rows ").append(top.rows().size() - dropped).append(" shows ");
            out.append(dropped == 0 ? "them all" : "the others");
        }
        out.append('\n');
    }

    private static void add(TextTable table, TextOptions layout, String... cells) {
        if (layout.meanSizes()) {
            table.add(cells);
        } else {
            table.add(cells[0], cells[1], cells[2], cells[4], cells[5], cells[7]);
        }
    }
}
