package io.jemscope.benchmarks.verdict;

import io.jemscope.report.verdict.SiteVerdict;
import io.jemscope.testkit.truth.Kind.Truth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what each method said of the runs of one row, or of all. */
final class Tally {

    private int runs;
    private int leaky;
    private final Map<String, Integer> verdicts = new LinkedHashMap<>();
    private final Map<String, Integer> collected = new LinkedHashMap<>();
    private final Map<Method, Integer> found = new EnumMap<>(Method.class);
    private final Map<Method, Integer> falsely = new EnumMap<>(Method.class);
    private final Map<Method, Integer> ofJvm = new EnumMap<>(Method.class);
    private final List<Double> seconds = new ArrayList<>();
    private int early;
    private double remainder;
    private double other;
    private int remainders;
    private int others;

    void add(Row row, Judged run) {
        runs++;
        boolean leaks = row.truth() == Truth.LEAK;
        leaky += leaks ? 1 : 0;
        count(run.main(run.verdicts()), verdicts);
        count(run.main(run.collected()), collected);
        for (Method method : Method.values()) {
            List<String> claims = run.claims(method);
            add(found, method, leaks && claims.stream().anyMatch(run::leaked));
            add(falsely, method, claims.stream().anyMatch(site -> !run.planted(site)));
            ofJvm.merge(method, run.jvmClaims().getOrDefault(method, 0), Integer::sum);
        }
        addTimes(run);
        addLedger(run.ledger(), row.ledgerRow().equals("otherAnonymous"));
    }

    private static void count(@Nullable SiteVerdict main, Map<String, Integer> counts) {
        counts.merge(main == null ? "nothing held" : main.kind().text(), 1, Integer::sum);
    }

    /** What a program maps itself is nothing that the ledger could name. */
    private void addLedger(LedgerFigures ledger, boolean maps) {
        remainder = Math.max(remainder, Math.abs(ledger.remainder()));
        remainders += ledger.isComplete() ? 0 : 1;
        other = Math.max(other, maps ? 0 : ledger.other());
        others += maps || ledger.isNamed() ? 0 : 1;
    }

    private void addTimes(Judged run) {
        boolean wasFalse = false;
        double first = Double.NaN;
        for (Map.Entry<String, Double> each : run.firstSeconds().entrySet()) {
            if (run.leaked(each.getKey())) {
                first = Double.isNaN(first) ? each.getValue() : Math.min(first, each.getValue());
            }
        }
        for (String site : run.early()) {
            wasFalse |= !run.planted(site) && !site.startsWith("[");
        }
        if (!Double.isNaN(first)) {
            seconds.add(first);
        }
        early += wasFalse ? 1 : 0;
    }

    private static void add(Map<Method, Integer> counts, Method method, boolean hit) {
        counts.merge(method, hit ? 1 : 0, Integer::sum);
    }

    void add(Tally tally) {
        runs += tally.runs;
        leaky += tally.leaky;
        early += tally.early;
        remainder = Math.max(remainder, tally.remainder);
        other = Math.max(other, tally.other);
        remainders += tally.remainders;
        others += tally.others;
        seconds.addAll(tally.seconds);
        tally.found.forEach((method, count) -> found.merge(method, count, Integer::sum));
        tally.falsely.forEach((method, count) -> falsely.merge(method, count, Integer::sum));
        tally.ofJvm.forEach((method, count) -> ofJvm.merge(method, count, Integer::sum));
    }

    static String heading() {
        return String.format(
                Locale.ROOT,
                "%-26s %-8s %-30s %-24s %5s %7s %6s %6s   %6s %6s   %s",
                "program, KiB/s",
                "truth",
                "verdicts before a collection",
                "after it",
                "found",
                "seconds",
                "false",
                "early",
                "rest",
                "other",
                "found or false: Mann-Kendall, least squares, trend");
    }

    /** The row of the table. */
    String line(Row row) {
        boolean leaks = row.truth() == Truth.LEAK;
        Map<Method, Integer> peers = leaks ? found : falsely;
        return String.format(
                Locale.ROOT,
                "%-26s %-8s %-30s %-24s %5s %7s %6d %6d   %6s %6s   %d, %d, %d of %d",
                row.name(),
                leaks ? "leak" : row.truth() == Truth.UNTIL_COLLECTED ? "garbage" : "no leak",
                counts(verdicts),
                counts(collected),
                leaks ? found.get(Method.COLLECTED) : "",
                seconds.isEmpty() ? "" : String.format(Locale.ROOT, "%.0f", median()),
                falsely(),
                early,
                percent(remainder, 1),
                percent(other, 1),
                peers.get(Method.MANN_KENDALL),
                peers.get(Method.LEAST_SQUARES),
                peers.get(Method.TREND),
                runs);
    }

    private static String counts(Map<String, Integer> verdicts) {
        List<String> counts = new ArrayList<>();
        verdicts.forEach((verdict, count) -> counts.add(count + " " + verdict));
        return String.join(", ", counts);
    }

    private double median() {
        List<Double> sorted = new ArrayList<>(seconds);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    /** A line for each method: how right it is over all runs. */
    String totals() {
        StringBuilder out = new StringBuilder(1_000);
        out.append(String.format(
                Locale.ROOT,
                "%-18s %9s %9s %12s %12s %14s%n",
                "",
                "precision",
                "recall",
                "false leaks",
                "of runs",
                "of JVM's lines"));
        for (Method method : Method.values()) {
            int right = found.getOrDefault(method, 0);
            int wrong = falsely.getOrDefault(method, 0);
            out.append(String.format(
                    Locale.ROOT,
                    "%-18s %9s %9s %12d %12d %14d%n",
                    method.text(),
                    percent(right, right + wrong),
                    percent(right, leaky),
                    wrong,
                    runs,
                    ofJvm.getOrDefault(method, 0)));
        }
        out.append(String.format(
                Locale.ROOT,
                "Runs in which a verdict called a line a leak falsely for a time: %d.%n"
                        + "Ledger: at most %s of RSS in no row, more than %s in %d runs; at most %s unnamed where none was "
                        + "planted, more than %s in %d runs.%n",
                early,
                percent(remainder, 1),
                percent(LedgerFigures.MOST_REMAINDER, 1),
                remainders,
                percent(other, 1),
                percent(LedgerFigures.MOST_OTHER, 1),
                others));
        if (!seconds.isEmpty()) {
            out.append(String.format(Locale.ROOT, "Median time to a leak's verdict: %.0f s.%n", median()));
        }
        return out.toString();
    }

    private static String percent(double part, double whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
    }

    /** In how many runs a verdict, before the collection or after it, was falsely a leak; the more frequent of the two. */
    private int falsely() {
        return Math.max(falsely.getOrDefault(Method.VERDICT, 0), falsely.getOrDefault(Method.COLLECTED, 0));
    }

    boolean isFalse() {
        return falsely() > 0;
    }
}
