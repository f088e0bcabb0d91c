package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    /** Quantiles as tables print them. */
    @ParameterizedTest
    @CsvSource({
        "63.657, 1, 0.005",
        "9.925, 2, 0.005",
        "3.355, 8, 0.005",
        "1.860, 8, 0.05",
        "0, 8, 0.5",
        "-1.860, 8, 0.95",
        "2.576, 100000, 0.005"
    })
    void holdsAgainstTables(double t, int degrees, double chance) {
        assertThat(StudentT.chanceAbove(t, degrees)).isCloseTo(chance, within(0.01 * chance));
    }

    @Test
    void withoutAnyScatter() {
        assertThat(StudentT.chanceAbove(Double.POSITIVE_INFINITY, 8)).isZero();
        assertThat(StudentT.chanceAbove(Double.NEGATIVE_INFINITY, 8)).isEqualTo(1);
        assertThat(StudentT.chanceAbove(Double.NaN, 8)).isEqualTo(0.5);
    }
}
