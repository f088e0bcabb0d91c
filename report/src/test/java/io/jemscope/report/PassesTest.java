package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.profile.UnsymbolizedReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stacks are read as numbers, and once for what they share: the figures are those of frame after frame, to the last bit. */
class PassesTest {

    private static final AppPackages OWN = new AppPackages(List.of("com.example"));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void stacksSayWhatTheirFramesSay(long seed) {
        Profile profile = RandomProfile.of(seed, 400);
        SiteResolver reader = new SiteResolver(profile, OWN, AllocatorFunctions.KNOWN);
        for (int i = 0; i < profile.samples().size(); i++) {
            PlainReading plain = PlainReading.of(profile.samples().get(i), OWN, AllocatorFunctions.KNOWN);
            reader.moveTo(i);

            assertThat(frame(reader, reader.site())).isSameAs(plain.site());
            assertThat(frame(reader, reader.marker())).isSameAs(plain.marker());
            assertThat(frame(reader, reader.function())).isEqualTo(plain.function());
            if (plain.site() != null) {
                assertThat(frame(reader, reader.caller())).isSameAs(plain.caller());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void holdersHaveWhatTheirStacksHave(long seed) {
        Profile profile = RandomProfile.of(seed, 400);
        Map<String, double[]> bytes = new LinkedHashMap<>();
        Map<String, Map<String, Double>> functions = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            PlainReading plain = PlainReading.of(sample, OWN, AllocatorFunctions.KNOWN);
            Estimate live = profile.rate().estimateBytes(sample.live());
            String site = JvmWork.isOn(sample.stack()) ? SiteGrouping.JVM_WORK : name(plain);
            double[] sums = bytes.computeIfAbsent(site, any -> new double[2]);
            sums[0] += live.value();
            sums[1] += live.standardError() * live.standardError();
            if (plain.function() != null) {
                functions
                        .computeIfAbsent(site, any -> new LinkedHashMap<>())
                        .merge(plain.function().label(), live.value(), Double::sum);
            }
        }
        bytes.values().removeIf(sums -> sums[0] == 0);

        AllocationSites sites = AllocationSites.of(profile, OWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);

        assertThat(sites.live()).isEqualTo(sum(profile));
        assertThat(sites.sites()).hasSameSizeAs(bytes.keySet());
        for (AllocationSite site : sites.sites()) {
            String name = site.name().replaceAll("^plugin@[01]/", "").replace("[native] ", "");
            double[] sums = bytes.getOrDefault(name, new double[2]);
            assertLike(site.liveBytes(), sums);
            List<Map.Entry<String, Double>> weights =
                    new ArrayList<>(functions.getOrDefault(name, Map.of()).entrySet());
            weights.sort((one, other) -> Double.compare(other.getValue(), one.getValue()));
            assertThat(site.functions())
                    .isEqualTo(weights.stream().map(Map.Entry::getKey).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void holdersHaveWhatTheirStacksEverAskedFor(long seed) {
        Profile profile = RandomProfile.of(seed, 400);
        Map<String, double[]> bytes = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            Estimate ever = profile.rate().estimateBytes(sample.accumulated());
            String site = JvmWork.isOn(sample.stack())
                    ? SiteGrouping.JVM_WORK
                    : name(PlainReading.of(sample, OWN, AllocatorFunctions.KNOWN));
            double[] sums = bytes.computeIfAbsent(site, any -> new double[3]);
            sums[0] += ever.value();
            sums[1] += ever.standardError() * ever.standardError();
            sums[2] += sample.accumulated().objects();
        }

        AllocationSites sites =
                AllocationSites.of(profile, OWN, AllocatorFunctions.KNOWN, SampleType.ACCUMULATED_BYTES);

        assertThat(sites.sites()).isNotEmpty().allSatisfy(site -> {
            String name = site.name().replaceAll("^plugin@[01]/", "").replace("[native] ", "");
            double[] sums = bytes.getOrDefault(name, new double[3]);
            assertLike(site.accumulatedBytes(), sums);
            assertThat(site.accumulated()).isEqualTo(new Amount(sums[2], sums[0]));
        });
    }

    /** Sums of a value and a variance, but for what arithmetic leaves. */
    private static void assertLike(Estimate estimate, double... sums) {
        assertThat(estimate.value()).isEqualTo(sums[0]);
        assertThat(estimate.standardError()).isCloseTo(Math.sqrt(sums[1]), withinPercentage(1e-9));
    }

    @Test
    void holdersOfWhatWasNeverCountedHaveNone() {
        Profile profile = RandomProfile.of(5, 400);
        List<Sample> uncounted = new ArrayList<>();
        for (Sample sample : profile.samples()) {
            uncounted.add(new Sample(sample.stack(), sample.live(), Amount.NONE, sample.labels()));
        }

        AllocationSites sites = AllocationSites.of(
                new Profile(profile.rate(), uncounted, List.of(), profile.metadata()),
                OWN,
                AllocatorFunctions.KNOWN,
                SampleType.LIVE_BYTES);

        assertThat(sites.accumulated()).isEqualTo(Amount.NONE);
        assertThat(sites.sites()).isNotEmpty().allSatisfy(site -> {
            assertThat(site.accumulated()).isEqualTo(Amount.NONE);
            assertThat(site.accumulatedBytes()).isEqualTo(Estimate.ZERO);
        });
    }

    @Test
    void filesOfEqualBytesStandInTheOrderTheyAreMet() {
        Location inner = new Location(1, null, List.of(new UnknownFrame("/lib/b.so", 1)));
        Location outer = new Location(2, null, List.of(new UnknownFrame("/lib/a.so", 1)));
        Map<String, UnsymbolizedReason> reasons = new LinkedHashMap<>();
        reasons.put("/lib/a.so", UnsymbolizedReason.STRIPPED);
        reasons.put("/lib/b.so", UnsymbolizedReason.STRIPPED);
        Sample sample = new Sample(List.of(inner, outer, inner), new Amount(1, 8), Amount.NONE, Map.of());
        Profile profile = new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(sample, sample),
                List.of(),
                UnsymbolizedReason.addTo(ProfileMetadata.UNKNOWN, reasons));

        assertThat(ProfileQuality.of(profile).namelessFiles())
                .containsExactly(
                        new NamelessFile("/lib/b.so", UnsymbolizedReason.STRIPPED, 16),
                        new NamelessFile("/lib/a.so", UnsymbolizedReason.STRIPPED, 16));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void coverageTellsWhatStacksTell(long seed) {
        Profile profile = RandomProfile.of(seed, 400);
        Estimate.Sum total = new Estimate.Sum();
        double[] bytes = new double[6];
        Map<String, Double> files = new LinkedHashMap<>();
        Map<String, UnsymbolizedReason> reasons = UnsymbolizedReason.of(profile.metadata());
        for (Sample sample : profile.samples()) {
            List<Frame> frames = Stacks.frames(sample);
            double live = sample.live().bytes();
            total.add(profile.rate().estimateBytes(sample.live()));
            boolean unnamed = frames.stream().anyMatch(UnknownFrame.class::isInstance);
            boolean innermost = !frames.isEmpty() && frames.get(0) instanceof UnknownFrame;
            bytes[0] += frames.stream().anyMatch(JavaFrame.class::isInstance) ? live : 0;
            bytes[1] += frames.contains(MarkerFrame.CUT) ? live : 0;
            bytes[2] += frames.contains(MarkerFrame.NAME_LOST) ? live : 0;
            bytes[3] += innermost ? live : 0;
            bytes[4] += unnamed && !innermost ? live : 0;
            bytes[5] += frames.isEmpty() ? live : 0;
            Set<String> met = new LinkedHashSet<>();
            for (Location location : sample.stack()) {
                for (Frame frame : location.frames()) {
                    if (frame instanceof UnknownFrame unknown && reasons.containsKey(unknown.library())) {
                        met.add(unknown.library());
                    }
                }
            }
            met.forEach(file -> files.merge(file, live, Double::sum));
        }

        ProfileQuality coverage = ProfileQuality.of(profile);

        Estimate expected = total.total();
        assertThat(coverage.live().high()).isCloseTo(expected.high(), withinPercentage(1e-9));
        assertThat(coverage.live().low()).isCloseTo(expected.low(), withinPercentage(1e-9));
        assertThat(new double[] {
                    coverage.javaBytes(),
                    coverage.cutBytes(),
                    coverage.lostBytes(),
                    coverage.unnamedBytes(),
                    coverage.unnamedCallerBytes(),
                    coverage.stacklessBytes()
                })
                .isEqualTo(bytes);
        assertThat(coverage.namelessFiles()).hasSize(files.size()).allSatisfy(file -> {
            assertThat(file.liveBytes()).isEqualTo(files.get(file.file()));
            assertThat(file.reason()).isEqualTo(reasons.get(file.file()));
        });
    }

    @ParameterizedTest
    @EnumSource
    void sitesAreWhatTheirStacksSay(Grouping grouping) {
        Profile profile = RandomProfile.of(9, 400);
        SiteIndex innermost =
                SiteGrouping.by(grouping, AllocatorFunctions.KNOWN).in(profile);
        SiteIndex cumulative = SiteGrouping.cumulative(grouping).in(profile);
        for (int i = 0; i < profile.samples().size(); i++) {
            Sample sample = profile.samples().get(i);

            assertThat(innermost.of(i)).containsExactly(innermost(sample, grouping));
            assertThat(cumulative.of(i)).isEqualTo(List.copyOf(new LinkedHashSet<>(grouping.names(sample))));
        }
    }

    @Test
    void whatAFrameIsDoesNotHangOnWhatIsAskedFirst() {
        Profile profile = RandomProfile.of(10, 100);
        FrameTable fresh = frames(profile);
        FrameTable asked = frames(profile);
        int kinds = FrameTable.JAVA | FrameTable.FUNCTION | FrameTable.UNNAMED | FrameTable.MARKER;
        for (int i = 0; i < fresh.first(profile.locations().size()); i++) {
            asked.isOwnFunction(i);

            assertThat(asked.kind(i) & kinds).isEqualTo(fresh.kind(i) & kinds);
            assertThat(asked.isAllocator(i)).isEqualTo(fresh.isAllocator(i));
        }
    }

    private static FrameTable frames(Profile profile) {
        return new FrameTable(profile.locations(), OWN, AllocatorFunctions.KNOWN, "/opt/app/bin/app");
    }

    /** What a sample counts for where a site is its innermost frame that isn't the allocator's, or its Java site. */
    private static String innermost(Sample sample, Grouping grouping) {
        if (grouping == Grouping.THREAD) {
            return sample.labels().getOrDefault(Sample.THREAD, "unknown thread");
        }
        Frame site = grouping == Grouping.CLASS || grouping == Grouping.PACKAGE
                ? PlainReading.of(sample, OWN, AllocatorFunctions.KNOWN).site()
                : null;
        String name = "no stack";
        for (Location location : sample.stack()) {
            List<Frame> frames = location.frames().isEmpty() ? List.of(Stacks.unknown(location)) : location.frames();
            for (Frame frame : frames) {
                name = grouping.name(location, frame);
                boolean allocator = frame instanceof NativeFrame function
                        && AllocatorFunctions.KNOWN.contains(function.name(), function.library());
                if (site == null ? !allocator : frame.equals(site)) {
                    return name;
                }
            }
        }
        return name;
    }

    private static @Nullable Frame frame(SiteResolver reader, int number) {
        return number == FrameTable.NONE ? null : reader.frames().frame(number);
    }

    private static String name(PlainReading plain) {
        if (plain.site() != null) {
            return plain.site().withoutLoader().toStackTraceLine();
        }
        if (plain.marker() != null) {
            return plain.marker().label();
        }
        if (plain.function() == null) {
            return "nothing known";
        }
        return plain.function().source() == null
                ? plain.function().label()
                : plain.function().label() + " (a.cc:"
                        + plain.function().source().line() + ")";
    }

    private static Amount sum(Profile profile) {
        Amount sum = Amount.NONE;
        for (Sample sample : profile.samples()) {
            sum = sum.plus(sample.live());
        }
        return sum;
    }
}
