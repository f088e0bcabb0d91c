package io.jemscope.benchmarks.statistics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The benchmark's command line; see the script {@code benchmarks/statistics}. */
public final class Statistics {

    private static final String USAGE =
            "usage: benchmarks/statistics [--seed N] [--runs N] [--series N] [--rate BYTES] [--sites N] "
                    + "[coverage|totals|diff|trend|command ...]";

    private Statistics() {}

    /**
     * What to simulate.
     *
     * @param seed equal seeds give equal tables
     * @param runs how many programs a row of coverage, totals and diff simulates
     * @param series how many series of dumps a row of trend simulates
     * @param rateBytes the mean distance between two samples
     * @param sites how many lines a program has
     */
    record Sizes(long seed, int runs, int series, long rateBytes, int sites) {}

    /**
     * Simulates, and prints the table.
     *
     * @param arguments the options, and which parts to measure
     * @throws IOException where the command can't be run
     */
    public static void main(String[] arguments) throws IOException {
        long seed = 1;
        int runs = 2_000;
        int series = 1_000;
        long rateBytes = 512 << 10;
        int sites = 100;
        Path command = null;
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            if (word.startsWith("--") && i + 1 == arguments.length) {
                refuse(word + " has no value");
            }
            switch (word) {
                case "--seed" -> seed = number(arguments[++i]);
                case "--runs" -> runs = (int) number(arguments[++i]);
                case "--series" -> series = (int) number(arguments[++i]);
                case "--rate" -> rateBytes = number(arguments[++i]);
                case "--sites" -> sites = (int) number(arguments[++i]);
                case "--command" -> command = Path.of(arguments[++i]);
                case "coverage", "totals", "diff", "trend", "command" -> parts.add(word);
                default -> refuse("unknown argument " + word);
            }
        }
        Sizes sizes = new Sizes(seed, runs, series, rateBytes, sites);
        Table table = new Table(System.out);
        Map<String, Consumer<Table>> studies = new LinkedHashMap<>();
        studies.put("coverage", new CoverageStudy(sizes)::run);
        studies.put("totals", new TotalsStudy(sizes)::run);
        studies.put("diff", new DiffStudy(sizes)::run);
        studies.put("trend", new TrendStudy(sizes)::run);
        studies.forEach((part, study) -> {
            if (parts.isEmpty() || parts.contains(part)) {
                study.accept(table);
            }
        });
        if (command != null && (parts.isEmpty() || parts.contains("command"))) {
            new CommandStudy(sizes, command).run(table);
        }
        System.out.printf("%n%d of %d targets met; %s%n", table.judged() - table.failed(), table.judged(), sizes);
        System.exit(table.failed() == 0 ? 0 : 1);
    }

    private static long number(String word) {
        try {
            long number = Long.parseLong(word);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, as is a number below 1.
        }
        refuse(word + " is not a positive whole number");
        return 0;
    }

    private static void refuse(String why) {
        System.err.println(why + "; " + USAGE);
        System.exit(2);
    }
}
