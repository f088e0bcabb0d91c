package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.SampleType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampleTypeChoiceTest {

    @Test
    void wordsOfOneMeaningAreOneChoice() {
        assertThat(choice(false, false, false).measure()).contains(SampleType.LIVE_BYTES);
        assertThat(choice(false, false, true).measure()).contains(SampleType.LIVE_OBJECTS);
        assertThat(choice(false, true, false, SampleType.ACCUMULATED_BYTES).measure())
                .contains(SampleType.ACCUMULATED_BYTES);
        assertThat(choice(false, true, true).measure()).contains(SampleType.ACCUMULATED_OBJECTS);
    }

    @Test
    void wordsOfTwoMeaningsAreNone() {
        assertThat(choice(true, true, false).measure()).isEmpty();
        assertThat(choice(true, false, false, SampleType.LIVE_OBJECTS).measure())
                .isEmpty();
        assertThat(choice(false, false, false, SampleType.LIVE_OBJECTS, SampleType.ACCUMULATED_OBJECTS)
                        .measure())
                .isEmpty();
    }

    @Test
    void namesAreKnownAsPprofHasThem() {
        assertThat(SampleTypeChoice.ofSampleIndex("alloc_objects")).contains(SampleType.ACCUMULATED_OBJECTS);
        assertThat(SampleTypeChoice.ofSampleIndex("space")).isEmpty();
        assertThat(ByteUnit.named("megabytes")).contains(ByteUnit.MIB);
        assertThat(ByteUnit.named("KiB")).contains(ByteUnit.KIB);
        assertThat(ByteUnit.named("pages")).isEqualTo(Optional.empty());
    }

    private static SampleTypeChoice choice(boolean live, boolean accumulated, boolean objects, SampleType... named) {
        return new SampleTypeChoice(live, accumulated, objects, List.of(named));
    }
}
