package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleRate;
import org.junit.jupiter.api.Test;

class RangeTextTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    private static Estimate samples(long count) {
        return RATE.estimateBytes(RATE.scale(count, 64 * count));
    }

    @Test
    void fewSamplesHaveARangeWithUnequalSides() {
        assertThat(RangeText.of(samples(1))).isEqualTo("0.0–2.9 MiB");
        assertThat(RangeText.of(samples(3))).isEqualTo("0.4–4.5 MiB");
        assertThat(RangeText.of(samples(30))).isEqualTo("10.2–21.6 MiB");
    }

    @Test
    void manySamplesHaveOneInPerCent() {
        assertThat(RangeText.of(samples(400))).isEqualTo("±10.5%");
        assertThat(RangeText.of(samples(10_000))).isEqualTo("±2.0%");
    }

    @Test
    void withoutARateNothingIsClaimed() {
        assertThat(RangeText.of(SampleRate.UNKNOWN.estimateBytes(RATE.scale(4, 4096))))
                .isEqualTo("?");
    }

    @Test
    void whatEveryBlockIsKnownOfIsExact() {
        assertThat(RangeText.of(RATE.estimateBytes(RATE.scale(4, 4L << 30)))).isEqualTo("±0.0%");
    }

    @Test
    void figuresAreRoundedByNoMoreThanTheirError() {
        double gib = 1 << 30;
        assertThat(RangeText.figure(new Estimate(1.0166 * gib, 0.0002 * gib))).isEqualTo("1.017 GiB");
        assertThat(RangeText.figure(new Estimate(1.0166 * gib, 0.06 * gib))).isEqualTo("1.0 GiB");
        assertThat(RangeText.figure(new Estimate(23.456 * gib, 0))).isEqualTo("23.46 GiB");
        assertThat(RangeText.figure(new Estimate(32 << 20, 0))).isEqualTo("32.0 MiB");
        assertThat(RangeText.figure(new Estimate(1.0166 * gib, Double.NaN))).isEqualTo("1.0 GiB");
    }
}
