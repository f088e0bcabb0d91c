package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampleRateTest {

    private static final SampleRate HALF_MEBIBYTE = new SampleRate(512 * 1024);

    @Test
    void knowsNoErrorWhereTheRateIsNotKnown() {
        Amount amount = new Amount(3, 48);

        assertThat(SampleRate.UNKNOWN.isKnown()).isFalse();
        assertThat(SampleRate.UNKNOWN.scale(3, 48)).isEqualTo(amount);
        assertThat(SampleRate.UNKNOWN.estimateBytes(amount).value()).isEqualTo(48);
        assertThat(SampleRate.UNKNOWN.estimateBytes(amount).standardError()).isNaN();
        assertThat(SampleRate.UNKNOWN.estimateBytes(Amount.NONE)).isEqualTo(Estimate.ZERO);
    }

    @Test
    void aSmallObjectStandsForAboutRateBytes() {
        Amount scaled = HALF_MEBIBYTE.scale(1, 64);

        assertThat(scaled.bytes()).isCloseTo(512 * 1024 + 32, within(1.0));
        assertThat(scaled.objects()).isCloseTo(8192.5, within(0.1));
    }

    @Test
    void anObjectFarAboveTheRateStandsForItself() {
        Amount scaled = HALF_MEBIBYTE.scale(3, 3L << 30);

        assertThat(scaled.objects()).isEqualTo(3.0);
        assertThat(scaled.bytes()).isEqualTo(3.0 * (1 << 30));
        assertThat(HALF_MEBIBYTE.estimateBytes(scaled).standardError()).isZero();
    }

    @Test
    void scalesAsTheFormulaSays() {
        // The formula of formats: k = 1 / (1 - exp(-(B/C)/R)), with numbers of an ordinary size.
        double factor = 1 / (1 - Math.exp(-(1_200_000.0 / 7) / (512 * 1024)));

        Amount scaled = HALF_MEBIBYTE.scale(7, 1_200_000);

        assertThat(scaled.objects()).isCloseTo(7 * factor, within(1e-9));
        assertThat(scaled.bytes()).isCloseTo(1_200_000 * factor, within(1e-3));
    }

    @Test
    void nothingStaysNothing() {
        assertThat(HALF_MEBIBYTE.scale(0, 0)).isEqualTo(Amount.NONE);
        assertThat(HALF_MEBIBYTE.scale(0, 4096)).isEqualTo(Amount.NONE);
        assertThat(HALF_MEBIBYTE.scale(4, 0)).isEqualTo(Amount.NONE);
        assertThat(HALF_MEBIBYTE.estimateBytes(Amount.NONE)).isEqualTo(Estimate.ZERO);
    }

    @Test
    void blocksThatFitOneSizeClassHaveItsError() {
        // As jemalloc 5.3.0 prints 20 sampled blocks of 1 MiB, and five of them.
        SampledStack twenty = new SampledStack(HALF_MEBIBYTE.bytes());
        twenty.add(new SplittableRandom(1), 20, 1 << 20);
        Amount scaled = twenty.scaled();

        assertThat(scaled.blockBytes()).isEqualTo(1 << 20);
        assertThat(HALF_MEBIBYTE.scale(5, 5L << 20).blockBytes()).isEqualTo(1 << 20);
    }

    @Test
    void blocksOfSeveralSizesHaveTheGreatestErrorThatTheyCanHave() {
        SampledStack mixed = new SampledStack(HALF_MEBIBYTE.bytes());
        mixed.add(new SplittableRandom(1), 5, 1 << 20);
        mixed.add(new SplittableRandom(2), 100, 8 << 20);
        Amount scaled = mixed.scaled();

        double perBlock = 0.6476 * HALF_MEBIBYTE.bytes() * HALF_MEBIBYTE.bytes();
        assertThat(HALF_MEBIBYTE.estimateBytes(scaled).standardError())
                .isCloseTo(Math.sqrt(105 * perBlock), within(0.03 * Math.sqrt(105 * perBlock)));
    }

    @Test
    void theErrorOfSmallBlocksIsOneOverTheRootOfTheSamples() {
        Estimate bytes = HALF_MEBIBYTE.estimateBytes(HALF_MEBIBYTE.scale(400, 400 * 128));

        assertThat(bytes.relativeError()).isCloseTo(1 / Math.sqrt(400), within(1e-4));
    }

    @Test
    void theErrorIsTheSpreadThatSamplingReallyHas() {
        SampleRate rate = new SampleRate(4096);
        int blocks = 2_000;
        int blockBytes = 3_000;
        double chance = -Math.expm1(-(double) blockBytes / rate.bytes());
        SplittableRandom random = new SplittableRandom(20_260_101);
        int rounds = 2_000;
        double sum = 0;
        double squares = 0;
        double errors = 0;
        for (int round = 0; round < rounds; round++) {
            long sampled = random.longs(blocks)
                    .filter(bits -> (bits >>> 11) * 0x1.0p-53 < chance)
                    .count();
            Estimate estimate = rate.estimateBytes(rate.scale(sampled, sampled * blockBytes));
            sum += estimate.value();
            squares += estimate.value() * estimate.value();
            errors += estimate.standardError();
        }
        double mean = sum / rounds;
        double spread = Math.sqrt(squares / rounds - mean * mean);

        assertThat(mean).isCloseTo(blocks * (double) blockBytes, within(0.005 * blocks * blockBytes));
        assertThat(errors / rounds).isCloseTo(spread, within(0.06 * spread));
    }

    @Test
    void knowsEveryAllocationAtRateOne() {
        assertThat(SampleRate.EVERY_ALLOCATION.scale(3, 48)).isEqualTo(new Amount(3, 48));
    }

    @Test
    void refusesARateBelowOne() {
        assertThatThrownBy(() -> new SampleRate(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
