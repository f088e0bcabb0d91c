package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.FilterOption;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.comparison.ProfileDiff;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.graph.SvgWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of what a filter has left say so, and how much of the whole it is. */
class FilterSummaryTest {

    private static final Profile WHOLE = new Profile(
            SampleRate.EVERY_ALLOCATION,
            List.of(
                    stack("zip", new Amount(2, 10 * 1024), new Amount(4, 20 * 1024)),
                    stack("net", new Amount(3, 90 * 1024), new Amount(9, 180 * 1024))),
            List.of(),
            ProfileMetadata.UNKNOWN);

    @Test
    void theBlockOfWhatIsKnownTellsTheFilter() {
        assertThat(coverage(WHOLE)).doesNotContain("filter");
        assertThat(coverage(focused(WHOLE, "zip")))
                .contains(
                        "  filter      --focus=zip; 10.0% of 100.0 KiB live, 10.0% of 200.0 KiB allocated in total\n");
    }

    @Test
    void ofALogOfAllocationsNothingIsLive() {
        Profile log = new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(
                        stack("zip", Amount.NONE, new Amount(1, 1024)),
                        stack("net", Amount.NONE, new Amount(3, 3 * 1024))),
                List.of(),
                ProfileMetadata.UNKNOWN);

        assertThat(coverage(focused(log, "zip"))).contains("  filter      --focus=zip; 25.0% of 4.0 KiB\n");
    }

    @Test
    void whatWasFilteredTwiceIsAPartOfTheFirstWhole() {
        assertThat(coverage(focused(focused(WHOLE, "zip|net"), "net")))
                .contains("--focus=zip|net --focus=net; 90.0% of 100.0 KiB live, ");
    }

    @Test
    void theGraphsLegendTellsTheFilter() throws IOException {
        assertThat(dot(WHOLE, SampleType.LIVE_BYTES)).doesNotContain("Filter");
        assertThat(svg(WHOLE)).doesNotContain("Filter");
        Profile focused = focused(WHOLE, "zip");
        assertThat(dot(focused, SampleType.LIVE_BYTES)).contains("Filter: --focus=zip; 10.0% of 100.0 KiB\\l");
        assertThat(dot(focused, SampleType.LIVE_OBJECTS)).contains("Filter: --focus=zip; 40.0% of 5\\l");
        assertThat(dot(focused, SampleType.ACCUMULATED_BYTES)).contains("Filter: --focus=zip; 10.0% of 200.0 KiB\\l");
        assertThat(dot(focused, SampleType.ACCUMULATED_OBJECTS)).contains("Filter: --focus=zip; 30.8% of 13\\l");
        assertThat(svg(focused)).contains(">Filter: --focus=zip; 10.0% of 100.0 KiB</text>");
    }

    @Test
    void aPictureIsntMadeWideByALongFilter() throws IOException {
        String svg = svg(focused(WHOLE, "zip" + "|zip".repeat(200)));

        assertThat(svg).contains("zip|…; 10.0% of 100.0 KiB</text>");
        assertThat(svg.lines()).noneMatch(line -> line.contains("|zip".repeat(40)));
    }

    @Test
    void aDifferenceIsNoShareOfWhatOneSideWasTakenFrom() throws IOException {
        Profile less = focused(WHOLE, "net");

        Profile difference = ProfileDiff.of(focused(WHOLE, "zip"), less, false).difference();

        assertThat(dot(difference, SampleType.LIVE_BYTES)).contains("Filter: --focus=zip\\l");
        assertThat(coverage(difference)).contains("  filter      --focus=zip\n");
    }

    @Test
    void aFilterIsOneLineWhateverItIs() {
        assertThat(coverage(focused(WHOLE, "zip\n\u001b"))).contains("  filter      --focus=zip??; 0.0% of");
    }

    private static Profile focused(Profile profile, String pattern) {
        return StackFilter.builder()
                .choose(FilterOption.FOCUS, "--focus", pattern)
                .build()
                .apply(profile);
    }

    private static String coverage(Profile profile) {
        return ProfileQualityText.print(ProfileQuality.of(profile));
    }

    private static String dot(Profile profile, SampleType measure) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DotWriter.write(CallGraph.of(profile, measure, Grouping.FUNCTION, GraphLimits.DEFAULT), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String svg(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SvgWriter.write(CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, GraphLimits.DEFAULT), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Sample stack(String name, Amount live, Amount accumulated) {
        return StackBuilder.stack().in("malloc").in(name).with(live, accumulated);
    }
}
