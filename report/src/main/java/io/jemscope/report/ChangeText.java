package io.jemscope.report;

import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleType;

/**
 * What texts of changes have in common: figures with their signs and their 95 % ranges, and which rows of a table are summed
 * up below it. Rows come in the order of what they are summed up by.
 */
public final class ChangeText {

    /** Half the width of the 95 % range, in standard errors. */
    private static final double STANDARD_ERRORS = 2;

    /** Where the ends are that equally far from the figure, one distance says both. */
    private static final double SYMMETRIC = 0.8;

    private final SampleType measure;
    private final int limit;
    private final double leastShare;
    private final String per;

    /**
     * Makes texts of a measure.
     *
     * @param measure what is counted
     * @param layout how many rows a table has at most, and their least share of all rows' sum
     * @param all whether small rows are shown, too
     * @param per what stands behind a sum; empty, or such as {@code  an hour}
     */
    public ChangeText(SampleType measure, TextOptions layout, boolean all, String per) {
        this.measure = measure;
        limit = layout.rows();
        leastShare = all ? 0 : layout.nodeFraction();
        this.per = per;
    }

    /**
     * A figure.
     *
     * @param figure the figure, in the measure's unit
     * @return such as {@code 9.7 MiB}
     */
    public String value(double figure) {
        return SampleTypeText.value(measure, figure);
    }

    /**
     * A figure with its sign.
     *
     * @param figure the figure, in the measure's unit
     * @return such as {@code +9.7 MiB}
     */
    public String signed(double figure) {
        String text = value(figure);
        return figure > 0 ? "+" + text : text;
    }

    /**
     * How sure a figure is whose range has equal sides.
     *
     * @param estimate the figure
     * @return the 95 % range to each side; {@code ?} where nothing tells
     */
    public String range(Estimate estimate) {
        double range = STANDARD_ERRORS * estimate.standardError();
        return Double.isNaN(range) ? "?" : value(range);
    }

    /**
     * How sure a change is.
     *
     * @return its 95 % range, such as {@code ±1.2 MiB}; where it is wide and its ends aren't about equally far from the change,
     *     such as {@code -0.4 to +2.9 MiB}; {@code ?} where nothing tells
     */
    public String range(Difference change) {
        double less = change.value() - change.low();
        double more = change.high() - change.value();
        if (Double.isNaN(less + more)) {
            return "?";
        }
        double farther = Math.max(less, more);
        boolean isNarrow = farther <= RangeText.MOST_SYMMETRIC * Math.abs(change.value());
        return isNarrow || Math.min(less, more) >= SYMMETRIC * farther
                ? "±" + value(farther)
                : SampleTypeText.signedRange(measure, change.low(), change.high());
    }

    /**
     * How many rows a table shows.
     *
     * @param changes the rows' changes, the greatest first
     * @return the number
     */
    public int shown(double[] changes) {
        return Math.min(limit, large(changes));
    }

    /**
     * Sums up the rows that a table doesn't show: those beyond its limit, and those that are small.
     *
     * @param changes the rows' changes, the greatest first
     * @param verb what they do, such as {@code grew}
     */
    public void appendRest(StringBuilder out, double[] changes, String verb) {
        int large = large(changes);
        int shown = Math.min(limit, large);
        if (shown < large) {
            out.append("  … and ").append(Units.count(large - shown));
            out.append(" more that ").append(verb).append(", ");
            out.append(signed(sum(changes, shown, large))).append(per);
            out.append("; --rows ").append(large).append(" shows them all\n");
        }
        if (large < changes.length) {
            out.append("  … and ").append(Units.count(changes.length - large));
            out.append(changes.length - large == 1 ? " small one that " : " small ones that ");
            out.append(verb).append(", ");
            out.append(signed(sum(changes, large, changes.length))).append(per);
            out.append(" in all, each below ").append(Units.ratioPercent(leastShare));
            out.append(" of it; --all lists them\n");
        }
    }

    /** How many rows are worth a line. */
    private int large(double[] changes) {
        double least = leastShare * Math.abs(sum(changes, 0, changes.length));
        int large = 0;
        while (large < changes.length && Math.abs(changes[large]) >= least) {
            large++;
        }
        return leastShare == 0 ? changes.length : large;
    }

    private static double sum(double[] changes, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += changes[i];
        }
        return sum;
    }
}
