package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.profile.UnsymbolizedReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each report of the same small profile, against a file that a person has read. */
class ReportTextTest {

    private final Profile shop = Shop.profile();

    @Test
    void sites() {
        Golden.check("holders.txt", AllocationSitesText.print(sites(shop, SampleType.LIVE_BYTES), 100));
    }

    @Test
    void holdersKeepToATerminalsWidth() {
        String text = AllocationSitesText.print(sites(shop, SampleType.LIVE_BYTES), TextOptions.WHOLE.withColumns(90));

        assertThat(text).contains("c.e.s.Thumbnails.render:61");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
    }

    @Test
    void holdersSumUpWhatIsLeftOut() {
        Golden.check("holders-2-rows.txt", AllocationSitesText.print(sites(shop, SampleType.LIVE_BYTES), 2));
    }

    @Test
    void sitesOfFewSamplesAreOneLine() {
        List<Sample> samples = new ArrayList<>(shop.samples());
        for (int line = 1; line <= 31; line++) {
            samples.add(
                    StackBuilder.stack().at("com.example.shop.Start.up:" + line).live(shop.rate(), 1 + line % 2, 640));
        }
        Profile profile = new Profile(shop.rate(), samples, List.of(), shop.metadata());

        Golden.check("holders-small.txt", AllocationSitesText.print(sites(profile, SampleType.LIVE_BYTES), 100));
        assertThat(AllocationSitesText.print(sites(profile, SampleType.LIVE_BYTES), TextOptions.WHOLE))
                .contains("Start.up(Start.java:31)")
                .doesNotContain("smaller sites");
    }

    @Test
    void holdersOfAccumulatedBytes() {
        Golden.check(
                "holders-accumulated.txt",
                AllocationSitesText.print(sites(churn(), SampleType.ACCUMULATED_BYTES), 100));
    }

    @Test
    void holdersOfNothing() {
        Profile empty = new Profile(new SampleRate(524_288), List.of(), List.of(), ProfileMetadata.UNKNOWN);

        Golden.check("holders-empty.txt", AllocationSitesText.print(sites(empty, SampleType.LIVE_BYTES), 100));
    }

    @Test
    void holdersOfANativeProgram() {
        Profile program = Program.profile();

        Golden.check(
                "holders-native.txt",
                AllocationSitesText.print(sites(program, SampleType.LIVE_BYTES), TextOptions.WHOLE));
        Golden.check(
                "holders-native-limited.txt",
                AllocationSitesText.print(
                        sites(program, SampleType.LIVE_BYTES),
                        TextOptions.WHOLE
                                .withNodeFraction(0.1)
                                .withUnit(ByteUnit.MIB)
                                .withMeanSizes()));
    }

    @Test
    void topFlat() {
        Golden.check("top-flat.txt", TopText.print(Top.of(shop, SampleType.LIVE_BYTES, Top.Order.FLAT), 5));
    }

    @Test
    void topCumulative() {
        Golden.check(
                "top-cumulative.txt", TopText.print(Top.of(shop, SampleType.LIVE_OBJECTS, Top.Order.CUMULATIVE), 100));
    }

    @Test
    void topByPackageInMebibytesWithMeanSizes() {
        Golden.check(
                "top-packages.txt",
                TopText.print(
                        Top.of(shop, SampleType.LIVE_BYTES, Grouping.PACKAGE, Top.Order.CUMULATIVE),
                        TextOptions.WHOLE.withUnit(ByteUnit.MIB).withMeanSizes()));
    }

    @Test
    void tree() {
        Golden.check(
                "tree.txt",
                TreeText.print(
                        CallTree.of(shop, SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE),
                        TextOptions.WHOLE.withNodeFraction(0.01)));
    }

    @Test
    void treeByLine() {
        Golden.check(
                "tree-lines.txt",
                TreeText.print(
                        CallTree.of(
                                shop, SampleType.LIVE_OBJECTS, Grouping.LINE, TextOptions.WHOLE.withNodeFraction(0.05)),
                        TextOptions.WHOLE));
    }

    @Test
    void coverage() {
        Golden.check("coverage.txt", ProfileQualityText.print(ProfileQuality.of(shop)));
    }

    @Test
    void coverageOfADumpWithoutFacts() {
        Profile bare = new Profile(shop.rate(), shop.samples(), List.of(), ProfileMetadata.UNKNOWN);

        Golden.check("coverage-bare.txt", ProfileQualityText.print(ProfileQuality.of(bare)));
    }

    @Test
    void coverageOfAProgramThatIsNoJvmDoesNotSpeakOfJava() {
        Profile program = Program.profile();
        assertThat(ProfileQualityText.print(ProfileQuality.of(program)))
                .contains("samples")
                .doesNotContain("Java", "JVM");
        ProfileMetadata preloaded = program.metadata()
                .with("samples", "12")
                .with("samples.java", "0")
                .with("forked.from", "4711")
                .with("program.start", "1767225600000")
                .with("active.since", "1767225600000");
        Profile worker = new Profile(program.rate(), program.samples(), program.mappings(), preloaded);
        assertThat(ProfileQualityText.print(ProfileQuality.of(worker)))
                .contains("what it inherited from process 4711, which forked it, isn't here")
                .doesNotContain("Java", "JVM");
    }

    @Test
    void coverageOfATroubledProfile() {
        ProfileMetadata facts = shop.metadata()
                .with("active.since", "1767225665000")
                .with(ProfileQuality.RATE_AT_START, "524288")
                .with("header.bytes", "90000000")
                .with("frames.lost", "3")
                .with("frames.dropped", "17")
                .with("before.hook", "41")
                .with("before.bytes", "70000000")
                .with("samples.corrected", "3")
                .with("samples.unswept", "4")
                .with("samples.dropped", "2")
                .with("objects.foreign", "1")
                .with("mmap", "true")
                .with(ProfileMetadata.FILES_ELSEWHERE, "3")
                .with(ProfileMetadata.FILES_CHANGED, "2")
                .with(ProfileMetadata.FILES_UNCHECKED, "1")
                .with(ProfileMetadata.MAPS, ProfileMetadata.MISSING);
        List<Sample> samples = new ArrayList<>(shop.samples());
        samples.add(StackBuilder.stack().live(shop.rate(), 5, 5 * 65_536));
        samples.add(StackBuilder.stack()
                .in("strdup")
                .frame(new UnknownFrame("/opt/lib/libvendor.so", 0x77))
                .live(shop.rate(), 7, 7 * 4_096));
        ProfileMetadata reasons = UnsymbolizedReason.addTo(
                facts,
                Map.of(
                        "/opt/lib/libvendor.so",
                        UnsymbolizedReason.STRIPPED,
                        "/opt/lib/libunmet.so",
                        UnsymbolizedReason.ABSENT));
        Profile troubled = new Profile(shop.rate(), samples, List.of(), reasons);

        Golden.check("coverage-troubled.txt", ProfileQualityText.print(ProfileQuality.of(troubled)));
    }

    @Test
    void ofAnUnknownRateNoRangeIsClaimed() {
        Profile unknown = new Profile(SampleRate.UNKNOWN, churn().samples(), List.of(), ProfileMetadata.UNKNOWN);

        Golden.check("holders-rate-unknown.txt", AllocationSitesText.print(sites(unknown, SampleType.LIVE_BYTES), 100));
        assertThat(ProfileQualityText.print(ProfileQuality.of(unknown)))
                .contains("samples      this dump has no file with counters\n")
                .contains("rate         unknown")
                .doesNotContain("every allocation", "NaN");
    }

    @Test
    void aProfileFarBelowRssSaysWhereToLook() {
        Profile churn = churn();
        double live = churn.live().bytes();

        assertThat(ProfileQualityText.print(ProfileQuality.of(withRss(churn, Math.round(20 * live)))))
                .contains("RSS", " when the dump was taken; live in this profile: ", "(5.0%)")
                .contains("most of it is elsewhere", "jemscope memory 4711");
        assertThat(ProfileQualityText.print(ProfileQuality.of(withRss(churn, Math.round(1.25 * live)))))
                .contains("(80.0%)")
                .doesNotContain("elsewhere");
    }

    private static Profile withRss(Profile profile, long bytes) {
        ProfileMetadata facts = ProfileMetadata.UNKNOWN
                .with(ProfileMetadata.RSS, Long.toString(bytes))
                .with(ProfileMetadata.PID, "4711");
        return new Profile(profile.rate(), profile.samples(), profile.mappings(), facts);
    }

    private static AllocationSites sites(Profile profile, SampleType measure) {
        return AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, measure);
    }

    private static Profile churn() {
        return new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(
                        StackBuilder.stack()
                                .in("deflateInit2_")
                                .at("com.example.Zip.pack:7")
                                .with(new Amount(1, 268_096), new Amount(1_000, 268_096_000)),
                        StackBuilder.stack()
                                .in("Unsafe_AllocateMemory0")
                                .at("com.example.Cache.put:9")
                                .with(new Amount(10, 10_485_760), new Amount(10, 10_485_760))),
                List.of(),
                ProfileMetadata.UNKNOWN);
    }
}
