package io.jemscope.benchmarks.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTestsTest {

    private static final int SERIES = 4_000;
    private static final int DUMPS = 20;

    @Test
    void callsFivePercentOfNoiseRising() {
        Random random = new Random(1);
        int mannKendall = 0;
        int leastSquares = 0;
        for (int i = 0; i < SERIES; i++) {
            List<Double> noise = series(random, 0);
            mannKendall += TrendTests.mannKendall(noise) ? 1 : 0;
            leastSquares += TrendTests.leastSquares(times(), noise) ? 1 : 0;
        }

        assertThat(mannKendall / (double) SERIES).isBetween(0.035, 0.065);
        assertThat(leastSquares / (double) SERIES).isBetween(0.035, 0.065);
    }

    @Test
    void callsASteadyRiseRisingButNotAFall() {
        Random random = new Random(1);
        List<Double> rising = series(random, 1);
        List<Double> falling = series(random, -1);

        assertThat(TrendTests.mannKendall(rising)).isTrue();
        assertThat(TrendTests.leastSquares(times(), rising)).isTrue();
        assertThat(TrendTests.mannKendall(falling)).isFalse();
        assertThat(TrendTests.leastSquares(times(), falling)).isFalse();
    }

    @Test
    void callsAFlatSeriesNothing() {
        List<Double> flat = List.of(3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0);

        assertThat(TrendTests.mannKendall(flat)).isFalse();
        assertThat(TrendTests.leastSquares(new double[] {1, 2, 3, 4, 5, 6, 7}, flat))
                .isFalse();
    }

    private static double[] times() {
        double[] times = new double[DUMPS];
        for (int i = 0; i < DUMPS; i++) {
            times[i] = i;
        }
        return times;
    }

    private static List<Double> series(Random random, double rise) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < DUMPS; i++) {
            values.add(100 + rise * i + random.nextGaussian());
        }
        return values;
    }
}
