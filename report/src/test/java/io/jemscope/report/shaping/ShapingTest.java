package io.jemscope.report.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ShapingTest {

    private static final Profile PROFILE = new Profile(
            SampleRate.EVERY_ALLOCATION,
            List.of(
                    sample(Map.of("thread", "http-1", "request", "GET /"), "inlined", "read"),
                    sample(Map.of("thread", "main"), "main")),
            List.of(),
            Provenance.UNKNOWN);

    @Test
    void labelsBecomeFrames() {
        Profile framed = LabelFrames.add(PROFILE, List.of("thread", "request"), List.of("request"));

        assertThat(framed.samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("GET /", "inlined", "read", "GET /", "http-1"), List.of("main", "main"));
        assertThat(LabelFrames.add(PROFILE, List.of(), List.of())).isSameAs(PROFILE);
    }

    @Test
    void labelsAreLeftOutByKey() {
        assertThat(LabelKeys.keep(PROFILE, Pattern.compile("re"), null).samples())
                .extracting(Sample::labels)
                .containsExactly(Map.of("thread", "http-1", "request", "GET /"), Map.of("thread", "main"));
        assertThat(LabelKeys.keep(PROFILE, Pattern.compile("re"), Pattern.compile("^th"))
                        .samples())
                .extracting(Sample::labels)
                .containsExactly(Map.of("request", "GET /"), Map.of());
        assertThat(LabelKeys.keep(PROFILE, null, null)).isSameAs(PROFILE);
    }

    @Test
    void inlinedFunctionsAreLeftOut() {
        assertThat(OutOfLine.of(PROFILE).samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("read"), List.of("main"));
    }

    private static Sample sample(Map<String, String> labels, String... names) {
        List<Frame> frames = new ArrayList<>();
        for (String name : names) {
            frames.add(new NativeFrame(name, name, null, null));
        }
        return new Sample(List.of(new Location(16, null, frames)), new Amount(1, 100), Amount.NONE, labels);
    }
}
