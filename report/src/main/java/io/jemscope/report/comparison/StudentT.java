package io.jemscope.report.comparison;

/** Student's t distribution. */
public final class StudentT {

    private StudentT() {}

    /**
     * How likely a value is greater.
     *
     * @param t the value; infinite where the standard error is 0, NaN for 0 divided by 0
     * @param degreesOfFreedom at least 1
     * @return from 0 to 1; one half for NaN
     */
    public static double chanceAbove(double t, int degreesOfFreedom) {
        if (Double.isNaN(t)) {
            return 0.5;
        }
        if (Double.isInfinite(t)) {
            return t > 0 ? 0 : 1;
        }
        double both = degreesOfFreedom + t * t;
        double tail = IncompleteBeta.of(degreesOfFreedom / both, t * t / both, degreesOfFreedom / 2.0, 0.5) / 2;
        return t > 0 ? tail : 1 - tail;
    }
}
