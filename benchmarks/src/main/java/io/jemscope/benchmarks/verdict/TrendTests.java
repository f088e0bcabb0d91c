package io.jemscope.benchmarks.verdict;

import java.util.Arrays;
import java.util.List;

/** The two usual tests for a rising series, each at the 5 % level on one side. */
final class TrendTests {

    private static final double NORMAL_95 = 1.645;

    private TrendTests() {}

    /** The test of Mann (1945) and Kendall, with its correction for ties: are later values greater more often than less? */
    static boolean mannKendall(List<Double> values) {
        int n = values.size();
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                sum += Math.signum(values.get(j) - values.get(i));
            }
        }
        double variance = (n * (n - 1.0) * (2 * n + 5) - ties(values)) / 18;
        return variance > 0 && (sum - 1) / Math.sqrt(variance) > NORMAL_95;
    }

    private static double ties(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double ties = 0;
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] != sorted[from]) {
                double equal = i - from;
                ties += equal * (equal - 1) * (2 * equal + 5);
                from = i;
            }
        }
        return ties;
    }

    /** Least squares: is the slope of the straight line above 0, by Student's t? */
    static boolean leastSquares(double[] times, List<Double> values) {
        int n = values.size();
        double meanTime = Arrays.stream(times).average().orElse(0);
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < n; i++) {
            squares += (times[i] - meanTime) * (times[i] - meanTime);
            products += (times[i] - meanTime) * (values.get(i) - mean);
        }
        double slope = products / squares;
        double rest = 0;
        for (int i = 0; i < n; i++) {
            double off = values.get(i) - mean - slope * (times[i] - meanTime);
            rest += off * off;
        }
        return n > 2 && slope > student95(n - 2) * Math.sqrt(rest / (n - 2) / squares);
    }

    /** The 95 % quantile of Student's t, by the expansion of Abramowitz and Stegun, 26.7.5; for five degrees and more. */
    private static double student95(int degrees) {
        double x = NORMAL_95;
        double cube = x * x * x;
        return x + (cube + x) / (4 * degrees) + (5 * cube * x * x + 16 * cube + 3 * x) / (96.0 * degrees * degrees);
    }
}
