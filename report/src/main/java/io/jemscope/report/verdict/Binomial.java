package io.jemscope.report.verdict;

import io.jemscope.report.comparison.IncompleteBeta;

/** One-sided 95 % bounds of a share, after Clopper and Pearson (1934). Counts need not be whole: they are sums of weights. */
final class Binomial {

    private static final double LEVEL = 0.05;

    private static final int STEPS = 50;

    private Binomial() {}

    /** The most that the true share may be if it was seen this often. */
    static double upper(double share, double count) {
        return count <= 0 ? 1 : 1 - lower(1 - share, count);
    }

    /** The least that the true share may be if it was seen this often. */
    static double lower(double share, double count) {
        double hits = share * count;
        if (count <= 0 || hits <= 0) {
            return 0;
        }
        double low = 0;
        double high = 1;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            // The chance of as many hits or more, were the true share the middle.
            if (IncompleteBeta.of(middle, 1 - middle, hits, count - hits + 1) < LEVEL) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
