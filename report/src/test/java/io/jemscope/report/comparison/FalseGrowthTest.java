package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Sites;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * How often a comparison names growth where in truth there is none, over a thousand made-up programs with a hundred sites
 * each. The seeds are fixed, so the figures are, too.
 */
class FalseGrowthTest {

    private static final int PROGRAMS = Integer.getInteger("study.programs", 1_000);

    /** Promised is one in a hundred: of a thousand, more than 18 would come about once in a hundred studies. */
    private static final int MOST_WITH_GROWTH = 18 * PROGRAMS / 1_000;

    private static final SampleRate USUAL = new SampleRate(512 * 1024);
    private static final SampleRate DENSE = new SampleRate(64 * 1024);

    @Test
    void twoProcessesThatHoldTheSame() {
        assertThat(programsWithGrowth(USUAL, USUAL, 0, Measure.LIVE_BYTES)).isLessThanOrEqualTo(MOST_WITH_GROWTH);
    }

    @Test
    void twoRates() {
        assertThat(programsWithGrowth(USUAL, DENSE, 0, Measure.LIVE_BYTES)).isLessThanOrEqualTo(MOST_WITH_GROWTH);
        assertThat(programsWithGrowth(DENSE, USUAL, 0, Measure.LIVE_BYTES)).isLessThanOrEqualTo(MOST_WITH_GROWTH);
    }

    @Test
    void objectsInsteadOfBytes() {
        assertThat(programsWithGrowth(USUAL, USUAL, 0, Measure.LIVE_OBJECTS)).isLessThanOrEqualTo(MOST_WITH_GROWTH);
    }

    @Test
    void oneProcessOfWhichHalfLivesOn() {
        assertThat(programsWithGrowth(USUAL, USUAL, 0.5, Measure.LIVE_BYTES)).isLessThanOrEqualTo(MOST_WITH_GROWTH);
    }

    @Test
    void aLeakIsFoundAmongAllThat() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Profile[] dumps = Study.program(random, 100).twoDumps(random, USUAL, USUAL, 0);
            // 16 MiB of small blocks: some 32 samples.
            Profile leaky = Study.withLeak(random, dumps[1], 4096, 4096);
            Comparison comparison = compare(dumps[0], leaky, Measure.LIVE_BYTES);
            found += comparison.grown().stream().anyMatch(row -> row.site().contains("Leak.plant")) ? 1 : 0;
        }
        assertThat(found).isEqualTo(100);
    }

    private static int programsWithGrowth(SampleRate before, SampleRate after, double shared, Measure measure) {
        int withGrowth = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            Profile[] dumps = Study.program(random, 100).twoDumps(random, before, after, shared);
            withGrowth += compare(dumps[0], dumps[1], measure).grown().isEmpty() ? 0 : 1;
        }
        return withGrowth;
    }

    private static Comparison compare(Profile before, Profile after, Measure measure) {
        return Comparison.of(before, after, measure, Sites.holders(AllocatorFunctions.KNOWN), false);
    }
}
