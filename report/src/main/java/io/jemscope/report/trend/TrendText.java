package io.jemscope.report.trend;

import io.jemscope.profile.Estimate;
import io.jemscope.report.MeasureText;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Prints trends: for each run of a program a table with a row a site, the steepest rise first, and how much was held back
 * since it lies within sampling noise. Errors are the 95 % range, two standard errors to each side.
 */
public final class TrendText {

    /** Half the width of the 95 % range, in standard errors. */
    private static final double STANDARD_ERRORS = 2;

    private static final int BARS = 24;

    private final Trend trend;
    private final Sparkline sparkline;
    private final int limit;

    private TrendText(Trend trend, Sparkline sparkline, int limit) {
        this.trend = trend;
        this.sparkline = sparkline;
        this.limit = limit;
    }

    /**
     * Prints the tables.
     *
     * @param trends a trend for each run of a program
     * @param limit how many rows a table has at most; what is left out is summed up in a line
     * @param all whether to list what lies within sampling noise, too
     * @param sparkline how series are drawn
     * @return the text, each line ended
     */
    public static String print(List<Trend> trends, int limit, boolean all, Sparkline sparkline) {
        StringBuilder out = new StringBuilder(8192);
        if (trends.size() > 1) {
            out.append("The dumps are of ").append(Units.count(trends.size()));
            out.append(" runs, each a series of its own: a program that was started again begins anew\n\n");
        }
        for (Trend trend : trends) {
            new TrendText(trend, sparkline, Math.max(0, limit)).appendTo(out, all);
        }
        return out.toString();
    }

    private void appendTo(StringBuilder out, boolean all) {
        heading(out);
        if (isMoment()) {
            return;
        }
        table(out, "Rising", "rise", trend.rising());
        if (!trend.falling().isEmpty()) {
            table(out, "Falling", "fall", trend.falling());
        }
        List<Trend.Row> held = trend.heldBack();
        if (!trend.isJudged()) {
            out.append(
                    "Nothing was held back: how densely was sampled isn't known, so no row can be told from noise.\n");
        } else if (all && !held.isEmpty()) {
            table(out, "Within sampling noise", "move so much", held);
        } else if (!held.isEmpty()) {
            heldBack(out, held);
        }
        if (!trend.still().isEmpty()) {
            double figure = 0;
            for (Trend.Row row : trend.still()) {
                figure += row.last();
            }
            out.append("Didn't move at all: ").append(rows(trend.still().size()));
            out.append(", ").append(value(figure)).append(" in the last dump\n");
        }
        out.append('\n');
    }

    private boolean isMoment() {
        List<Instant> times = trend.times();
        return times.get(0).equals(times.get(times.size() - 1));
    }

    private void heading(StringBuilder out) {
        int dumps = trend.times().size();
        out.append("Trend of ").append(trend.run().text()).append(": ").append(Units.count(dumps));
        if (isMoment()) {
            out.append(dumps == 1 ? " dump, which makes no trend" : " dumps of one moment, which make no trend");
            out.append("\n\n");
            return;
        }
        out.append(" dumps over ");
        out.append(
                Units.span(Duration.between(trend.times().get(0), trend.times().get(dumps - 1))));
        out.append("\n").append(MeasureText.name(trend.measure())).append(": ");
        out.append(value(trend.total().figures().get(0))).append(" at first, ");
        out.append(value(trend.total().last())).append(" at last, ");
        out.append(signed(trend.total().perHour().value())).append(" an hour ± ");
        out.append(range(trend.total().perHour()));
        if (trend.isJudged() && !trend.total().isSignificant()) {
            out.append(", which is within sampling noise");
        }
        out.append("\n(slope: the straight line through all dumps; ±: the 95 % range, two standard errors");
        out.append(trend.sites().addUp() ? "" : "; a stack counts for several rows")
                .append(")\n");
        if (trend.timesOfFiles() > 0) {
            out.append("(times: ").append(Units.count(trend.timesOfFiles()));
            out.append(" dumps don't tell when they were taken; the times of their files stand for it)\n");
        }
        out.append('\n');
    }

    private void table(StringBuilder out, String title, String verb, List<Trend.Row> rows) {
        if (rows.isEmpty()) {
            out.append(title).append(": nothing").append(trend.isJudged() ? " beyond sampling noise" : "");
            out.append("\n\n");
            return;
        }
        out.append(title).append(":\n\n");
        TextTable table = new TextTable("rrrrll");
        table.add("an hour", "±", "last", "share", "course", trend.sites().heading());
        int shown = Math.min(limit, rows.size());
        for (Trend.Row row : rows.subList(0, shown)) {
            table.add(
                    signed(row.perHour().value()),
                    range(row.perHour()),
                    value(row.last()),
                    Units.percent(row.last(), trend.total().last()),
                    sparkline.of(trend.times(), row.figures(), BARS),
                    row.site());
        }
        table.appendTo(out, "  ");
        if (shown < rows.size()) {
            double left = 0;
            for (Trend.Row row : rows.subList(shown, rows.size())) {
                left += row.perHour().value();
            }
            out.append("  … and ")
                    .append(Units.count(rows.size() - shown))
                    .append(" more that ")
                    .append(verb);
            out.append(", ").append(signed(left)).append(" an hour; --rows ").append(rows.size());
            out.append(" shows them all\n");
        }
        out.append('\n');
    }

    private void heldBack(StringBuilder out, List<Trend.Row> held) {
        double up = 0;
        double down = 0;
        double last = 0;
        for (Trend.Row row : held) {
            up += Math.max(0, row.perHour().value());
            down += Math.min(0, row.perHour().value());
            last += row.last();
        }
        out.append("Held back, since sampling alone makes such slopes: ").append(rows(held.size()));
        out.append(" with ")
                .append(signed(up))
                .append(" and ")
                .append(signed(down))
                .append(" an hour in all, ");
        out.append(value(last)).append(" in the last dump; --all lists them\n");
    }

    private static String rows(int count) {
        return Units.count(count) + (count == 1 ? " row" : " rows");
    }

    private String range(Estimate slope) {
        double range = STANDARD_ERRORS * slope.standardError();
        return Double.isNaN(range) ? "?" : value(range);
    }

    private String signed(double figure) {
        String text = value(figure);
        return figure > 0 ? "+" + text : text;
    }

    private String value(double figure) {
        return MeasureText.value(trend.measure(), figure);
    }
}
