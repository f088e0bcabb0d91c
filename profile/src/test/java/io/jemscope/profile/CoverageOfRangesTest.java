package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The promise of the 95 % ranges, held against jemalloc's way of sampling: the truth lies within in at least 94 % of all dumps. */
class CoverageOfRangesTest {

    private static final long RATE = 512 * 1024;
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final int DUMPS = 4_000;
    private static final double PROMISED = 0.94;

    /** Blocks of one size class on one stack. */
    record Blocks(long count, long size) {

        double bytes() {
            return (double) count * size;
        }
    }

    /** How often the range holds the truth; each group of blocks is a stack of its own, and the site has all of them. */
    private static double coverage(long rate, Blocks[]... stacks) {
        SplittableRandom random = new SplittableRandom(20_261_122);
        SampleRate scale = new SampleRate(rate);
        double truth = 0;
        for (Blocks[] stack : stacks) {
            for (Blocks blocks : stack) {
                truth += blocks.bytes();
            }
        }
        int covered = 0;
        for (int dump = 0; dump < DUMPS; dump++) {
            Estimate sum = Estimate.ZERO;
            for (Blocks[] stack : stacks) {
                SampledStack sampled = new SampledStack(rate);
                for (Blocks blocks : stack) {
                    sampled.add(random, blocks.count, blocks.size);
                }
                sum = sum.plus(scale.estimateBytes(sampled.scaled()));
            }
            Estimate printed = sum.value() == 0 ? scale.nothingSampled() : sum;
            // Rounding to whole figures isn't a miss.
            covered += truth >= printed.low() * 0.999_999 && truth <= printed.high() * 1.000_001 ? 1 : 0;
        }
        return covered / (double) DUMPS;
    }

    @ParameterizedTest(name = "{0} expected samples of blocks of {1} bytes")
    @CsvSource({
        "0.1, 64",
        "0.5, 64",
        "1, 64",
        "2, 64",
        "3, 64",
        "5, 64",
        "10, 64",
        "30, 64",
        "100, 64",
        "1000, 64",
        "0.5, 4096",
        "1, 4096",
        "3, 4096",
        "5, 4096",
        "10, 4096",
        "30, 4096",
        "100, 4096",
        "0.5, 65536",
        "1, 65536",
        "3, 65536",
        "5, 65536",
        "10, 65536",
        "30, 65536",
        "100, 65536",
        "1, 262144",
        "3, 262144",
        "5, 262144",
        "10, 262144",
        "30, 262144",
        "100, 262144",
        "1, 524288",
        "3, 524288",
        "5, 524288",
        "10, 524288",
        "30, 524288",
        "100, 524288",
        "1, 1048576",
        "3, 1048576",
        "5, 1048576",
        "10, 1048576",
        "30, 1048576",
        "100, 1048576",
        "1, 1835008",
        "3, 1835008",
        "5, 1835008",
        "10, 1835008",
        "30, 1835008",
        "100, 1835008",
        "3, 8388608",
        "10, 8388608",
        "100, 8388608",
    })
    void holdsForBlocksOfOneSize(double samples, long size) {
        double chance = -Math.expm1(-(double) size / RATE);
        long blocks = Math.max(1, Math.round(samples / chance));

        assertThat(coverage(RATE, new Blocks[] {new Blocks(blocks, size)})).isGreaterThanOrEqualTo(PROMISED);
    }

    static Stream<Arguments> mixes() {
        return Stream.of(
                mix("few of 1 MiB with many of 8", new Blocks(5, MIB), new Blocks(100, 8 * MIB)),
                mix("more of 1 MiB with many of 8", new Blocks(20, MIB), new Blocks(100, 8 * MIB)),
                mix("two near sizes", new Blocks(10, 1280 * KIB), new Blocks(10, 1536 * KIB)),
                mix("far sizes", new Blocks(5, 2 * MIB), new Blocks(3, 64 * MIB)),
                mix("half the rate with large", new Blocks(12, 256 * KIB), new Blocks(10, 4 * MIB)),
                mix("small with large", new Blocks(40 * 1024, KIB), new Blocks(10, 4 * MIB)),
                mix(
                        "all sizes",
                        new Blocks(1 << 16, 64),
                        new Blocks(256, 16 * KIB),
                        new Blocks(10, 512 * KIB),
                        new Blocks(4, 3 * MIB)));
    }

    private static Arguments mix(String name, Blocks... blocks) {
        return Arguments.of(name, blocks);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mixes")
    void holdsForBlocksOfSeveralSizesOnOneStack(String name, Blocks[] blocks) {
        assertThat(coverage(RATE, blocks)).isGreaterThanOrEqualTo(PROMISED);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mixes")
    void holdsForBlocksOfSeveralSizesOnStacksOfTheirOwn(String name, Blocks[] blocks) {
        Blocks[][] stacks = Stream.of(blocks).map(one -> new Blocks[] {one}).toArray(Blocks[][]::new);

        assertThat(coverage(RATE, stacks)).isGreaterThanOrEqualTo(PROMISED);
    }

    @ParameterizedTest(name = "at {0} bytes a sample")
    @CsvSource({"1024", "16384", "131072", "2097152"})
    void holdsForOtherRates(long rate) {
        Blocks[] blocks = {new Blocks(5, 2 * rate), new Blocks(30, rate / 4), new Blocks(20, 16 * rate)};

        assertThat(coverage(rate, blocks)).isGreaterThanOrEqualTo(PROMISED);
    }

    @Test
    void whatIsNotListedHoldsLessThanThreeRatesInNineteenOfTwentyCases() {
        SplittableRandom random = new SplittableRandom(7);
        SampleRate rate = new SampleRate(RATE);
        long blocks = (long) (rate.mostUnseenBytes() / 64);
        int unseen = 0;
        for (int dump = 0; dump < DUMPS; dump++) {
            SampledStack stack = new SampledStack(RATE);
            stack.add(random, blocks, 64);
            unseen += stack.scaled().isNone() ? 1 : 0;
        }

        assertThat(unseen / (double) DUMPS).isBetween(0.04, 0.06);
    }
}
