package io.jemscope.report.comparison;

/**
 * The regularised incomplete beta function, which sums up the tails of the binomial distribution and is defined between
 * whole numbers as well: {@code I(x; a, b)} is the probability that of {@code a + b - 1} draws, each a success with
 * probability {@code x}, at least {@code a} are successes.
 *
 * <p>By its continued fraction (NIST Digital Library of Mathematical Functions, 8.17.22), evaluated from the front as
 * Lentz proposed; the logarithm of the gamma function by Stirling's series (5.11.1).
 */
final class IncompleteBeta {

    private static final double TINY = 1e-300;
    private static final double PRECISION = 1e-12;

    /** Steps grow with the square root of the greater argument: enough for 10 billion. */
    private static final int MOST_STEPS = 400_000;

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    /** From here on Stirling's series has more digits than a double. */
    private static final double STIRLING_FROM = 15;

    private IncompleteBeta() {}

    /**
     * The function's value.
     *
     * @param rest {@code 1 - x}, given by itself since it keeps its digits where it is tiny
     * @param a above 0
     * @param b above 0
     */
    static double of(double x, double rest, double a, double b) {
        if (x <= 0) {
            return 0;
        }
        if (rest <= 0) {
            return 1;
        }
        double logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x, rest) + b * log(rest, x);
        double front = Math.exp(logFront);
        // The fraction converges fast below the mean alone; beyond it the other tail is taken.
        double value = x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(rest, b, a) / b;
        return Math.min(1, Math.max(0, value));
    }

    private static double log(double x, double rest) {
        return rest < 0.5 ? Math.log1p(-rest) : Math.log(x);
    }

    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m < MOST_STEPS; m++) {
            double even = m * (b - m) * x / ((a + 2.0 * m - 1) * (a + 2.0 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < PRECISION) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    static double logGamma(double x) {
        double shift = 0;
        double z = x;
        while (z < STIRLING_FROM) {
            shift += Math.log(z);
            z++;
        }
        double inverse = 1 / (z * z);
        double series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / z;
        return (z - 0.5) * Math.log(z) - z + HALF_LOG_TWO_PI + series - shift;
    }
}
