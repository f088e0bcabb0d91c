package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DifferenceOfEstimatesTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    private static Estimate samples(long count) {
        return RATE.estimateBytes(RATE.scale(count, 64 * count));
    }

    @Test
    void ofManySamplesItIsTwoStandardErrorsOfBoth() {
        Difference difference = new Difference(samples(40_000), samples(30_000));
        double reach = 2 * Math.sqrt(40_000 + 30_000) * RATE.bytes();

        assertThat(difference.standardError()).isCloseTo(reach / 2, within(0.001 * reach));
        assertThat(difference.value() - difference.low()).isCloseTo(reach, within(0.01 * reach));
        assertThat(difference.high() - difference.value()).isCloseTo(reach, within(0.01 * reach));
        assertThat(difference.isSure()).isTrue();
    }

    @Test
    void ofFewSamplesItIsAsLopsidedAsTheFiguresAre() {
        Difference grown = new Difference(samples(5), samples(1));
        Difference shrunk = new Difference(samples(1), samples(5));

        assertThat(grown.high() - grown.value()).isGreaterThan(1.2 * (grown.value() - grown.low()));
        assertThat(shrunk.low()).isEqualTo(-grown.high());
        assertThat(shrunk.high()).isEqualTo(-grown.low());
        assertThat(grown.isSure()).isFalse();
    }

    @Test
    void ofNothingSampledOnOneSideThreeSamplesMayBeThere() {
        Difference gone = new Difference(RATE.nothingSampled(), samples(400));
        double earlierMore = samples(400).high() - samples(400).value();
        double earlierLess = samples(400).value() - samples(400).low();

        assertThat(gone.high() - gone.value()).isCloseTo(Math.hypot(earlierLess, 3.0 * RATE.bytes()), within(1.0));
        assertThat(gone.value() - gone.low()).isCloseTo(earlierMore, within(1.0));
    }

    @Test
    void whatIsCertainHasNoError() {
        Difference exact = new Difference(new Estimate(4_096, 0), Estimate.ZERO);

        assertThat(exact.low()).isEqualTo(4_096);
        assertThat(exact.high()).isEqualTo(4_096);
        assertThat(exact.isSure()).isTrue();
    }

    @Test
    void ofAnUnknownRateNothingIsClaimed() {
        Difference unknown = new Difference(SampleRate.UNKNOWN.estimateBytes(new Amount(4, 4_096)), Estimate.ZERO);

        assertThat(unknown.low()).isNaN();
        assertThat(unknown.high()).isNaN();
        assertThat(unknown.isSure()).isFalse();
    }
}
