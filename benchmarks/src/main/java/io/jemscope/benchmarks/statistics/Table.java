package io.jemscope.benchmarks.statistics;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured, row by row, beside its target. */
final class Table {

    /** A measured share may miss its target by so many standard errors of the measurement itself. */
    private static final double ALLOWANCE = 2;

    private static final double PERCENT = 100;

    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    Table(PrintStream out) {
        this.out = out;
    }

    /**
     * A row.
     *
     * @param part what it belongs to
     * @param name what was simulated
     * @param measured the measured figure, as printed
     * @param trials of how many trials
     * @param target the target, as printed; empty where there is none
     * @param verdict pass, FAIL, or empty where there is no target
     */
    record Row(String part, String name, String measured, long trials, String target, String verdict) {}

    /** A share of trials that must reach a target. */
    void atLeast(String part, String name, long hits, long trials, double target) {
        share(part, name, hits, trials, ">=", target, hits >= trials * target - allowance(target, trials));
    }

    /** A share of trials that must stay below a target. */
    void atMost(String part, String name, long hits, long trials, double target) {
        share(part, name, hits, trials, "<=", target, hits <= trials * target + allowance(target, trials));
    }

    /** A share of trials without a target. */
    void share(String part, String name, long hits, long trials) {
        add(new Row(part, name, percent(hits, trials), trials, "", ""));
    }

    /** Anything else. */
    void row(String part, String name, String measured, long trials, String target, boolean met) {
        add(new Row(part, name, measured, trials, target, met ? "pass" : "FAIL"));
    }

    private void share(
            String part, String name, long hits, long trials, String comparison, double target, boolean met) {
        String text = String.format(Locale.ROOT, "%s %.0f %%", comparison, PERCENT * target);
        row(part, name, percent(hits, trials), trials, text, met);
    }

    private static String percent(long hits, long trials) {
        return String.format(Locale.ROOT, "%.2f %%", PERCENT * hits / trials);
    }

    private static double allowance(double target, long trials) {
        return ALLOWANCE * Math.sqrt(trials * target * (1 - target));
    }

    private void add(Row row) {
        if (rows.isEmpty()) {
            print("part", "simulated", "measured", "trials", "target", "");
        }
        rows.add(row);
        print(row.part, row.name, row.measured, Long.toString(row.trials), row.target, row.verdict);
    }

    private void print(String part, String name, String measured, String trials, String target, String verdict) {
        out.printf(Locale.ROOT, "%-9s %-58s %18s %8s  %-9s %s%n", part, name, measured, trials, target, verdict);
    }

    /** All rows so far. */
    List<Row> rows() {
        return List.copyOf(rows);
    }

    /** How many rows missed their target. */
    long failed() {
        return rows.stream().filter(row -> row.verdict.equals("FAIL")).count();
    }

    /** How many rows have a target. */
    long judged() {
        return rows.stream().filter(row -> !row.verdict.isEmpty()).count();
    }
}
