package io.jemscope.report.trend;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.comparison.ChangeTest;
import io.jemscope.report.comparison.SampleGranularity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The straight line through a series, by least squares, and how sure its slope is.
 *
 * <p>The slope is a weighted sum of the figures, with weights below 0 for dumps before the mean time and above 0 after it:
 * a constant times the difference between a mean of the later dumps and a mean of the earlier ones. Neighbouring dumps
 * share the samples of what lives on, how many nobody can tell, so the errors of their figures don't average out as
 * those of independent ones. Two facts bound them whatever is shared. Samples are shared, or aren't, but never work
 * against each other: the covariance of two dumps is at least 0, which between an earlier and a later dump makes the
 * slope surer. And it is at most as if the dumps of one side had all their samples in common. Hence the error taken: each
 * side is one single draw of samples, the two independent, and the test is the same as that of two dumps
 * ({@link ChangeTest}). More dumps don't make it smaller; they make the slope the one of the whole time.
 */
final class Slope {

    private static final int FEWEST_TO_SCATTER = 5;

    private static final double CRUMBS = 1e-9;

    private static final double NANOS_IN_HOUR = Duration.ofHours(1).toNanos();

    /** Each dump's weight in the slope, in 1/hour. */
    private final double[] weights;

    /** The sum of the weights above 0, which is that of the others without their sign. */
    private final double scale;

    /** When each dump was taken, in hours since the first one that was added. */
    private final double[] hours;

    /** The dumps by their times. */
    private final int[] order;

    private final SampleRate early;
    private final SampleRate late;

    private Slope(double[] weights, double[] hours, int[] order, double scale, SampleRate early, SampleRate late) {
        this.weights = weights;
        this.hours = hours;
        this.order = order;
        this.scale = scale;
        this.early = early;
        this.late = late;
    }

    /**
     * The line's weights for dumps of these times; the sparsest rate of either side is taken for all of it.
     *
     * @param times when the dumps were taken
     * @param rates how densely each was sampled
     * @param order the dumps' numbers by their times
     */
    static Slope of(List<Instant> times, List<SampleRate> rates, int[] order) {
        double[] hours = new double[times.size()];
        double mean = 0;
        for (int i = 0; i < hours.length; i++) {
            hours[i] = Duration.between(times.get(0), times.get(i)).toNanos() / NANOS_IN_HOUR;
            mean += hours[i] / hours.length;
        }
        double squares = 0;
        for (double hour : hours) {
            squares += (hour - mean) * (hour - mean);
        }
        double scale = 0;
        SampleRate early = null;
        SampleRate late = null;
        double[] weights = new double[hours.length];
        for (int i = 0; i < hours.length; i++) {
            weights[i] = squares == 0 ? 0 : (hours[i] - mean) / squares;
            scale += Math.max(0, weights[i]);
            if (weights[i] > 0) {
                late = sparser(late, rates.get(i));
            } else {
                early = sparser(early, rates.get(i));
            }
        }
        return new Slope(
                weights,
                hours,
                order,
                scale,
                early == null ? SampleRate.UNKNOWN : early,
                late == null ? SampleRate.UNKNOWN : late);
    }

    private static SampleRate sparser(@Nullable SampleRate one, SampleRate other) {
        if (one == null || !other.isKnown()) {
            return other;
        }
        return !one.isKnown() || one.bytes() >= other.bytes() ? one : other;
    }

    boolean isJudged() {
        return early.isKnown() && late.isKnown();
    }

    /** When the dumps were taken, in that order, in hours. */
    double[] hours(int[] inOrder) {
        double[] times = new double[inOrder.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = hours[inOrder[i]];
        }
        return times;
    }

    /** The slope of one site, an hour, with the greater of its two errors: sampling's, and that of the dumps' scatter. */
    Estimate perHour(SiteSeries series, boolean ofBytes) {
        ChangeTest contrast = contrast(series, ofBytes);
        // What arithmetic leaves of equal figures is no slope.
        boolean moves = Math.abs(contrast.change()) > CRUMBS * (contrast.before() + contrast.after());
        double slope = moves ? scale * contrast.change() : 0;
        double sampling = scale * contrast.standardError();
        return new Estimate(slope, Math.max(sampling, scatter(series, ofBytes, slope)));
    }

    /**
     * The slope's standard error by how far neighbouring dumps jump off the line's course, to each side; 0 for a few dumps,
     * which can't tell. Neighbours and not the line itself: what rose once and stayed lies far from any line, and is growth
     * all the same.
     */
    private double scatter(SiteSeries series, boolean ofBytes, double slope) {
        int dumps = weights.length;
        if (dumps < FEWEST_TO_SCATTER) {
            return 0;
        }
        double jumps = 0;
        for (int i = 1; i < dumps; i++) {
            double step = series.figure(order[i], ofBytes) - series.figure(order[i - 1], ofBytes);
            double jump = step - slope * (hours[order[i]] - hours[order[i - 1]]);
            jumps += jump * jump;
        }
        double spread = 0;
        for (double weight : weights) {
            spread += weight * weight;
        }
        return Math.sqrt(jumps / (2 * (dumps - 1)) * spread);
    }

    /** The mean of the later dumps against that of the earlier ones. */
    ChangeTest contrast(SiteSeries series, boolean ofBytes) {
        Side before = new Side();
        Side after = new Side();
        for (int i = 0; i < weights.length; i++) {
            (weights[i] > 0 ? after : before).add(series, i, Math.abs(weights[i]) / scale, ofBytes);
        }
        double beforeWeight = weight(before, after, early, late);
        double afterWeight = weight(after, before, late, early);
        Amount gap = after.less(before);
        double gapFigure = ofBytes ? gap.bytes() : gap.objects();
        if (gapFigure > 0) {
            beforeWeight = Math.max(beforeWeight, variance(gap, early, ofBytes) / gapFigure);
            afterWeight = Math.max(afterWeight, variance(gap, late, ofBytes) / gapFigure);
        }
        return new ChangeTest(
                before.figure,
                ofBytes ? SampleGranularity.ofBytes(beforeWeight, early) : SampleGranularity.ofObjects(beforeWeight),
                after.figure,
                ofBytes ? SampleGranularity.ofBytes(afterWeight, late) : SampleGranularity.ofObjects(afterWeight));
    }

    /** The variance of a side's mean as a share of it; of equal rates both sides tell what the blocks are like. */
    private static double weight(Side here, Side there, SampleRate rate, SampleRate other) {
        if (rate.equals(other)) {
            double both = here.figure + there.figure;
            return both == 0 ? 0 : (here.variance + there.variance) / both;
        }
        if (here.figure > 0) {
            return here.variance / here.figure;
        }
        return there.figure == 0 ? 0 : there.variance / there.figure * rate.bytes() / Math.max(1, other.bytes());
    }

    private static double variance(Amount amount, SampleRate rate, boolean ofBytes) {
        double error = (ofBytes ? rate.estimateBytes(amount) : rate.estimateObjects(amount)).standardError();
        return error * error;
    }

    /** A weighted mean over one side's dumps. */
    private static final class Side {
        private double objects;
        private double bytes;
        private double figure;
        private double variance;

        void add(SiteSeries series, int dump, double weight, boolean ofBytes) {
            objects += weight * series.objects(dump);
            bytes += weight * series.bytes(dump);
            figure += weight * series.figure(dump, ofBytes);
            variance += weight * series.variance(dump, ofBytes);
        }

        /** The difference as an amount of blocks, where objects and bytes changed the same way. */
        Amount less(Side other) {
            double ofObjects = objects - other.objects;
            double ofBytes = bytes - other.bytes;
            return ofObjects * ofBytes > 0 ? new Amount(Math.abs(ofObjects), Math.abs(ofBytes)) : Amount.NONE;
        }
    }
}
