package io.jemscope.report.trend;

import io.jemscope.profile.Printable;
import io.jemscope.report.Callers;
import io.jemscope.report.ChangeText;
import io.jemscope.report.SampleTypeText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Prints trends: for each run of a program a table with a row a site, the steepest rise first, and how much was held back
 * since it lies within sampling noise. Errors are the 95 % range, two standard errors to each side.
 */
public final class TrendText {

    private static final int BARS = 24;

    /** From ten dumps on the test for ups and downs has all its degrees of freedom. */
    private static final int FEW_DUMPS = 10;

    /** On a narrow terminal the sites need the room more. */
    private static final int NARROW_BARS = 12;

    private static final int NARROW = 100;

    private final Trend trend;
    private final Sparkline sparkline;
    private final ChangeText text;
    private final int columns;

    private TrendText(Trend trend, TextOptions layout, boolean all, Sparkline sparkline) {
        this.trend = trend;
        this.sparkline = sparkline;
        text = new ChangeText(trend.measure(), layout, all, " an hour");
        columns = layout.columns();
    }

    /**
     * Prints the tables.
     *
     * @param trends a trend for each run of a program
     * @param limit how many rows a table has at most; what is left out is summed up in a line
     * @param leastShare rows with a smaller share of all that rises, or falls, are summed up in a line; 0.01 is a per cent
     * @param all whether to list what lies within sampling noise, and what is small, too
     * @param sparkline how series are drawn
     * @return the text, each line ended
     */
    public static String print(List<Trend> trends, int limit, double leastShare, boolean all, Sparkline sparkline) {
        return print(trends, TextOptions.rows(limit).withNodeFraction(leastShare), all, sparkline);
    }

    /**
     * Prints the tables.
     *
     * @param trends a trend for each run of a program
     * @param layout how many rows a table has at most, and their least share of all that rises, or falls; what is left out is
     *     summed up in a line
     * @param all whether to list what lies within sampling noise, and what is small, too
     * @param sparkline how series are drawn
     * @return the text, each line ended
     */
    public static String print(List<Trend> trends, TextOptions layout, boolean all, Sparkline sparkline) {
        StringBuilder out = new StringBuilder(8192);
        if (trends.size() > 1) {
            out.append("The dumps are of ").append(Units.count(trends.size()));
            out.append(" runs, each a series of its own: a program that was started again begins anew\n\n");
        }
        for (Trend trend : trends) {
            new TrendText(trend, layout, all, sparkline).appendTo(out, all);
        }
        return Wrapping.fit(out.toString(), layout.columns());
    }

    private void appendTo(StringBuilder out, boolean all) {
        heading(out);
        if (isMoment()) {
            return;
        }
        table(out, "Rising", "rise", trend.rows(Trend.Course.RISING));
        List<Trend.Row> falling = new ArrayList<>(trend.rows(Trend.Course.FALLING));
        if (!falling.isEmpty()) {
            Collections.reverse(falling);
            table(out, "Falling", "fall", falling);
        }
        if (!trend.rows(Trend.Course.UNCERTAIN).isEmpty()) {
            table(out, uncertain(), "moved", trend.rows(Trend.Course.UNCERTAIN));
        }
        listOrSum(out, all, Trend.Course.UNSTEADY, "Went up and down, or gave back what it had gained");
        listOrSum(out, all, Trend.Course.PASSING, "Comes and goes with the work at hand");
        listOrSum(out, all, Trend.Course.NOISE, "Held back, since sampling alone makes such slopes");
        listOrSum(out, all, Trend.Course.STILL, "Didn't move at all");
        if (!trend.isJudged()) {
            out.append("No row is told from noise: how densely was sampled isn't known.\n");
        }
        out.append('\n');
    }

    private String uncertain() {
        int dumps = trend.times().size();
        return dumps < FEW_DUMPS
                ? "Grew or shrank; " + Units.count(dumps)
                        + " dumps are too few to tell it from the program's ups and downs"
                : "Grew or shrank, but it may be the program's own ups and downs";
    }

    private void listOrSum(StringBuilder out, boolean all, Trend.Course course, String title) {
        List<Trend.Row> rows = trend.rows(course);
        if (rows.isEmpty()) {
            return;
        }
        if (all) {
            table(out, title, "do so", rows);
            return;
        }
        double up = 0;
        double down = 0;
        double last = 0;
        for (Trend.Row row : rows) {
            up += Math.max(0, row.perHour().value());
            down += Math.min(0, row.perHour().value());
            last += row.last();
        }
        out.append(title).append(": ").append(Units.count(rows.size())).append(rows.size() == 1 ? " row" : " rows");
        if (up > 0) {
            out.append(", ").append(text.signed(up)).append(" an hour");
        }
        if (down < 0) {
            out.append(", ").append(text.signed(down)).append(" an hour");
        }
        out.append(", ").append(text.value(last)).append(" in the last dump; --all lists ");
        out.append(rows.size() == 1 ? "it\n" : "them\n");
    }

    private boolean isMoment() {
        List<Instant> times = trend.times();
        return times.get(0).equals(times.get(times.size() - 1));
    }

    private void heading(StringBuilder out) {
        int dumps = trend.times().size();
        out.append("Trend of ")
                .append(Printable.of(trend.run().text()))
                .append(": ")
                .append(Units.count(dumps));
        if (isMoment()) {
            out.append(dumps == 1 ? " dump, which makes no trend" : " dumps of one moment, which make no trend");
            out.append("\n\n");
            return;
        }
        out.append(" dumps over ");
        out.append(
                Units.span(Duration.between(trend.times().get(0), trend.times().get(dumps - 1))));
        out.append("\n").append(SampleTypeText.name(trend.measure())).append(": ");
        out.append(text.value(trend.total().figures().get(0))).append(" at first, ");
        out.append(text.value(trend.total().last())).append(" at last, ");
        out.append(text.signed(trend.total().perHour().value())).append(" an hour ± ");
        out.append(text.range(trend.total().perHour()));
        if (trend.total().course() == Trend.Course.NOISE) {
            out.append(", which is within sampling noise");
        }
        out.append("\n(slope: the straight line through all dumps; ±: the 95 % range of that line, not a forecast");
        out.append(trend.sites().addUp() ? "" : "; a stack counts for several rows")
                .append(")\n");
        if (trend.timesOfFiles() > 0) {
            out.append("(times: ").append(Units.count(trend.timesOfFiles()));
            out.append(" dumps don't tell when they were taken; the times of their files stand for it)\n");
        }
        if (trend.timesContradict()) {
            out.append(
                    "(order: by the numbers in the files' names, which the files' times contradict: copied, perhaps;");
            out.append(" slopes an hour are only as good as these times)\n");
        }
        out.append('\n');
    }

    private void table(StringBuilder out, String title, String verb, List<Trend.Row> rows) {
        if (rows.isEmpty()) {
            out.append(title)
                    .append(": nothing")
                    .append(trend.isJudged() ? " beyond sampling noise and ups and downs" : "");
            out.append("\n\n");
            return;
        }
        out.append(title).append(":\n\n");
        TextTable table = new TextTable("rrrrll").dropping(3, 1);
        table.add("an hour", "±", "last", "share", "course", trend.sites().heading());
        double[] changes =
                rows.stream().mapToDouble(row -> row.perHour().value()).toArray();
        for (Trend.Row row : rows.subList(0, text.shown(changes))) {
            table.add(
                    text.signed(row.perHour().value()),
                    text.range(row.perHour()),
                    text.value(row.last()),
                    Units.percent(row.last(), trend.total().last()),
                    sparkline.of(trend.times(), row.figures(), columns < NARROW ? NARROW_BARS : BARS),
                    row.site());
            Callers.addTo(table, row.callers());
        }
        table.appendTo(out, "  ", columns);
        text.appendRest(out, changes, verb);
        out.append('\n');
    }
}
