package io.jemscope.report.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {

    @Test
    void ofTenDumpsItIsTheTTestOfTheirDifferences() {
        double[] hours = IntStream.range(0, 10).asDoubleStream().toArray();
        // Differences of 1, 2, 3, ... 9: mean 5, standard deviation 2.7386, t = 5 / (2.7386 / 3) = 5.4772.
        double[] figures = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45};

        assertThat(Drift.chanceOfRise(hours, figures)).isCloseTo(2.947e-4, within(1e-6));
    }

    @Test
    void ofMoreDumpsTenBlocksAreCompared() {
        double[] hours = IntStream.range(0, 40).asDoubleStream().toArray();
        double[] figures = new double[40];
        double[] blocks = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45};
        for (int i = 0; i < figures.length; i++) {
            figures[i] = blocks[i / 4] + (i % 2 == 0 ? 7 : -7);
        }

        assertThat(Drift.chanceOfRise(hours, figures)).isCloseTo(2.947e-4, within(1e-6));
    }

    @Test
    void pausesBetweenDumpsAreNoScatter() {
        double[] hours = {0, 1, 2, 10, 11, 12, 30, 31, 32, 33};
        double[] figures = new double[hours.length];
        for (int i = 0; i < hours.length; i++) {
            figures[i] = 100 + 3 * hours[i] + (i % 2) * 0.1;
        }

        assertThat(Drift.chanceOfRise(hours, figures)).isLessThan(1e-5);
    }

    @Test
    void dumpsOfOneMomentAreOneStep() {
        double[] hours = {0, 1, 1, 1, 2, 3};
        double[] figures = {0, 10, 99, 99, 20, 30};

        assertThat(Drift.chanceOfRise(hours, figures)).isZero();
    }

    @Test
    void twoDumpsTellNothing() {
        assertThat(Drift.chanceOfRise(new double[] {0, 1}, new double[] {0, 1})).isNaN();
        assertThat(Drift.chanceOfRise(new double[] {0, 0, 0}, new double[] {0, 1, 2}))
                .isNaN();
    }

    @Test
    void ofRandomWalksItPassesAsManyAsItsLevelSays() {
        int walks = 4_000;
        int passed = 0;
        double[] hours = IntStream.range(0, 10).asDoubleStream().toArray();
        Random random = new Random(1);
        for (int walk = 0; walk < walks; walk++) {
            double[] figures = new double[10];
            for (int i = 1; i < figures.length; i++) {
                figures[i] = figures[i - 1] + random.nextGaussian();
            }
            passed += Drift.chanceOfRise(hours, figures) <= Drift.LEVEL ? 1 : 0;
        }
        // 20 are expected, with a standard error of 4.5.
        assertThat(passed).isBetween(8, 34);
    }
}
