package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TagsTest {

    @Test
    void addsUpByKeyAndValue() {
        Profile profile = new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(
                        sample(100, Map.of("pool", "a", "thread", "one")),
                        sample(10, Map.of("pool", "b")),
                        sample(90, Map.of("pool", "b", "thread", "one")),
                        sample(1, Map.of())),
                List.of(),
                ProfileMetadata.UNKNOWN);

        Tags tags = Tags.of(profile, SampleType.LIVE_BYTES);

        assertThat(tags.total()).isEqualTo(201);
        assertThat(tags.tags())
                .containsExactly(
                        new Tags.Tag("pool", 200, List.of(new Tags.Value("a", 100), new Tags.Value("b", 100))),
                        new Tags.Tag("thread", 190, List.of(new Tags.Value("one", 190))));
    }

    @Test
    void printsTheValuesOfEachLabelAndWhatHasNone() {
        Tags tags = Tags.of(Shop.withThreads(), SampleType.LIVE_BYTES);

        Golden.check("tags.txt", TagsText.print(tags, TextOptions.rows(3)));
    }

    @Test
    void saysWhereThereAreNone() {
        assertThat(TagsText.print(Tags.of(Shop.profile(), SampleType.LIVE_BYTES), TextOptions.WHOLE))
                .endsWith("\n\n  nothing: no sample of this profile has a label\n");
    }

    private static Sample sample(double bytes, Map<String, String> labels) {
        return new Sample(List.of(), new Amount(1, bytes), Amount.NONE, labels);
    }
}
