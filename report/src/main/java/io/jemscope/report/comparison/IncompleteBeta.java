package io.jemscope.report.comparison;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * The regularised incomplete beta function, which sums up the tails of the binomial distribution and is defined between
 * whole numbers as well: {@code I(x; a, b)} is the probability that of {@code a + b - 1} draws, each a success with
 * probability {@code x}, at least {@code a} are successes.
 */
public final class IncompleteBeta {

    private static final double PRECISION = 1e-12;

    private IncompleteBeta() {}

    /**
     * The function's value.
     *
     * @param rest {@code 1 - x}, given by itself since it keeps its digits where it is tiny
     * @param a above 0
     * @param b above 0
     */
    public static double of(double x, double rest, double a, double b) {
        return x < rest
                ? RegularizedBeta.value(x, a, b, PRECISION, Integer.MAX_VALUE)
                : RegularizedBeta.complement(rest, b, a, PRECISION, Integer.MAX_VALUE);
    }
}
