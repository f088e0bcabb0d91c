package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CumulativeRoundingTest {

    @Test
    void keepsTheSum() {
        CumulativeRounding rounding = new CumulativeRounding();
        SplittableRandom random = new SplittableRandom(7);
        double sum = 0;
        long wholes = 0;
        for (int i = 0; i < 100_000; i++) {
            double figure = random.nextDouble(0, 3);
            long whole = rounding.round(figure);
            sum += figure;
            wholes += whole;
            assertThat((double) whole).isCloseTo(figure, within(1.0)).isNotNegative();
        }
        assertThat((double) wholes).isCloseTo(sum, within(0.5001));
    }

    @Test
    void addsUpManyThatAreNearlyNothing() {
        CumulativeRounding rounding = new CumulativeRounding();
        long wholes = 0;
        for (int i = 0; i < 1_000; i++) {
            wholes += rounding.round(0.25);
        }
        assertThat(wholes).isEqualTo(250);
    }

    @Test
    void endsAtTheLargestWholeNumber() {
        CumulativeRounding rounding = new CumulativeRounding();

        assertThat(rounding.round(1e30)).isEqualTo(Long.MAX_VALUE);
        assertThat(rounding.round(2)).isEqualTo(2);
    }
}
