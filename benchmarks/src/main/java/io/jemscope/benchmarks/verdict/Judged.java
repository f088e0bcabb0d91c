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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What each method says of one run.
 *
 * @param plants the lines that leaked
 * @param ledger what the run's memory ledger says
 * @param verdicts the verdicts of the last dump before the collection, as if no collection were known of; leaks first
 * @param collected the verdicts of the last dump of all, after the collection
 * @param claims the program's own lines that each method calls leaks at the end
 * @param jvmClaims how many of the JVM's own lines each method calls leaks
 * @param firstSeconds after how many seconds each line was first called a leak by a verdict, or one that is so if a collection
 *     frees nothing
 * @param early the lines called leaks at any time before the collection
 */
record Judged(
        List<Plant> plants,
        LedgerFigures ledger,
        List<SiteVerdict> verdicts,
        List<SiteVerdict> collected,
        Map<Method, List<String>> claims,
        Map<Method, Integer> jvmClaims,
        Map<String, Double> firstSeconds,
        Set<String> early) {

    /** Before so many dumps no method is asked. */
    private static final int FEWEST_DUMPS = 6;

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /** Reads the dumps of a run, and judges each of its prefixes. */
    static Judged of(ProgramRun run) throws IOException {
        Symbolizer symbolizer = new Symbolizer(new FileSystemBinaries());
        VerdictCollector verdicts = new VerdictCollector(SITES);
        TrendCollector trends = new TrendCollector(SampleType.LIVE_BYTES, SITES);
        Map<String, Double> firstSeconds = new LinkedHashMap<>();
        Set<String> early = new LinkedHashSet<>();
        List<SiteVerdict> last = List.of();
        @Nullable Instant start = null;
        for (int i = 0; i < run.dumps().size(); i++) {
            Profile profile =
                    symbolizer.symbolize(ProfileFile.readWithBirths(run.dumps().get(i)));
            TimedProfile dump = TimedProfile.of(profile, Instant.EPOCH);
            start = start == null ? dump.time() : start;
            verdicts.add(dump);
            if (!dump.time().isBefore(run.collecting())) {
                continue;
            }
            trends.add(TimedProfile.of(profile.withoutBirths(), Instant.EPOCH));
            if (i + 1 >= FEWEST_DUMPS) {
                last = verdicts.verdicts(null).get(0).sites();
                double second = Duration.between(start, dump.time()).toMillis() / 1e3;
                last.stream().filter(Judged::isLeak).forEach(site -> early.add(site.site()));
                last.stream()
                        .filter(site -> isLeak(site) || site.kind() == SiteVerdict.Kind.UNCOLLECTED)
                        .forEach(site -> firstSeconds.putIfAbsent(site.site(), second));
            }
        }
        List<SiteVerdict> collected = verdicts.verdicts(run.collected()).get(0).sites();
        Judged judged = of(run.plants(), run.ledger(), last, collected, firstSeconds, early);
        judged.claim(trends.trends().get(0));
        return judged;
    }

    /** Without what the other methods say. */
    static Judged of(
            List<Plant> plants,
            LedgerFigures ledger,
            List<SiteVerdict> verdicts,
            List<SiteVerdict> collected,
            Map<String, Double> firstSeconds,
            Set<String> early) {
        Map<Method, List<String>> claims = new EnumMap<>(Method.class);
        Map<Method, Integer> jvmClaims = new EnumMap<>(Method.class);
        Judged judged = new Judged(plants, ledger, verdicts, collected, claims, jvmClaims, firstSeconds, early);
        judged.claim(Method.VERDICT, verdicts);
        judged.claim(Method.COLLECTED, collected);
        return judged;
    }

    private void claim(Trend trend) {
        double[] times = trend.times().stream()
                .mapToDouble(time -> time.toEpochMilli() / 1e3)
                .toArray();
        for (Trend.Row row : trend.rows()) {
            boolean own = isOwn(row.site(), row.callers());
            claim(Method.MANN_KENDALL, TrendTests.mannKendall(row.figures()), row.site(), own);
            claim(Method.LEAST_SQUARES, TrendTests.leastSquares(times, row.figures()), row.site(), own);
            claim(Method.TREND, row.course() == Trend.Course.RISING, row.site(), own);
        }
    }

    private void claim(Method method, List<SiteVerdict> sites) {
        sites.forEach(site -> claim(method, isLeak(site), site.site(), isOwn(site)));
    }

    private void claim(Method method, boolean claimed, String site, boolean own) {
        if (claimed && own) {
            claims.computeIfAbsent(method, any -> new ArrayList<>()).add(site);
        } else if (claimed) {
            jvmClaims.merge(method, 1, Integer::sum);
        }
    }

    private static boolean isLeak(SiteVerdict site) {
        return site.kind() == SiteVerdict.Kind.LEAK;
    }

    /** A line of the program, or one of a library that the program calls. */
    private static boolean isOwn(String site, List<String> callers) {
        boolean ofLibrary = !callers.isEmpty() && (site.startsWith("io.netty.") || site.startsWith("org.rocksdb."));
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
                || Stream.concat(verdicts.stream(), collected.stream())
                        .anyMatch(each ->
                                each.site().equals(site) && each.callers().contains(plant.site()));
    }

    /** Of some verdicts, that on the line that leaked, or on the program's own line that holds most; null if there is none. */
    @Nullable
    SiteVerdict main(List<SiteVerdict> verdicts) {
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
