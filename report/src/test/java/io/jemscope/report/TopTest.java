package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopTest {

    @Test
    void aFunctionThatCallsItselfCountsOnceAStack() {
        Top top = top(
                StackBuilder.stack()
                        .in("visit")
                        .in("visit")
                        .in("walk")
                        .in("visit")
                        .in("main"),
                StackBuilder.stack().in("walk").in("main"));

        assertThat(row(top, "visit").flat()).isEqualTo(1024);
        assertThat(row(top, "visit").cumulative()).isEqualTo(1024);
        assertThat(row(top, "walk").flat()).isEqualTo(1024);
        assertThat(row(top, "walk").cumulative()).isEqualTo(2048);
        assertThat(row(top, "main").cumulative()).isEqualTo(2048);
        assertThat(top.total()).isEqualTo(2048);
    }

    @Test
    void aStackOfNothingCountsInTheTotalAlone() {
        Top top = top(StackBuilder.stack(), StackBuilder.stack().in("main"));

        assertThat(top.total()).isEqualTo(2048);
        assertThat(top.rows()).hasSize(1);
    }

    @Test
    void meanSizesAreThoseOfTheObjectsCounted() {
        Profile profile = profile(
                StackBuilder.stack().in("small").in("main").with(new Amount(10, 160), new Amount(100, 1_600)),
                StackBuilder.stack().in("large").in("main").with(new Amount(1, 4_096), new Amount(1, 4_096)));

        Top live = Top.of(profile, SampleType.LIVE_OBJECTS, Grouping.FUNCTION, Top.Order.FLAT);
        Top accumulated = Top.of(profile, SampleType.ACCUMULATED_BYTES, Grouping.FUNCTION, Top.Order.FLAT);

        assertThat(row(live, "small").flatMeanBytes()).isEqualTo(16);
        assertThat(row(live, "main").flatMeanBytes()).isZero();
        assertThat(row(live, "main").cumulativeMeanBytes()).isCloseTo(4_256.0 / 11, within(1e-9));
        assertThat(row(accumulated, "main").cumulativeMeanBytes()).isCloseTo(5_696.0 / 101, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource
    void whateverIsCountedByTheFiguresAreThoseOfTheStacks(Grouping grouping) {
        Profile profile = Deep.profile(11, 500, 60);
        Map<String, Double> flat = new HashMap<>();
        Map<String, Double> cumulative = new HashMap<>();
        double total = 0;
        for (Sample sample : profile.samples()) {
            List<String> names = grouping.names(sample);
            double bytes = sample.live().bytes();
            total += bytes;
            if (!names.isEmpty()) {
                flat.merge(names.get(0), bytes, Double::sum);
            }
            for (String name : new HashSet<>(names)) {
                cumulative.merge(name, bytes, Double::sum);
            }
        }
        cumulative.values().removeIf(bytes -> bytes == 0);

        Top top = Top.of(profile, SampleType.LIVE_BYTES, grouping, Top.Order.CUMULATIVE);

        assertThat(top.total()).isEqualTo(total);
        assertThat(top.rows()).hasSize(cumulative.size()).allSatisfy(row -> {
            assertThat(row.cumulative()).isEqualTo(cumulative.get(row.name()));
            assertThat(row.flat()).isEqualTo(flat.getOrDefault(row.name(), 0.0));
        });
        assertThat(top.rows())
                .isSortedAccordingTo((one, other) -> Double.compare(other.cumulative(), one.cumulative()));
    }

    @Test
    void equalFiguresAreOrderedByName() {
        Top top = top(
                StackBuilder.stack().in("b"),
                StackBuilder.stack().in("a"),
                StackBuilder.stack().in("c"));

        assertThat(top.rows()).extracting(Top.Row::name).containsExactly("a", "b", "c");
    }

    @Test
    void leavesOutRowsByTheirCumulativeShareAndSaysSo() {
        Profile shop = Shop.profile();
        Top top = Top.of(shop, SampleType.LIVE_BYTES, Grouping.FUNCTION, Top.Order.FLAT);

        assertThat(TopText.print(top, TextOptions.WHOLE.withNodeFraction(0.05)))
                .contains("\n  32.0 MiB  33.7%", "inflate_window")
                .doesNotContain("GCArena")
                .endsWith("  … and 10 more functions, each with less than 5.0% cumulative\n");
        assertThat(TopText.print(top, TextOptions.rows(2).withNodeFraction(0.05)))
                .endsWith(
                        "  … and 27 more functions, 10 of them with less than 5.0% cumulative; --rows 19 shows the others\n");
    }

    private static Top.Row row(Top top, String name) {
        return top.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Top top(StackBuilder... stacks) {
        Sample[] samples = new Sample[stacks.length];
        for (int i = 0; i < stacks.length; i++) {
            samples[i] = stacks[i].with(new Amount(1, 1024), Amount.NONE);
        }
        return Top.of(profile(samples), SampleType.LIVE_BYTES, Grouping.FUNCTION, Top.Order.FLAT);
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
