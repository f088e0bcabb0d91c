package io.jemscope.report.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.filter.FilterOption;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileTransformTest {

    private static final Profile PROFILE = new Profile(
            SampleRate.EVERY_ALLOCATION,
            List.of(
                    sample(Map.of("thread", "http-1", "request", "GET /"), "inlined", "read"),
                    sample(Map.of("thread", "main"), "main")),
            List.of(),
            ProfileMetadata.UNKNOWN);

    @Test
    void labelsBecomeFrames() {
        Profile framed = new LabelFrames(List.of("thread", "request"), List.of("request")).addTo(PROFILE);

        assertThat(framed.samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("GET /", "inlined", "read", "GET /", "http-1"), List.of("main", "main"));
        assertThat(new LabelFrames(List.of(), List.of()).addTo(PROFILE)).isSameAs(PROFILE);
    }

    @Test
    void labelsAreLeftOutByKey() {
        assertThat(LabelKeys.keep(PROFILE, NamePattern.of("re"), null).samples())
                .extracting(Sample::labels)
                .containsExactly(Map.of("thread", "http-1", "request", "GET /"), Map.of("thread", "main"));
        assertThat(LabelKeys.keep(PROFILE, NamePattern.of("re"), NamePattern.of("^th"))
                        .samples())
                .extracting(Sample::labels)
                .containsExactly(Map.of("request", "GET /"), Map.of());
        assertThat(LabelKeys.keep(PROFILE, null, null)).isSameAs(PROFILE);
    }

    @Test
    void inlinedFunctionsAreLeftOut() {
        assertThat(InlineRemover.of(PROFILE).samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("read"), List.of("main"));
    }

    @Test
    void labelsAreFramesForTheFilterAndNoneOfWhatIsKnown() {
        Labels labels = new Labels(List.of("thread"), List.of("nothing"), null, NamePattern.of("thread"));
        StackFilter filter = StackFilter.builder()
                .choose(FilterOption.FOCUS, "focus", "^http-1$")
                .choose(FilterOption.HIDE, "hide", "nowhere")
                .build();

        ProfileTransform.Shaped shaped = new ProfileTransform(filter, labels, true).of(PROFILE);

        assertThat(shaped.profile().samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("read", "http-1"));
        assertThat(shaped.profile().samples()).extracting(Sample::labels).containsExactly(Map.of("request", "GET /"));
        assertThat(shaped.source().samples())
                .extracting(Grouping.FUNCTION::names)
                .containsExactly(List.of("read"));
        assertThat(shaped.unmatched()).containsExactly("hide");
        assertThat(labels.unmatched(List.of(PROFILE))).containsExactly(new Labels.Unmatched("tagleaf", "nothing"));
        assertThat(ProfileTransform.NONE.of(PROFILE).profile()).isSameAs(PROFILE);
    }

    @Test
    void anOptionIsUnmatchedWhereNothingMatchesItOnEitherSide() {
        Profile before = profile(sample(Map.of("thread", "main"), "main"));
        Profile after = profile(sample(Map.of(), "main"), sample(Map.of(), "read"));
        StackFilter filter = StackFilter.builder()
                .choose(FilterOption.FOCUS, "focus", "read")
                .choose(FilterOption.IGNORE, "ignore", "nowhere")
                .choose(FilterOption.THREAD, "thread", "main")
                .build();

        ShapedPair pair = new ProfileTransform(filter, Labels.AS_THEY_ARE, false).of(after, before);

        assertThat(pair.profile().unmatched()).contains("thread", "ignore");
        assertThat(pair.base().unmatched()).contains("focus", "ignore");
        assertThat(pair.unmatched()).doesNotContain("thread").contains("ignore");
    }

    @Test
    void bothSidesAreShapedBeforeTheOneIsTakenOff() {
        Profile before = profile(sample(Map.of(), "a", "read"), sample(Map.of(), "main"));
        Profile after = profile(sample(Map.of(), "b", "read"), sample(Map.of(), "c", "read"));
        StackFilter filter =
                StackFilter.builder().choose(FilterOption.SHOW, "show", "read").build();

        ShapedPair pair = new ProfileTransform(filter, Labels.AS_THEY_ARE, false).of(after, before);

        assertThat(pair.difference(false).difference().live()).isEqualTo(new Amount(1, 100));
        assertThat(pair.difference(false).base().live()).isEqualTo(new Amount(1, 100));
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }

    private static Sample sample(Map<String, String> labels, String... names) {
        List<Frame> frames = new ArrayList<>();
        for (String name : names) {
            frames.add(new NativeFrame(name, name, null, null));
        }
        return new Sample(List.of(new Location(16, null, frames)), new Amount(1, 100), Amount.NONE, labels);
    }
}
