package io.jemscope.report.verdict;

import io.jemscope.profile.Birth;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.Callers;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.SiteIndex;
import io.jemscope.report.trend.TimedProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes profiles with births one by one, keeps only the figures of their sites, and judges the sites in the end. */
public final class VerdictCollector {

    private static final double SECONDS_IN_HOUR = 3600;

    private static final SurvivalTest.Result OLD = new SurvivalTest.Result(
            SiteVerdict.Kind.STEADY, "all of it is older than the first sample with an age", Duration.ZERO);

    private final SiteGrouping grouping;
    private final List<ProcessRun> runs = new ArrayList<>();
    private final List<List<Dump>> dumps = new ArrayList<>();

    /** The sites of one dump. */
    private record Dump(Instant time, @Nullable Instant profiledSince, boolean ages, Map<String, Site> sites) {}

    /** A site in one dump, with what only the last dump is asked for. */
    private static final class Site {
        private final SiteSnapshot snapshot = new SiteSnapshot();
        private final Estimate.Sum live = new Estimate.Sum();
        private final Callers callers = new Callers();
        private double cleanedBytes;
        private double bytes;
    }

    public VerdictCollector(SiteGrouping grouping) {
        this.grouping = grouping;
    }

    /** Takes a profile, in any order; it may be forgotten afterwards. */
    public void add(TimedProfile timed) {
        Profile profile = timed.profile();
        ProcessRun run = ProcessRun.of(profile.metadata());
        int i = 0;
        while (i < runs.size() && !runs.get(i).isLike(run)) {
            i++;
        }
        if (i == runs.size()) {
            runs.add(run);
            dumps.add(new ArrayList<>());
        }
        Optional<Instant> since = profile.metadata()
                .instant(ProfileMetadata.ACTIVE_SINCE)
                .or(() -> profile.metadata().instant(ProfileMetadata.PROGRAM_START));
        dumps.get(i).add(new Dump(timed.time(), since.orElse(null), profile.hasBirths(), sites(profile)));
    }

    private Map<String, Site> sites(Profile profile) {
        Map<String, Site> sites = new LinkedHashMap<>();
        SiteIndex index = grouping.in(profile);
        CleanerFrames cleaners = new CleanerFrames(profile.compact());
        SampleRate rate = profile.rate();
        for (int i = 0; i < profile.samples().size(); i++) {
            Sample sample = profile.samples().get(i);
            Weight live = Weight.of(sample.live(), rate);
            Weight accumulated = Weight.of(sample.accumulated(), rate);
            Optional<Birth> birth = Birth.of(sample.labels());
            boolean cleaned = cleaners.isCleaned(i);
            for (String name : index.of(i)) {
                Site site = sites.computeIfAbsent(name, any -> new Site());
                site.snapshot.add(live, accumulated);
                birth.ifPresent(born -> site.snapshot.add(born, live));
                site.live.add(rate.estimateBytes(sample.live()));
                site.bytes += live.bytes();
                site.cleanedBytes += cleaned ? live.bytes() : 0;
                String caller = index.caller(i);
                if (caller != null) {
                    site.callers.add(caller, live.bytes());
                }
            }
        }
        return sites;
    }

    /**
     * The verdicts on each run, the one whose dumps begin first first.
     *
     * @param collected when the last complete collection of the Java heap ended that is known; null if none is
     */
    public List<SiteVerdicts> verdicts(@Nullable Instant collected) {
        List<SiteVerdicts> verdicts = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            List<Dump> inOrder = new ArrayList<>(dumps.get(i));
            inOrder.sort(Comparator.comparing(Dump::time));
            verdicts.add(verdicts(runs.get(i), inOrder, collected));
        }
        verdicts.sort(Comparator.comparing(each -> each.times().get(0)));
        return verdicts;
    }

    private SiteVerdicts verdicts(ProcessRun run, List<Dump> inOrder, @Nullable Instant collected) {
        double[] times = inOrder.stream()
                .mapToDouble(dump -> SurvivalReader.seconds(dump.time))
                .toArray();
        Dump last = inOrder.get(inOrder.size() - 1);
        double since = last.profiledSince == null ? times[0] : SurvivalReader.seconds(last.profiledSince);
        List<SiteVerdict> verdicts = new ArrayList<>();
        for (Map.Entry<String, Site> each : last.sites.entrySet()) {
            if (grouping.isPassing(each.getKey()) || each.getValue().bytes <= 0) {
                continue;
            }
            List<SiteSnapshot> snapshots = new ArrayList<>();
            for (Dump dump : inOrder) {
                Site site = dump.sites.get(each.getKey());
                snapshots.add(site == null ? new SiteSnapshot() : site.snapshot);
            }
            verdicts.add(verdict(
                    each.getKey(), each.getValue(), SurvivalReader.read(snapshots, times, since), last, collected));
        }
        verdicts.sort(Comparator.comparing(SiteVerdict::kind)
                .thenComparing(Comparator.comparingDouble(site -> -site.live().value()))
                .thenComparing(SiteVerdict::site));
        return new SiteVerdicts(run, inOrder.stream().map(Dump::time).toList(), verdicts);
    }

    private static SiteVerdict verdict(
            String name, Site site, Survival survival, Dump last, @Nullable Instant collected) {
        // What has no age where others have one was there before ages were recorded.
        SurvivalTest.Result result =
                last.ages && survival.evidence() == Evidence.LIVE ? OLD : SurvivalTest.judge(survival);
        boolean cleaned = site.cleanedBytes > site.bytes / 2;
        // A collection while its old blocks were watched would have freed them; from one dump, one in the last eighth
        // of the span.
        Duration watched = survival.horizon().isZero() ? survival.span().dividedBy(8) : survival.horizon();
        boolean wasCollected = collected != null && !collected.isBefore(last.time.minus(watched));
        boolean unsure = result.kind() == SiteVerdict.Kind.LEAK && cleaned && !wasCollected;
        double seconds = Math.max(1e-3, survival.span().toNanos() / 1e9);
        double pace = survival.late() * 0.25 + survival.early() * 0.75;
        double error = Math.sqrt(survival.grownVariance()) / seconds;
        return new SiteVerdict(
                name,
                unsure ? SiteVerdict.Kind.UNCOLLECTED : result.kind(),
                survival.evidence(),
                result.why(),
                site.live.total(),
                new Estimate(pace * SECONDS_IN_HOUR, error * SECONDS_IN_HOUR),
                survival.span(),
                survival.horizon(),
                result.until(),
                cleaned,
                site.callers.largestFirst());
    }
}
