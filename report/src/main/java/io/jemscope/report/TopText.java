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
        StringBuilder out = new StringBuilder(4096);
        out.append("Top: ")
                .append(MeasureText.value(top.measure(), top.total()))
                .append(", ");
        out.append(MeasureText.name(top.measure())).append("\n\n");
        TextTable table = new TextTable("rrrrrl");
        table.add("flat", "flat%", "sum%", "cum", "cum%", "function");
        int shown = Math.min(Math.max(0, limit), top.rows().size());
        List<Top.Row> rows = top.rows().subList(0, shown);
        double sum = 0;
        for (Top.Row row : rows) {
            sum += row.flat();
            table.add(
                    MeasureText.value(top.measure(), row.flat()),
                    Units.percent(row.flat(), top.total()),
                    Units.percent(sum, top.total()),
                    MeasureText.value(top.measure(), row.cumulative()),
                    Units.percent(row.cumulative(), top.total()),
                    row.function());
        }
        table.appendTo(out, "  ");
        if (shown < top.rows().size()) {
            out.append("  … and ")
                    .append(Units.count(top.rows().size() - shown))
                    .append(" more functions; --rows ");
            out.append(top.rows().size()).append(" shows them all\n");
        }
        return out.toString();
    }
}
