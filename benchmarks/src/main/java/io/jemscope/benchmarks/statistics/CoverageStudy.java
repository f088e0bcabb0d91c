package io.jemscope.benchmarks.statistics;

import io.jemscope.benchmarks.statistics.Figures.Ranges;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** How often the range that a report prints for a line contains what the line holds. 95 in 100 are promised. */
final class CoverageStudy {

    private static final String PART = "coverage";

    private static final double TARGET = 0.94;

    private static final double[] EXPECTED_SAMPLES = {0.3, 1, 2, 3, 5, 8, 15, 30, 100, 300};

    private static final int SITES = 10;

    private final Statistics.Sizes sizes;

    CoverageStudy(Statistics.Sizes sizes) {
        this.sizes = sizes;
    }

    /** A mix of block sizes that one line holds, in units of the rate. */
    private record Mix(String name, List<Double> rates, List<Integer> blocks) {}

    private static final List<Mix> MIXES = List.of(
            new Mix("2 R x 5 with 16 R x 100", List.of(2.0, 16.0), List.of(5, 100)),
            new Mix("2 R x 100 with 16 R x 5", List.of(2.0, 16.0), List.of(100, 5)),
            new Mix("0.5, 1, 2 and 4 R x 8", List.of(0.5, 1.0, 2.0, 4.0), List.of(8, 8, 8, 8)),
            new Mix("1 R x 20", List.of(1.0), List.of(20)),
            new Mix("1.6 R x 200", List.of(1.6), List.of(200)),
            new Mix("3 R x 6", List.of(3.0), List.of(6)),
            new Mix("10 R x 50", List.of(10.0), List.of(50)),
            new Mix("R/128 x 2,000 with 8 R x 3", List.of(1 / 128.0, 8.0), List.of(2_000, 3)),
            new Mix("R/8,192 x 200,000 with R/8 x 100", List.of(1 / 8192.0, 0.125), List.of(200_000, 100)),
            new Mix("R/32 x 100 with 4 R x 40", List.of(1 / 32.0, 4.0), List.of(100, 40)));

    void run(Table table) {
        for (double expected : EXPECTED_SAMPLES) {
            band(table, expected);
        }
        for (Mix mix : MIXES) {
            mix(table, mix, 1);
            if (mix.rates().size() > 1) {
                mix(table, mix, 2);
            }
        }
        programs(table, "JVM-like lines", SimulatedProgram::likeJvm);
        programs(table, "lines of 2 to 4 large sizes on one stack", SimulatedProgram::withLargeBlocks);
    }

    /** Small blocks, so many that a number of samples is expected. Lines that were never sampled count, too. */
    private void band(Table table, double expected) {
        String name = "small blocks, " + text(expected) + " expected samples";
        count(table, name, draws -> {
            SimulatedProgram program = new SimulatedProgram();
            for (int site = 0; site < SITES; site++) {
                double blockBytes = draws.logUniform(32, Math.max(64, Math.min(expected, 1) * sizes.rateBytes() / 8));
                double chance = -Math.expm1(-blockBytes / sizes.rateBytes());
                program.hold(site, 0, blockBytes, expected / chance);
            }
            return program;
        });
    }

    private void mix(Table table, Mix mix, int stacks) {
        String name = mix.name() + (mix.rates().size() == 1 ? "" : stacks == 1 ? ", one stack" : ", a stack each");
        count(table, name, draws -> {
            SimulatedProgram program = new SimulatedProgram();
            for (int site = 0; site < SITES; site++) {
                for (int i = 0; i < mix.rates().size(); i++) {
                    program.hold(
                            site,
                            stacks == 1 ? 0 : i,
                            mix.rates().get(i) * sizes.rateBytes(),
                            mix.blocks().get(i));
                }
            }
            return program;
        });
    }

    /** Makes a program of so many lines. */
    private interface Maker {
        SimulatedProgram make(Draws draws, int sites);
    }

    private void programs(Table table, String name, Maker maker) {
        count(table, name, draws -> maker.make(draws, SITES));
    }

    /** Makes a program. */
    private interface Programs {
        SimulatedProgram make(Draws draws);
    }

    private void count(Table table, String name, Programs programs) {
        LongAdder covered = new LongAdder();
        int runs = Math.max(1, sizes.runs() / SITES * 2);
        IntStream.range(0, runs).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedProgram program = programs.make(draws);
            Ranges ranges = Ranges.of(Analyser.report(program.dump(draws, sizes.rateBytes())));
            for (int site = 0; site < SITES; site++) {
                if (ranges.of(site).contains(program.bytes(site))) {
                    covered.increment();
                }
            }
        });
        table.atLeast(PART, name, covered.sum(), (long) runs * SITES, TARGET);
    }

    private static String text(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
