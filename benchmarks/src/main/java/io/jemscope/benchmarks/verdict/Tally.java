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

/** Counts what each method said of the runs of one row, or of all. */
final class Tally {

    private int runs;
    private int leaky;
    private final Map<String, Integer> verdicts = new LinkedHashMap<>();
    private final Map<Method, Integer> found = new EnumMap<>(Method.class);
    private final Map<Method, Integer> falsely = new EnumMap<>(Method.class);
    private final Map<Method, Integer> flagged = new EnumMap<>(Method.class);
    private final Map<Method, Integer> ofJvm = new EnumMap<>(Method.class);
    private final List<Double> seconds = new ArrayList<>();
    private int early;

    /** A line that leaks until a collection happens, and that the verdict says so of, is flagged; else it is false. */
    void add(Row row, Judged run) {
        runs++;
        boolean leaks = row.truth() == Truth.LEAK;
        leaky += leaks ? 1 : 0;
        SiteVerdict main = run.main();
        verdicts.merge(main == null ? "nothing held" : main.kind().text(), 1, Integer::sum);
        for (Method method : Method.values()) {
            List<String> claims = run.claims(method);
            add(found, method, leaks && claims.stream().anyMatch(run::leaked));
            boolean isFalse = claims.stream().anyMatch(site -> !run.planted(site));
            boolean isFlagged = isFalse
                    && row.truth() == Truth.UNTIL_COLLECTED
                    && method == Method.VERDICT
                    && main != null
                    && main.cleaned();
            add(flagged, method, isFlagged);
            add(falsely, method, isFalse && !isFlagged);
            ofJvm.merge(method, run.jvmClaims().getOrDefault(method, 0), Integer::sum);
        }
        addTimes(run);
    }

    private void addTimes(Judged run) {
        boolean wasFalse = false;
        double first = Double.NaN;
        for (Map.Entry<String, Double> each : run.firstSeconds().entrySet()) {
            if (run.leaked(each.getKey())) {
                first = Double.isNaN(first) ? each.getValue() : Math.min(first, each.getValue());
            }
            wasFalse |= !run.planted(each.getKey()) && each.getKey().startsWith("io.");
        }
        if (!Double.isNaN(first)) {
            seconds.add(first);
        }
        early += wasFalse ? 1 : 0;
    }

    private static void add(Map<Method, Integer> counts, Method method, boolean hit) {
        counts.merge(method, hit ? 1 : 0, Integer::sum);
    }

    void add(Tally other) {
        runs += other.runs;
        leaky += other.leaky;
        early += other.early;
        seconds.addAll(other.seconds);
        other.found.forEach((method, count) -> found.merge(method, count, Integer::sum));
        other.falsely.forEach((method, count) -> falsely.merge(method, count, Integer::sum));
        other.flagged.forEach((method, count) -> flagged.merge(method, count, Integer::sum));
        other.ofJvm.forEach((method, count) -> ofJvm.merge(method, count, Integer::sum));
    }

    static String heading() {
        return String.format(
                Locale.ROOT,
                "%-26s %-8s %-24s %5s %7s %6s %6s   %s",
                "program, KiB/s",
                "truth",
                "verdicts at the end",
                "found",
                "seconds",
                "false",
                "early",
                "found or false: Mann-Kendall, least squares, trend");
    }

    /** The row of the table. */
    String line(Row row) {
        boolean leaks = row.truth() == Truth.LEAK;
        Map<Method, Integer> others = leaks ? found : falsely;
        List<String> counts = new ArrayList<>();
        verdicts.forEach((verdict, count) -> counts.add(count + " " + verdict));
        return String.format(
                Locale.ROOT,
                "%-26s %-8s %-24s %5s %7s %6d %6d   %d, %d, %d of %d",
                row.name(),
                leaks ? "leak" : row.truth() == Truth.UNTIL_COLLECTED ? "garbage" : "no leak",
                String.join(", ", counts),
                leaks ? found.get(Method.VERDICT) : "",
                seconds.isEmpty() ? "" : String.format(Locale.ROOT, "%.0f", median()),
                falsely.get(Method.VERDICT),
                early,
                others.get(Method.MANN_KENDALL),
                others.get(Method.LEAST_SQUARES),
                others.get(Method.TREND),
                runs);
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
                "%-15s %9s %9s %12s %12s %14s%n",
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
                    "%-15s %9s %9s %12d %12d %14d%n",
                    method.text(),
                    percent(right, right + wrong),
                    percent(right, leaky),
                    wrong,
                    runs,
                    ofJvm.getOrDefault(method, 0)));
        }
        out.append(String.format(
                Locale.ROOT,
                "Garbage that waits for a collection, called a leak with that remark: %d. Runs in which a verdict called "
                        + "a line a leak falsely for a time: %d.%n",
                flagged.getOrDefault(Method.VERDICT, 0),
                early));
        if (!seconds.isEmpty()) {
            out.append(String.format(Locale.ROOT, "Median time to a leak's verdict: %.0f s.%n", median()));
        }
        return out.toString();
    }

    private static String percent(int part, int whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    boolean isFalse() {
        return falsely.getOrDefault(Method.VERDICT, 0) > 0;
    }
}
