package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.NamePattern;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeekTest {

    private static final NamePattern ANY = NamePattern.of("");

    @ParameterizedTest
    @EnumSource
    void everyCallCountsOnceAStack(Grouping grouping) {
        Profile profile = Deep.profile(23, 600, 50);
        Map<String, Double> edges = new HashMap<>();
        for (Sample sample : profile.samples()) {
            List<String> names = grouping.names(sample);
            Set<String> ofStack = new HashSet<>();
            for (int i = 1; i < names.size(); i++) {
                if (!names.get(i).equals(names.get(i - 1))) {
                    ofStack.add(names.get(i) + " > " + names.get(i - 1));
                }
            }
            for (String edge : ofStack) {
                edges.merge(edge, sample.live().bytes(), Double::sum);
            }
        }
        edges.values().removeIf(bytes -> bytes == 0);

        Peek peek = Peek.of(profile, SampleType.LIVE_BYTES, grouping, ANY);

        Map<String, Double> fromCallers = new HashMap<>();
        Map<String, Double> fromCallees = new HashMap<>();
        for (Peek.Function function : peek.functions()) {
            function.callers()
                    .forEach(caller -> fromCallers.put(caller.name() + " > " + function.name(), caller.value()));
            function.callees()
                    .forEach(callee -> fromCallees.put(function.name() + " > " + callee.name(), callee.value()));
        }
        assertThat(fromCallers).isEqualTo(edges);
        assertThat(fromCallees).isEqualTo(edges);
        assertThat(peek.functions())
                .isSortedAccordingTo((one, other) -> Double.compare(other.cumulative(), one.cumulative()));
    }

    @Test
    void aFunctionThatCallsItselfIsNoCallerOfItsOwn() {
        Sample sample = StackBuilder.stack()
                .in("visit")
                .in("visit")
                .in("walk")
                .in("visit")
                .with(new Amount(1, 1024), Amount.NONE);

        Peek peek = Peek.of(profile(sample), SampleType.LIVE_BYTES, Grouping.FUNCTION, NamePattern.of("^vis"));

        assertThat(peek.functions()).hasSize(1);
        Peek.Function visit = peek.functions().get(0);
        assertThat(visit.callers()).containsExactly(new Peek.Edge("walk", 1024));
        assertThat(visit.callees()).containsExactly(new Peek.Edge("walk", 1024));
        assertThat(visit.cumulative()).isCloseTo(1024, within(1e-9));
    }

    @Test
    void printsCallersAboveAndCalleesBelow() {
        Profile shop = Shop.profile();

        Golden.check(
                "peek.txt",
                PeekText.print(
                        Peek.of(shop, SampleType.LIVE_BYTES, Grouping.FUNCTION, NamePattern.of("render|Arena\\.new")),
                        TextOptions.WHOLE));
        Golden.check(
                "peek-limited.txt",
                PeekText.print(
                        Peek.of(shop, SampleType.LIVE_OBJECTS, Grouping.LIBRARY, ANY),
                        TextOptions.rows(2).withNodeFraction(0.5)));
    }

    @Test
    void saysWhereNothingMatches() {
        Peek peek = Peek.of(Shop.profile(), SampleType.LIVE_BYTES, Grouping.CLASS, NamePattern.of("nowhere"));

        assertThat(PeekText.print(peek, TextOptions.WHOLE)).isEqualTo("""
                        Peek at 'nowhere': 94.9 MiB, live bytes

                          nothing: no class of this profile has that in its name
                        """);
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
