package io.jemscope.report.trend;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A series as a line of small bars, from nothing to the series' greatest figure. */
public enum Sparkline {
    /** By eight heights of blocks. */
    BLOCKS("▁▂▃▄▅▆▇█"),
    /** By letters, for terminals that know no others than those of ASCII. */
    ASCII("_.-=+*%#");

    private final String heights;

    Sparkline(String heights) {
        this.heights = heights;
    }

    /**
     * Draws a series. A bar is the mean of the dumps of its span of time; where a span has none, the bar before it stays.
     *
     * @param times when the figures were taken, ascending
     * @param figures the figures; at least 0
     * @param columns how many bars at most
     * @return the line
     */
    public String of(List<Instant> times, List<Double> figures, int columns) {
        int bars = Math.min(columns, figures.size());
        double[] sums = new double[bars];
        int[] counts = new int[bars];
        double greatest = 0;
        Instant first = times.get(0);
        double span = Duration.between(first, times.get(times.size() - 1)).toNanos();
        for (int i = 0; i < figures.size(); i++) {
            double share = span == 0 ? 0 : Duration.between(first, times.get(i)).toNanos() / span;
            int bar = Math.min(bars - 1, (int) (share * bars));
            sums[bar] += figures.get(i);
            counts[bar]++;
        }
        double[] means = new double[bars];
        for (int bar = 0; bar < bars; bar++) {
            means[bar] = counts[bar] > 0 ? sums[bar] / counts[bar] : bar > 0 ? means[bar - 1] : 0;
            greatest = Math.max(greatest, means[bar]);
        }
        StringBuilder line = new StringBuilder(bars);
        for (double mean : means) {
            int height = greatest == 0 ? 0 : (int) (mean / greatest * heights.length());
            line.append(heights.charAt(Math.min(heights.length() - 1, height)));
        }
        return line.toString();
    }
}
