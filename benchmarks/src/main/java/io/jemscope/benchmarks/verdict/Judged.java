package io.jemscope.benchmarks.verdict;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.trend.Trend;
import io.jemscope.report.trend.TrendCollector;
import io.jemscope.report.verdict.SiteVerdict;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import io.jemscope.testkit.Plant;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each method says of one run.
 *
 * @param plants the lines that leaked
 * @param verdicts the verdicts at the end, leaks first
 * @param claims the program's own lines that each method calls leaks at the end
 * @param jvmClaims how many of the JVM's own lines each method calls leaks
 * @param firstSeconds after how many seconds each line was first called a leak by a verdict
 */
record Judged(
        List<Plant> plants,
        List<SiteVerdict> verdicts,
        Map<Method, List<String>> claims,
        Map<Method, Integer> jvmClaims,
        Map<String, Double> firstSeconds) {

    /** Before so many dumps no method is asked. */
    private static final int FEWEST_DUMPS = 6;

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /** Reads the dumps of a run, and judges each of its prefixes. */
    static Judged of(ProgramRun run) throws IOException {
        Symbolizer symbolizer = new Symbolizer(new FileSystemBinaries());
        VerdictCollector verdicts = new VerdictCollector(SITES);
        TrendCollector trends = new TrendCollector(SampleType.LIVE_BYTES, SITES);
        Map<String, Double> firstSeconds = new LinkedHashMap<>();
        List<SiteVerdict> last = List.of();
        @Nullable Instant start = null;
        for (int i = 0; i < run.dumps().size(); i++) {
            Profile profile =
                    symbolizer.symbolize(ProfileFile.readWithBirths(run.dumps().get(i)));
            TimedProfile dump = TimedProfile.of(profile, Instant.EPOCH);
            start = start == null ? dump.time() : start;
            verdicts.add(dump);
            trends.add(TimedProfile.of(profile.withoutBirths(), Instant.EPOCH));
            if (i + 1 >= FEWEST_DUMPS) {
                last = verdicts.verdicts(dump.time()).get(0).sites();
                double second = Duration.between(start, dump.time()).toMillis() / 1e3;
                last.stream().filter(Judged::isLeak).forEach(site -> firstSeconds.putIfAbsent(site.site(), second));
            }
        }
        return of(run, last, trends.trends().get(0), firstSeconds);
    }

    private static Judged of(ProgramRun run, List<SiteVerdict> verdicts, Trend trend, Map<String, Double> first) {
        Map<Method, List<String>> claims = new EnumMap<>(Method.class);
        Map<Method, Integer> jvmClaims = new EnumMap<>(Method.class);
        Set<String> leaks = new HashSet<>();
        verdicts.stream().filter(Judged::isLeak).forEach(site -> leaks.add(site.site()));
        double[] times = trend.times().stream()
                .mapToDouble(time -> time.toEpochMilli() / 1e3)
                .toArray();
        for (Trend.Row row : trend.rows()) {
            for (Method method : Method.values()) {
                boolean claimed = switch (method) {
                    case VERDICT -> leaks.contains(row.site());
                    case MANN_KENDALL -> TrendTests.mannKendall(row.figures());
                    case LEAST_SQUARES -> TrendTests.leastSquares(times, row.figures());
                    case TREND -> row.course() == Trend.Course.RISING;
                };
                if (claimed && isOwn(row.site(), row.callers())) {
                    claims.computeIfAbsent(method, any -> new ArrayList<>()).add(row.site());
                } else if (claimed) {
                    jvmClaims.merge(method, 1, Integer::sum);
                }
            }
        }
        return new Judged(run.plants(), verdicts, claims, jvmClaims, first);
    }

    private static boolean isLeak(SiteVerdict site) {
        return site.kind() == SiteVerdict.Kind.LEAK;
    }

    /** A line of the program, or one of a library that the program calls. */
    private static boolean isOwn(String site, List<String> callers) {
        boolean ofLibrary = site.startsWith("io.") && !callers.isEmpty();
        return ofLibrary || site.startsWith("io.jemscope.testkit.") || site.startsWith("io.jemscope.benchmarks.");
    }

    /** The program's own lines that a method calls leaks at the end. */
    List<String> claims(Method method) {
        return claims.getOrDefault(method, List.of());
    }

    boolean isOwn(SiteVerdict site) {
        return isOwn(site.site(), site.callers());
    }

    /** Whether a line leaked some bytes; the JVM's part of threads doesn't count. */
    boolean leaked(String site) {
        return plants.stream().anyMatch(plant -> plant.bytes() > 0 && isAt(plant, site));
    }

    /** Whether a line is one of those that the program printed. */
    boolean planted(String site) {
        return plants.stream().anyMatch(plant -> isAt(plant, site));
    }

    private boolean isAt(Plant plant, String site) {
        return plant.site().equals(site)
                || verdicts.stream()
                        .anyMatch(each ->
                                each.site().equals(site) && each.callers().contains(plant.site()));
    }

    /** The verdict on the line that leaked, or the program's own line that holds most; null if there is none. */
    @Nullable
    SiteVerdict main() {
        boolean leaks = plants.stream().anyMatch(plant -> plant.bytes() > 0);
        SiteVerdict main = null;
        for (SiteVerdict each : verdicts) {
            boolean candidate = leaks ? leaked(each.site()) : isOwn(each) && !planted(each.site());
            if (candidate && (main == null || each.live().value() > main.live().value())) {
                main = each;
            }
        }
        return main;
    }
}
