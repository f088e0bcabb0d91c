package io.jemscope.report.trend;

import io.jemscope.report.comparison.StudentT;
import java.util.Arrays;

/**
 * Tells a series that rises steadily from one that only goes up and down by itself, as a pool or a cache does.
 *
 * <p>The series is cut into ten blocks of neighbouring dumps, and the differences between the means of neighbouring blocks
 * are put to a one-sided t test: is their mean above 0? Ten blocks give nine differences and eight degrees of freedom. The
 * test supposes a random walk: each difference is a new draw, its variance in proportion to the time between the blocks.
 * Memory that returns to a level wanders less than that, so the test claims less often than its level says. Tests that
 * estimate how the dumps are correlated (Newey-West, least squares for an AR(1) series) claim too often, because a series
 * of some ten correlation times is too short for that estimate.
 *
 * <p>Fewer than ten dumps are a block each, with fewer degrees of freedom: the same level, but only a large and steady rise
 * passes. Two dumps leave no degree of freedom.
 */
final class Drift {

    /** The level of the test. Of random walks, whose block means are correlated, 1.4 in 100 pass; of pools fewer. */
    static final double LEVEL = 0.005;

    private static final int MOST_BLOCKS = 10;

    private Drift() {}

    /**
     * How likely a series that only wanders rises so.
     *
     * @param hours when the dumps were taken, ascending
     * @param figures what the site had in each dump
     * @return from 0 to 1; NaN for fewer than three dumps of different times
     */
    static double chanceOfRise(double[] hours, double[] figures) {
        int blocks = Math.min(MOST_BLOCKS, hours.length);
        double[] times = means(hours, blocks);
        double[] levels = means(figures, blocks);
        int steps = 0;
        double lasted = 0;
        double rose = 0;
        double squares = 0;
        int last = 0;
        for (int i = 1; i < blocks; i++) {
            double step = times[i] - times[last];
            // Dumps whose times aren't known apart make one step.
            if (step > 0) {
                double rise = levels[i] - levels[last];
                steps++;
                lasted += step;
                rose += rise;
                squares += rise * rise / step;
                last = i;
            }
        }
        if (steps < 2) {
            return Double.NaN;
        }
        // The variance for each hour, about the mean rise; rounding must not make it negative.
        double variance = Math.max(0, squares - rose * rose / lasted) / (steps - 1);
        return StudentT.chanceAbove(rose / Math.sqrt(variance * lasted), steps - 1);
    }

    /** How likely a series that only wanders falls so; see {@link #chanceOfRise}. */
    static double chanceOfFall(double[] hours, double[] figures) {
        return chanceOfRise(hours, Arrays.stream(figures).map(figure -> -figure).toArray());
    }

    private static double[] means(double[] values, int blocks) {
        double[] means = new double[blocks];
        for (int block = 0; block < blocks; block++) {
            int from = block * values.length / blocks;
            int to = (block + 1) * values.length / blocks;
            for (int i = from; i < to; i++) {
                means[block] += values[i] / (to - from);
            }
        }
        return means;
    }
}
