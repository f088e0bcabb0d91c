package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.numbers.gamma.LogBeta;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class IncompleteBetaTest {

    @Test
    void sumsUpTheTailOfTheBinomial() {
        // 10 throws of a coin, 8 heads or more: (45 + 10 + 1) / 1024
        assertThat(IncompleteBeta.of(0.5, 0.5, 8, 3)).isCloseTo(56.0 / 1024, within(1e-12));
        // 5 draws of 5 at one in three
        assertThat(IncompleteBeta.of(1.0 / 3, 2.0 / 3, 5, 1)).isCloseTo(Math.pow(3, -5), within(1e-14));
    }

    @Test
    void agreesWithTheSumOfEachTerm() {
        for (int n : new int[] {1, 2, 7, 40, 300}) {
            for (double x : new double[] {0.01, 0.3, 0.5, 0.9}) {
                for (int k = 1; k <= n; k += Math.max(1, n / 6)) {
                    assertThat(IncompleteBeta.of(x, 1 - x, k, n - k + 1.0))
                            .as("%s or more of %s at %s", k, n, x)
                            .isCloseTo(tail(n, k, x), within(1e-10));
                }
            }
        }
    }

    @Test
    void keepsItsDigitsFarOut() {
        assertThat(IncompleteBeta.of(0.5, 0.5, 200, 1)).isCloseTo(Math.pow(2, -200), Percentage.withPercentage(1e-6));
    }

    @Test
    void holdsForHugeCounts() {
        // Three standard deviations of a hundred million throws: the normal distribution's tail.
        double n = 1e8;
        assertThat(IncompleteBeta.of(0.5, 0.5, n / 2 + 1.5 * Math.sqrt(n), n / 2 - 1.5 * Math.sqrt(n)))
                .isCloseTo(0.00135, within(0.00001));
    }

    @Test
    void hasItsEnds() {
        assertThat(IncompleteBeta.of(0, 1, 3, 4)).isZero();
        assertThat(IncompleteBeta.of(1, 0, 3, 4)).isEqualTo(1);
    }

    private static double tail(int n, int from, double x) {
        double sum = 0;
        for (int k = from; k <= n; k++) {
            double log = -LogBeta.value(k + 1.0, n - k + 1.0) - Math.log(n + 1.0);
            sum += Math.exp(log + k * Math.log(x) + (n - k) * Math.log1p(-x));
        }
        return sum;
    }
}
