package io.jemscope.benchmarks.statistics;

import com.google.gson.JsonObject;
import io.jemscope.benchmarks.statistics.Figures.Range;
import java.util.Locale;
import java.util.stream.IntStream;

/** Whether the totals of reports are right on average, and how often their ranges contain the truth. */
final class TotalsStudy {

    private static final String PART = "totals";

    private static final double TARGET = 0.94;

    /** The mean may miss the truth by three of its standard errors: one of 370 does by chance. */
    private static final double ALLOWANCE = 3;

    private final Statistics.Sizes sizes;

    TotalsStudy(Statistics.Sizes sizes) {
        this.sizes = sizes;
    }

    void run(Table table) {
        measure(table, "JVM-like programs", false);
        measure(table, "programs of large blocks, several sizes a stack", true);
    }

    private void measure(Table table, String name, boolean large) {
        double[] errors = new double[sizes.runs()];
        boolean[] covered = new boolean[sizes.runs()];
        IntStream.range(0, sizes.runs()).parallel().forEach(run -> {
            Draws draws = Draws.of(sizes.seed(), PART + name, run);
            SimulatedProgram program = large
                    ? SimulatedProgram.withLargeBlocks(draws, sizes.sites())
                    : SimulatedProgram.likeJvm(draws, sizes.sites());
            JsonObject report = Analyser.report(program.dump(draws, sizes.rateBytes()));
            errors[run] = report.get("liveBytes").getAsDouble() / program.bytes() - 1;
            covered[run] = Range.of(report).contains(program.bytes());
        });
        double mean = 0;
        for (double error : errors) {
            mean += error / errors.length;
        }
        double squares = 0;
        for (double error : errors) {
            squares += (error - mean) * (error - mean);
        }
        double error = Math.sqrt(squares / Math.max(1, errors.length - 1) / errors.length);
        long hits = IntStream.range(0, covered.length).filter(i -> covered[i]).count();
        table.row(
                PART,
                name + ", mean error",
                String.format(Locale.ROOT, "%+.3f ± %.3f %%", 100 * mean, 200 * error),
                errors.length,
                "0",
                Math.abs(mean) <= ALLOWANCE * error);
        table.atLeast(PART, name + ", coverage", hits, covered.length, TARGET);
    }
}
