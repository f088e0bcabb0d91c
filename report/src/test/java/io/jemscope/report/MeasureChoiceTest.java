package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Measure;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasureChoiceTest {

    @Test
    void wordsOfOneMeaningAreOneChoice() {
        assertThat(choice(false, false, false).measure()).contains(Measure.LIVE_BYTES);
        assertThat(choice(false, false, true).measure()).contains(Measure.LIVE_OBJECTS);
        assertThat(choice(false, true, false, Measure.ACCUMULATED_BYTES).measure())
                .contains(Measure.ACCUMULATED_BYTES);
        assertThat(choice(false, true, true).measure()).contains(Measure.ACCUMULATED_OBJECTS);
    }

    @Test
    void wordsOfTwoMeaningsAreNone() {
        assertThat(choice(true, true, false).measure()).isEmpty();
        assertThat(choice(true, false, false, Measure.LIVE_OBJECTS).measure()).isEmpty();
        assertThat(choice(false, false, false, Measure.LIVE_OBJECTS, Measure.ACCUMULATED_OBJECTS)
                        .measure())
                .isEmpty();
    }

    @Test
    void namesAreKnownAsPprofHasThem() {
        assertThat(MeasureChoice.ofSampleIndex("alloc_objects")).contains(Measure.ACCUMULATED_OBJECTS);
        assertThat(MeasureChoice.ofSampleIndex("space")).isEmpty();
        assertThat(ByteUnit.named("megabytes")).contains(ByteUnit.MIB);
        assertThat(ByteUnit.named("KiB")).contains(ByteUnit.KIB);
        assertThat(ByteUnit.named("pages")).isEqualTo(Optional.empty());
    }

    private static MeasureChoice choice(boolean live, boolean accumulated, boolean objects, Measure... named) {
        return new MeasureChoice(live, accumulated, objects, List.of(named));
    }
}
