package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a comparison names growth where in truth there is none, over a thousand made-up programs with a hundred sites
 * each. The seeds are fixed, so the figures are, too.
 */
@Tag("one-jdk")
class FalseGrowthTest {

    /** Promised is one in a hundred. */
    private static final int MOST_IN_A_THOUSAND = 10;

    private static final int MOST_IN_300 = 3;

    private static final SampleRate USUAL = new SampleRate(512 * 1024);
    private static final SampleRate DENSE = new SampleRate(64 * 1024);

    @Test
    void twoProcessesThatHoldTheSame() {
        assertThat(programsWithGrowth(1_000, USUAL, USUAL, 0, SampleType.LIVE_BYTES))
                .isLessThanOrEqualTo(MOST_IN_A_THOUSAND);
    }

    @Test
    void twoRates() {
        assertThat(programsWithGrowth(300, USUAL, DENSE, 0, SampleType.LIVE_BYTES))
                .isLessThanOrEqualTo(MOST_IN_300);
        assertThat(programsWithGrowth(300, DENSE, USUAL, 0, SampleType.LIVE_BYTES))
                .isLessThanOrEqualTo(MOST_IN_300);
    }

    @Test
    void twoRatesAndSeveralLargeSizesOnAStack() {
        assertThat(withLargeBlocks(USUAL, DENSE)).isLessThanOrEqualTo(MOST_IN_300);
        assertThat(withLargeBlocks(DENSE, USUAL)).isLessThanOrEqualTo(MOST_IN_300);
    }

    private static long withLargeBlocks(SampleRate before, SampleRate after) {
        return IntStream.range(0, 300)
                .parallel()
                .filter(seed -> {
                    Random random = new Random(seed);
                    Profile[] dumps = Study.largeBlocks(random, 40).twoDumps(random, before, after, 0);
                    return !compare(dumps[0], dumps[1], SampleType.LIVE_BYTES)
                            .grown()
                            .isEmpty();
                })
                .count();
    }

    @Test
    void objectsInsteadOfBytes() {
        assertThat(programsWithGrowth(300, USUAL, USUAL, 0, SampleType.LIVE_OBJECTS))
                .isLessThanOrEqualTo(MOST_IN_300);
    }

    @Test
    void oneProcessOfWhichHalfLivesOn() {
        assertThat(programsWithGrowth(300, USUAL, USUAL, 0.5, SampleType.LIVE_BYTES))
                .isLessThanOrEqualTo(MOST_IN_300);
    }

    @Test
    void aLeakIsFoundAmongAllThat() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Profile[] dumps = Study.program(random, 100).twoDumps(random, USUAL, USUAL, 0);
            // 24 MiB of small blocks: some 48 samples.
            Profile leaky = Study.withLeak(random, dumps[1], 4096, 6144);
            Comparison comparison = compare(dumps[0], leaky, SampleType.LIVE_BYTES);
            found += comparison.grown().stream().anyMatch(row -> row.site().contains("Leak.plant")) ? 1 : 0;
        }
        assertThat(found).isEqualTo(100);
    }

    /** Each program has its own seed, so that they may be tried beside each other. */
    private static long programsWithGrowth(
            int programs, SampleRate before, SampleRate after, double shared, SampleType measure) {
        return IntStream.range(0, programs)
                .parallel()
                .filter(seed -> {
                    Random random = new Random(seed);
                    Profile[] dumps = Study.program(random, 100).twoDumps(random, before, after, shared);
                    return !compare(dumps[0], dumps[1], measure).grown().isEmpty();
                })
                .count();
    }

    private static Comparison compare(Profile before, Profile after, SampleType measure) {
        return Comparison.of(before, after, measure, SiteGrouping.byLine(AllocatorFunctions.KNOWN), false);
    }
}
