package io.jemscope.report.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.SourceLine;
import io.jemscope.report.comparison.BothSides;
import io.jemscope.report.pipeline.BaseOptions.Negatives;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReportTest {

    private static final Profile EMPTY = profile(ProfileMetadata.UNKNOWN);
    private static final Profile BEFORE = profile(ProfileMetadata.UNKNOWN, live("grows", 1000), live("shrinks", 5000));
    private static final Profile AFTER = profile(ProfileMetadata.UNKNOWN, live("grows", 4000), live("shrinks", 2000));
    private static final Profile GROWN = profile(ProfileMetadata.UNKNOWN, live("grows", 4000), live("shrinks", 5000));
    private static final Profile LOG = profile(
            ProfileMetadata.UNKNOWN.with(ProfileMetadata.LOG_ALLOCATIONS, "2"),
            new Sample(List.of(frame("logged")), Amount.NONE, new Amount(2, 640), Map.of()));

    @Test
    void aLogIsCountedByWhatWasAllocatedWhateverIsAsked() throws Exception {
        for (SampleType measure : new SampleType[] {null, SampleType.LIVE_BYTES, SampleType.ACCUMULATED_BYTES}) {
            assertThat(written(Report.of(request(ReportFormat.COLLAPSED, measure, Negatives.REQUIRED), LOG)))
                    .isEqualTo("a.B.logged 640\n");
        }
        assertThat(written(
                        Report.of(request(ReportFormat.COLLAPSED, SampleType.LIVE_OBJECTS, Negatives.REQUIRED), LOG)))
                .isEqualTo("a.B.logged 2\n");
    }

    @Test
    void whatShrankIsRefusedDroppedOrLeftOut() throws Exception {
        assertReason(
                Incompatibility.SHRINKAGE, request(ReportFormat.COLLAPSED, null, Negatives.REQUIRED), AFTER, BEFORE);
        assertThat(written(Report.of(request(ReportFormat.COLLAPSED, null, Negatives.REQUIRED), GROWN, BEFORE)))
                .isEqualTo("a.B.grows 3000\n");

        Report leftOut = Report.of(request(ReportFormat.COLLAPSED, null, Negatives.WHERE_SHOWN), AFTER, BEFORE);
        assertThat(written(leftOut)).isEqualTo("a.B.grows 3000\n");
        assertThat(leftOut.omitted()).isEqualTo(-3000);

        Report dropped = Report.of(request(ReportFormat.COLLAPSED, null, Negatives.DROPPED), AFTER, BEFORE);
        assertThat(written(dropped)).isEqualTo("a.B.grows 3000\n");
        assertThat(dropped.omitted()).isZero();
    }

    @Test
    void tablesShowWhatShrank() throws Exception {
        assertThat(written(Report.of(request(ReportFormat.TOP, null, Negatives.WHERE_SHOWN), AFTER, BEFORE)))
                .contains("2.9 KiB", "-2.9 KiB", "What the profile without its base knows");
    }

    @ParameterizedTest
    @EnumSource(
            value = ReportFormat.class,
            names = {"TOP", "HOLDERS", "THREADS", "RAW"})
    void aScaledProfileIsComparedByShares(ReportFormat format) throws Exception {
        ReportRequest request = request(format, null, new BaseOptions(Negatives.WHERE_SHOWN, true, false));
        Profile twice = profile(ProfileMetadata.UNKNOWN, live("grows", 2000), live("shrinks", 10_000));

        String report = written(Report.of(request, twice, BEFORE));

        assertThat(report).as(format.name()).doesNotContain("5000", "4.9 KiB", "1000 B");
    }

    @ParameterizedTest
    @EnumSource(
            value = ReportFormat.class,
            names = {"TOP", "TREE", "TRACES", "COLLAPSED", "DOT", "RAW", "JSON", "SPEEDSCOPE", "HOLDERS"})
    void anEmptyBaseTakesNothingOff(ReportFormat format) throws Exception {
        ReportRequest request = request(format, null, Negatives.WHERE_SHOWN);

        assertThat(written(Report.of(request, AFTER, EMPTY))).contains("grows", "shrinks");
    }

    @Test
    void saysWhyThereIsNoReport() {
        Profile difference = new BothSides(AFTER, BEFORE).joined();
        ReportRequest ever = request(ReportFormat.TOP, SampleType.ACCUMULATED_BYTES, Negatives.REQUIRED);
        ReportRequest live = request(ReportFormat.TOP, null, Negatives.REQUIRED);

        assertReason(Incompatibility.PROFILE_WITHOUT_FREED, ever, AFTER, null);
        assertReason(Incompatibility.ONE_IS_A_LOG, live, AFTER, LOG);
        assertReason(Incompatibility.BASE_IS_DIFFERENCE, live, AFTER, difference);
        assertReason(
                Incompatibility.NEGATIVE_FIGURES,
                request(ReportFormat.CALLGRIND, null, Negatives.REQUIRED),
                difference,
                null);
        assertReason(
                Incompatibility.NEGATIVE_FIGURES,
                request(ReportFormat.COLLAPSED, null, Negatives.WHERE_SHOWN),
                difference,
                null);
    }

    private static void assertReason(
            Incompatibility reason, ReportRequest request, Profile profile, @Nullable Profile base) {
        assertThatThrownBy(() -> {
                    if (base == null) {
                        Report.of(request, profile);
                    } else {
                        Report.of(request, profile, base);
                    }
                })
                .asInstanceOf(InstanceOfAssertFactories.type(IncompatibleException.class))
                .extracting(IncompatibleException::reason)
                .isEqualTo(reason);
    }

    private static ReportRequest request(ReportFormat format, @Nullable SampleType type, Negatives negatives) {
        return request(format, type, new BaseOptions(negatives, false, false));
    }

    private static ReportRequest request(ReportFormat format, @Nullable SampleType type, BaseOptions base) {
        ReportRequest usual = ReportRequest.of(format, 100);
        ReportRequest counting = type == null ? usual : usual.withSampleType(type);
        return new ReportRequest(format, counting.selection(), usual.presentation(), usual.code(), base);
    }

    private static String written(Report report) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        report.write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Profile profile(ProfileMetadata facts, Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), facts);
    }

    private static Sample live(String method, double bytes) {
        return new Sample(List.of(frame(method)), new Amount(1, bytes), Amount.NONE, Map.of());
    }

    private static Location frame(String method) {
        return new Location(
                method.hashCode() & 0xffff,
                null,
                List.of(new JavaFrame(null, "a.B", method, new SourceLine("B.java", 1), false)));
    }
}
