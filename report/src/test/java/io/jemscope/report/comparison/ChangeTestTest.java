package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.SampleRate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ChangeTestTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    /** Tiny blocks: a sample stands for the rate, and counts are as good as Poisson's. */
    private static final SampleGranularity SMALL = SampleGranularity.ofBytes((double) RATE.bytes(), RATE);

    @Test
    void aGrainHasTheWeightItWasMadeOf() {
        for (double weight : new double[] {500_000, 100_000, 3_000, 1e-3}) {
            assertThat(SampleGranularity.ofBytes(weight, RATE).weight())
                    .isCloseTo(weight, Percentage.withPercentage(0.01));
            assertThat(SampleGranularity.ofObjects(weight).weight()).isCloseTo(weight, Percentage.withPercentage(0.01));
        }
        assertThat(SampleGranularity.ofBytes(512 * 1024 / (Math.E - 1), RATE).size())
                .isCloseTo(512 * 1024, within(0.01));
    }

    @Test
    void fewSamplesOfSomethingNewAreNoEvidence() {
        assertThat(samples(0, 1).chanceOfGrowth()).isGreaterThan(0.5);
        assertThat(samples(0, 2).chanceOfGrowth()).isGreaterThan(0.25);
        // The exact answer for a known sum is 1 in 2^20; not to know the truth costs a little.
        assertThat(samples(0, 20).chanceOfGrowth()).isBetween(Math.pow(2, -20), 8 * Math.pow(2, -20));
    }

    @Test
    void ofManySamplesTheChanceIsNearTheNormalOne() {
        // 600/√20,600 is 4.18 standard deviations, whose tail is 1.46e-5.
        assertThat(samples(10_000, 10_600).chanceOfGrowth()).isBetween(1.4e-5, 5e-5);
        assertThat(samples(10_000, 10_050).chanceOfGrowth()).isGreaterThan(0.3);
    }

    @Test
    void aLargeBlockIsEvidenceInItself() {
        // 2 MiB are missed once in 55 times, 16 MiB once in 10^14.
        assertThat(blocks(0, 1, 2 << 20).chanceOfGrowth()).isBetween(0.018, 0.2);
        assertThat(blocks(0, 1, 16 << 20).chanceOfGrowth()).isLessThan(1e-11);
        assertThat(blocks(5, 6, 16 << 20).chanceOfGrowth()).isLessThan(1e-11);
        assertThat(blocks(6, 5, 16 << 20).chanceOfGrowth()).isEqualTo(1);
    }

    @Test
    void aSparselySampledSideMissesMore() {
        SampleRate dense = new SampleRate(32 * 1024);
        SampleGranularity fine = SampleGranularity.ofBytes((double) dense.bytes(), dense);

        assertThat(new ChangeTest(0, SMALL, 20 * fine.sample(), fine).chanceOfGrowth())
                .isGreaterThan(0.25);
        assertThat(new ChangeTest(0, fine, 20 * SMALL.sample(), SMALL).chanceOfGrowth())
                .isLessThan(1e-9);
    }

    @Test
    void whatIsKnownForCertainIsCertain() {
        ChangeTest exact = new ChangeTest(1_000, SampleGranularity.EXACT, 1_001, SampleGranularity.EXACT);

        assertThat(exact.chanceOfGrowth()).isZero();
        assertThat(exact.chanceOfShrinkage()).isEqualTo(1);
        assertThat(exact.standardError()).isZero();
        assertThat(new ChangeTest(1_000, SampleGranularity.EXACT, 1_000, SampleGranularity.EXACT).chanceOfGrowth())
                .isEqualTo(1);
    }

    @Test
    void growthAndShrinkageMirrorEachOther() {
        SampleGranularity other = SampleGranularity.ofBytes(100_000, RATE);
        ChangeTest one = new ChangeTest(3e6, SMALL, 11e6, other);
        ChangeTest mirrored = new ChangeTest(11e6, other, 3e6, SMALL);

        assertThat(one.chanceOfGrowth()).isEqualTo(mirrored.chanceOfShrinkage());
        assertThat(one.leastChanceOfGrowth()).isEqualTo(mirrored.leastChanceOfShrinkage());
        assertThat(one.standardError()).isEqualTo(mirrored.standardError());
    }

    @Test
    void theLeastChanceIsThatOfAllSamplesOnOneSide() {
        assertThat(samples(3, 4).leastChanceOfGrowth()).isEqualTo(samples(0, 7).chanceOfGrowth());
        assertThat(samples(3, 4).leastChanceOfShrinkage())
                .isEqualTo(samples(7, 0).chanceOfShrinkage());
    }

    @Test
    void variancesAddAndNothingSampledIsNotNothingThere() {
        assertThat(samples(40, 60).standardError() / SMALL.sample()).isCloseTo(10, within(0.01));
        assertThat(samples(0, 0).standardError() / SMALL.sample()).isCloseTo(1.5 * Math.sqrt(2), within(0.01));
    }

    @Test
    void whereTheRateIsUnknownSoIsAllElse() {
        ChangeTest unknown = new ChangeTest(1, SampleGranularity.UNKNOWN, 5, SampleGranularity.UNKNOWN);

        assertThat(unknown.chanceOfGrowth()).isNaN();
        assertThat(unknown.standardError()).isNaN();
    }

    private static ChangeTest samples(double before, double after) {
        return new ChangeTest(before * SMALL.sample(), SMALL, after * SMALL.sample(), SMALL);
    }

    private static ChangeTest blocks(int before, int after, long bytes) {
        SampleGranularity grain = new SampleGranularity(bytes, Math.exp(-(double) bytes / RATE.bytes()));
        return new ChangeTest(before * grain.sample(), grain, after * grain.sample(), grain);
    }
}
