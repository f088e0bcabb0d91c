package io.jemscope.profile;

/**
 * A figure that comes from samples, with its error. In 95 of 100 cases the truth lies between {@link #low} and {@link #high}; for
 * many samples that is the value less and plus two standard errors.
 *
 * @param value the figure, in the unit its context names
 * @param standardError the standard error, in the same unit; at least 0, 0 if every allocation was seen, and NaN
 *     if unknown
 * @param weight the variance of the figure for each unit of it. Of small blocks it is what one sample adds to the figure, of blocks
 *     that are hardly ever missed it is nearly 0. The fewer samples, the more it counts beside the standard error
 * @param step by how much one block more changes the truth: the size of a block, or 1 for objects. Of both, a sum has the mean
 *     over its parts, each counted by its variance
 */
public record Estimate(double value, double standardError, double weight, double step) {

    /** Nothing, and certainly so. */
    public static final Estimate ZERO = new Estimate(0, 0, 0, 0);

    /** Half the width of the 95 % range, in standard errors. */
    private static final double STANDARD_ERRORS = 2;

    /** Of what was never sampled, up to three samples' worth may be there in 95 of 100 cases, since exp(-3) is 0.05. */
    private static final double MOST_UNSEEN = 3;

    /**
     * A figure of many samples, whose range has equal sides.
     *
     * @param value the figure
     */
    public Estimate(double value, double standardError) {
        this(value, standardError, 0, 0);
    }

    /**
     * What may be there although nothing of it was sampled.
     *
     * @param weight what one sample would add; 0 if every allocation is known, NaN if unknown
     * @return nothing, with a range from 0 to three samples
     */
    public static Estimate unseen(double weight) {
        return new Estimate(0, MOST_UNSEEN / STANDARD_ERRORS * weight);
    }

    /**
     * Adds two independent estimates: values add, and so do the squares of the errors.
     *
     * @param other what to add
     * @return the sum
     */
    public Estimate plus(Estimate other) {
        Sum sum = new Sum();
        sum.add(this);
        sum.add(other);
        return sum.total();
    }

    /**
     * The same blocks in another unit or weighted otherwise, such as brought to another total.
     *
     * @param factor what to multiply the figure by
     * @return the figure, its error multiplied alike
     */
    public Estimate times(double factor) {
        return new Estimate(value * factor, standardError * factor, weight * factor, step * factor);
    }

    /**
     * The same figure where it is the sum of figures that needn't be independent.
     *
     * @param figures how many of them may share all their samples
     * @return the figure with the error that it has if they do; by Cauchy and Schwarz it is never greater
     */
    public Estimate ofDependent(int figures) {
        return new Estimate(value, standardError * Math.sqrt(figures), weight * figures, step * figures);
    }

    /**
     * Some of the same blocks.
     *
     * @param share which share of them; from 0 to 1
     * @return the share of the figure; its variance is the same share of the variance
     */
    public Estimate part(double share) {
        return new Estimate(value * share, standardError * Math.sqrt(share), weight, step);
    }

    /** Adds many independent estimates without an object for each. Not safe for several threads. */
    public static final class Sum {

        private double value;
        private double variance;
        private double weights;
        private double steps;

        /** Begins with nothing. */
        public Sum() {}

        /**
         * Adds a figure.
         *
         * @param estimate the figure
         */
        public void add(Estimate estimate) {
            add(estimate.value, estimate.variance(), estimate.weight, estimate.step);
        }

        /**
         * Adds a figure.
         *
         * @param figureVariance the square of its standard error
         * @param weight its {@link Estimate#weight}
         * @param step its {@link Estimate#step}
         */
        public void add(double figure, double figureVariance, double weight, double step) {
            value += figure;
            variance += figureVariance;
            weights += figureVariance * weight;
            steps += figureVariance * step;
        }

        /**
         * The sum.
         *
         * @return all that was added, with its error
         */
        public Estimate total() {
            return ofSums(value, variance, weights, steps);
        }
    }

    /**
     * A sum of many independent estimates, for callers that keep the sums.
     *
     * @param weights the sum of the variances times the weights
     * @param steps the sum of the variances times the steps
     * @return the sum with its error
     */
    public static Estimate ofSums(double value, double variance, double weights, double steps) {
        boolean certain = variance == 0;
        return new Estimate(
                value, Math.sqrt(variance), certain ? 0 : weights / variance, certain ? 0 : steps / variance);
    }

    // The score range of a count n of samples is n + 2 ± 2·√(n + 1): all true counts of which n lies within two of
    // their standard
    // errors. Below a hundred samples n ± 2·√n would cover too few cases, and none without a sample. Counts are whole,
    // so the
    // lower end is that of n - 1/2; and blocks are whole, so the upper end is half a block further: one that is missed
    // in one of
    // ten cases would else lie outside in all of these.

    /**
     * The least that the truth may be: the lower end of the 95 % range.
     *
     * @return the lower end; at least 0, and NaN if unknown
     */
    public double low() {
        double less = value - weight / 2;
        double variance = Math.max(0, variance() - weight * weight / 2);
        double end = less + STANDARD_ERRORS * (weight - Math.sqrt(variance + weight * weight));
        return Math.max(0, end);
    }

    /**
     * The most that the truth may be: the upper end of the 95 % range.
     *
     * @return the upper end; NaN if unknown
     */
    public double high() {
        double more = Math.min(step / 2, STANDARD_ERRORS * standardError);
        return value + more + STANDARD_ERRORS * (weight + Math.sqrt(variance() + weight * weight));
    }

    private double variance() {
        return standardError * standardError;
    }

    /**
     * The error as a share of the value.
     *
     * @return the relative standard error, 0.1 for ten per cent; 0 if the value is 0
     */
    public double relativeError() {
        return value == 0 ? 0 : standardError / Math.abs(value);
    }
}
