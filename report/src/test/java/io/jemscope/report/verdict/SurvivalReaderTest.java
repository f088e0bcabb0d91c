package io.jemscope.report.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Birth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurvivalReaderTest {

    private static final long START = 1_700_000_000;
    private static final int SECONDS = 960;

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 30, 60})
    void whatGrowsEvenlyNeedsFourFifthsOfTheTimeForFourFifthsOfTheGrowth(int birthSeconds) {
        assertThat(spread(birthSeconds, second -> 100)).isCloseTo(0.8, Offset.offset(0.03));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 30, 60})
    void whatGrowsInStepsNeedsTheTimeOfTheStepsOnly(int birthSeconds) {
        // Six steps, each in the middle of a sixth of the time; the first one is a part of the warm-up.
        assertThat(spread(birthSeconds, second -> second % 160 == 85 ? 100 : 0)).isLessThan(0.35);
    }

    @Test
    void aStepAtTheEdgeOfTwoPartsCountsOnce() {
        double inPart = spread(32, second -> second % 192 == 112 ? 100 : 0);
        double acrossParts = spread(32, second -> second % 192 == 128 ? 100 : 0);

        assertThat(acrossParts).isCloseTo(inPart, Offset.offset(0.04));
    }

    /** The spread of a site that gained so many samples of 1 byte in each second, by births of a fixed length. */
    private static double spread(int birthSeconds, IntToDoubleFunction gained) {
        SiteSnapshot dump = new SiteSnapshot();
        for (int second = 0; second < SECONDS; second++) {
            double samples = gained.applyAsDouble(second);
            Weight weight = new Weight(samples, samples, samples);
            long from = START + (long) (second / birthSeconds) * birthSeconds;
            dump.add(weight, weight);
            if (samples > 0) {
                dump.add(new Birth(Instant.ofEpochSecond(from), Duration.ofSeconds(birthSeconds)), weight);
            }
        }
        return SurvivalReader.read(List.of(dump), new double[] {START + SECONDS}, START)
                .spread();
    }
}
