package io.jemscope.benchmarks.statistics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * How often a comparison of two dumps shows a change where nothing changed. At most one pair in a hundred is promised to
 * show growth, and as many to show shrinkage. And how often a leak is found among the rest.
 */
final class DiffStudy {

    private static final String PART = "diff";

    private static final double MOST_FALSE = 0.01;
    private static final double LEAST_FOUND = 0.99;

    private final Statistics.Sizes sizes;

    DiffStudy(Statistics.Sizes sizes) {
        this.sizes = sizes;
    }

    /** Makes a program of so many lines. */
    private interface Maker {
        SimulatedProgram make(Draws draws, int sites);
    }

    void run(Table table) {
        long rate = sizes.rateBytes();
        for (long[] rates : new long[][] {
            {rate, rate}, {rate, rate / 8}, {rate / 8, rate}, {rate, 4 * rate}, {4 * rate, rate}, {rate / 32, 4 * rate}
        }) {
            String pair = ", rates " + text(rates[0]) + " and " + text(rates[1]);
            falseRows(table, "JVM-like" + pair, SimulatedProgram::likeJvm, rates);
            falseRows(table, "large blocks" + pair, SimulatedProgram::withLargeBlocks, rates);
        }
        for (double samples : new double[] {30, 50, 100}) {
            found(table, samples);
        }
    }

    private String text(long rate) {
        double share = (double) rate / sizes.rateBytes();
        return share == 1 ? "R" : share > 1 ? Math.round(share) + " R" : "R/" + Math.round(1 / share);
    }

    private void falseRows(Table table, String name, Maker maker, long[] rates) {
        LongAdder shown = new LongAdder();
        IntStream.range(0, sizes.runs()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedProgram program = maker.make(draws, sizes.sites());
            byte[] before = program.dump(draws, rates[0]);
            byte[] after = program.dump(draws, rates[1]);
            if (!Figures.changed(Analyser.diff(before, after)).isEmpty()) {
                shown.increment();
            }
        });
        table.atMost(PART, "pairs with a false row, " + name, shown.sum(), sizes.runs(), MOST_FALSE);
    }

    private void found(Table table, double samples) {
        String name = "a leak of " + Math.round(samples) + " samples is shown";
        LongAdder found = new LongAdder();
        IntStream.range(0, sizes.runs()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedProgram program = SimulatedProgram.likeJvm(draws, sizes.sites());
            byte[] before = program.dump(draws, sizes.rateBytes());
            double blockBytes = draws.logUniform(32, sizes.rateBytes() / 16.0);
            program.hold(sizes.sites(), 0, blockBytes, samples * sizes.rateBytes() / blockBytes);
            byte[] after = program.dump(draws, sizes.rateBytes());
            List<String> changed = Figures.changed(Analyser.diff(before, after));
            if (changed.contains(SimulatedHeap.name(sizes.sites()))) {
                found.increment();
            }
        });
        if (samples < 50) {
            table.share(PART, name, found.sum(), sizes.runs());
        } else {
            table.atLeast(PART, name, found.sum(), sizes.runs(), LEAST_FOUND);
        }
    }
}
