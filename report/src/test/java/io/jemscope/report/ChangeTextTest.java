package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import org.junit.jupiter.api.Test;

class ChangeTextTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    private final ChangeText text = new ChangeText(SampleType.LIVE_BYTES, TextOptions.WHOLE, false, "");

    @Test
    void aNarrowRangeIsOneDistanceHoweverFarItsEndsAre() {
        assertThat(range(blocks(24, 1 << 20), blocks(3, 1 << 20)))
                .startsWith("±")
                .endsWith(" MiB");
        assertThat(range(Estimate.ZERO, new Estimate(2.5 * (1 << 20), 42))).isEqualTo("±84 B");
    }

    @Test
    void aWideRangeIsItsTwoEnds() {
        assertThat(range(blocks(3, 64), Estimate.ZERO)).isEqualTo("+0.4 to +4.5 MiB");
    }

    @Test
    void whereNothingTellsNothingIsClaimed() {
        assertThat(range(new Estimate(1, Double.NaN), Estimate.ZERO)).isEqualTo("?");
    }

    private static Estimate blocks(long count, long bytes) {
        return RATE.estimateBytes(RATE.scale(count, count * bytes));
    }

    private String range(Estimate later, Estimate earlier) {
        return text.range(new Difference(later, earlier));
    }
}
