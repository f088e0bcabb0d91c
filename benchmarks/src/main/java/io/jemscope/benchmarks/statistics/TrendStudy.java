package io.jemscope.benchmarks.statistics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** How often a trend calls a line rising that only goes up and down, and how often it finds a leak. */
final class TrendStudy {

    private static final String PART = "trend";

    private static final double MOST_FALSE = 0.01;
    private static final double LEAST_FOUND = 0.99;

    /** A pool's mean, in samples of small blocks: 200 MiB at 512 KiB. */
    private static final double POOL_SAMPLES = 400;

    private static final double SWING = 0.3;
    private static final int MANY = 20;

    private final Statistics.Sizes sizes;

    TrendStudy(Statistics.Sizes sizes) {
        this.sizes = sizes;
    }

    /** Adds a line to a series. */
    private interface Adder {
        void add(SimulatedSeries series, Draws draws);
    }

    void run(Table table) {
        for (double time : new double[] {1, 5, 20}) {
            for (int dumps : new int[] {5, 10, 24, 100}) {
                String name = "pools, 30 % swing, correlation " + Math.round(time) + ", " + dumps + " dumps";
                Adder pool = (series, draws) ->
                        series.add(blockBytes(draws), 0.1, series.pool(bytes(POOL_SAMPLES), SWING, time));
                falseRise(table, name, pool, dumps, 1, true);
                // Twenty lines at once are held to the target for the correlation time that is named in the documents.
                falseRise(table, name, pool, dumps, MANY, time <= 5);
            }
        }
        for (int dumps : new int[] {10, 24, 100}) {
            String name = "random walks, steps of 3 %, " + dumps + " dumps";
            Adder walk = (series, draws) -> series.add(blockBytes(draws), 0.1, series.walk(bytes(POOL_SAMPLES), 0.03));
            falseRise(table, name, walk, dumps, 1, false);
            falseRise(table, name, walk, dumps, MANY, false);
        }
        for (int dumps : new int[] {2, 5, 10, 24, 100}) {
            String name = "churn at an even level, " + dumps + " dumps";
            Adder churn = (series, draws) -> series.add(
                    blockBytes(draws),
                    draws.logUniform(0.02, 1),
                    SimulatedSeries.leak(bytes(draws.logUniform(2, POOL_SAMPLES)), 0));
            falseRise(table, name, churn, dumps, MANY, true);
        }
        for (int dumps : new int[] {10, 24, 100}) {
            for (double samples : new double[] {15, 30, 45, 60, 90, 120, 500}) {
                leak(table, dumps, samples);
            }
        }
        for (double times : new double[] {1, 3, 6, 10, 30}) {
            leakOverPool(table, times);
        }
    }

    private double bytes(double samples) {
        return samples * sizes.rateBytes();
    }

    private double blockBytes(Draws draws) {
        return draws.logUniform(64, sizes.rateBytes() / 8.0);
    }

    private void falseRise(Table table, String what, Adder line, int dumps, int lines, boolean judged) {
        String name = (lines == 1 ? "false rise, 1 line of " : "false rise, any of " + lines + " ") + what;
        LongAdder rising = new LongAdder();
        IntStream.range(0, sizes.series()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedSeries series = new SimulatedSeries(draws, sizes.rateBytes());
            for (int i = 0; i < lines; i++) {
                line.add(series, draws);
            }
            if (!Figures.rising(Analyser.trend(series.dumps(dumps))).isEmpty()) {
                rising.increment();
            }
        });
        if (judged) {
            table.atMost(PART, name, rising.sum(), sizes.series(), MOST_FALSE);
        } else {
            table.share(PART, name, rising.sum(), sizes.series());
        }
    }

    /** A line that loses so many samples' worth over the series, among lines that renew what they hold. */
    private void leak(Table table, int dumps, double samples) {
        String name = "leak of " + Math.round(samples) + " samples found in " + dumps + " dumps";
        LongAdder found = new LongAdder();
        IntStream.range(0, sizes.series()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedSeries series = new SimulatedSeries(draws, sizes.rateBytes());
            series.add(blockBytes(draws), 0, SimulatedSeries.leak(0, bytes(samples) / (dumps - 1)));
            for (int i = 1; i < MANY; i++) {
                series.add(blockBytes(draws), 0.1, SimulatedSeries.leak(bytes(draws.logUniform(2, POOL_SAMPLES)), 0));
            }
            count(found, series, dumps);
        });
        if (samples < 100) {
            table.share(PART, name, found.sum(), sizes.series());
        } else {
            table.atLeast(PART, name, found.sum(), sizes.series(), LEAST_FOUND);
        }
    }

    /** A pool that goes up and down and loses some times its mean over the series. */
    private void leakOverPool(Table table, double times) {
        int dumps = 100;
        String name = "leak of " + Math.round(times) + " times its swinging pool found";
        LongAdder found = new LongAdder();
        IntStream.range(0, sizes.series()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedSeries series = new SimulatedSeries(draws, sizes.rateBytes());
            SimulatedSeries.Course pool = series.pool(bytes(POOL_SAMPLES), SWING, 5);
            SimulatedSeries.Course leak = SimulatedSeries.leak(0, times * bytes(POOL_SAMPLES) / (dumps - 1));
            series.add(blockBytes(draws), 0.02, () -> Math.max(0, pool.next()) + leak.next());
            count(found, series, dumps);
        });
        if (times < 10) {
            table.share(PART, name, found.sum(), sizes.series());
        } else {
            table.atLeast(PART, name, found.sum(), sizes.series(), LEAST_FOUND);
        }
    }

    private static void count(LongAdder found, SimulatedSeries series, int dumps) {
        List<String> rising = Figures.rising(Analyser.trend(series.dumps(dumps)));
        if (rising.contains(SimulatedHeap.name(0))) {
            found.increment();
        }
    }
}
