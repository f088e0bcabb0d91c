package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TracesTest {

    @ParameterizedTest
    @EnumSource
    void stacksOfEqualNamesAndLabelsAreOne(Grouping grouping) {
        Profile profile = Deep.profile(17, 4_000, 12);
        Map<String, Amount> expected = new HashMap<>();
        double total = 0;
        for (Sample sample : profile.samples()) {
            if (!sample.live().isNone()) {
                expected.merge(grouping.names(sample) + " " + sample.labels(), sample.live(), Amount::plus);
                total += sample.live().bytes();
            }
        }

        Traces traces = Traces.of(profile, SampleType.LIVE_BYTES, grouping);

        assertThat(traces.total()).isCloseTo(total, within(1e-3));
        assertThat(traces.traces()).hasSameSizeAs(expected.entrySet()).allSatisfy(trace -> {
            Amount amount = Objects.requireNonNull(expected.get(trace.names() + " " + trace.labels()));
            assertThat(trace.live().bytes()).isCloseTo(amount.bytes(), within(1e-3));
            assertThat(trace.live().objects()).isCloseTo(amount.objects(), within(1e-3));
        });
        assertThat(traces.traces())
                .isSortedAccordingTo((one, other) ->
                        Double.compare(other.live().bytes(), one.live().bytes()));
    }

    @Test
    void stacksOfOtherThreadsStayApart() {
        Sample sample = StackBuilder.stack().in("f").with(new Amount(1, 1024), new Amount(2, 2048));
        List<Sample> samples = new ArrayList<>(List.of(sample, sample));
        samples.add(new Sample(sample.stack(), sample.live(), sample.accumulated(), Map.of(Sample.THREAD, "one")));

        Traces traces = Traces.of(
                new Profile(SampleRate.EVERY_ALLOCATION, samples, List.of(), ProfileMetadata.UNKNOWN),
                SampleType.ACCUMULATED_OBJECTS,
                Grouping.FUNCTION);

        assertThat(traces.traces()).hasSize(2);
        assertThat(traces.traces().get(0).accumulated()).isEqualTo(new Amount(4, 4096));
        assertThat(traces.traces().get(1).labels()).containsEntry(Sample.THREAD, "one");
    }

    @Test
    void printsEachStackWithItsFigures() {
        Golden.check(
                "traces.txt",
                TracesText.print(
                        Traces.of(Shop.withThreads(), SampleType.LIVE_BYTES, Grouping.FUNCTION),
                        TextOptions.rows(3).withUnit(ByteUnit.KIB)));
        Golden.check(
                "traces-objects.txt",
                TracesText.print(
                        Traces.of(Shop.profile(), SampleType.LIVE_OBJECTS, Grouping.CLASS),
                        TextOptions.WHOLE.withNodeFraction(0.04)));
    }

    @Test
    void aSampleWithoutAStackSaysSo() {
        Sample bare = StackBuilder.stack().with(new Amount(1, 1024), Amount.NONE);
        Profile profile = new Profile(SampleRate.EVERY_ALLOCATION, List.of(bare), List.of(), ProfileMetadata.UNKNOWN);

        assertThat(TracesText.print(Traces.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION), TextOptions.WHOLE))
                .isEqualTo("""
                        Traces: 1.0 KiB, live bytes, of 1 stack

                          1.0 KiB  100.0%  1 object of 1.0 KiB
                              no stack
                        """);
    }
}
