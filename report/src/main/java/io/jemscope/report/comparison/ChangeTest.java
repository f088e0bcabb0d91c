package io.jemscope.report.comparison;

/**
 * Two sampled figures of one thing, held against each other: how likely sampling alone makes them differ so.
 *
 * <p>Suppose there is as much of it in truth on both sides, {@code T}, in blocks of a known size, each sampled with a known
 * probability. Then the number of samples on either side is binomial, and exactly known is how likely the later side has
 * as many as it has, or more, and how likely the earlier one has as few, or fewer. The sides being independent, the
 * product {@code Q} of the two is small by chance with probability {@code Q·(1 - ln Q)} (Fisher 1932, of two tests). Of all
 * {@code T} the one that explains the figures best is taken, so the answer holds whatever the truth is.
 *
 * <p>Nothing is assumed of counts being large: one or two samples of something new are never evidence, while a new block
 * of 30 times the rate, which is never missed, is. The normal distribution would err both ways: 2 MiB at a rate of
 * 512 KiB have a small variance, and still one block in 50 goes unseen.
 *
 * @param before the earlier figure; at least 0
 * @param beforeGrain what it is made of
 * @param after the later figure; at least 0
 * @param afterGrain what it is made of
 */
public record ChangeTest(double before, SampleGranularity beforeGrain, double after, SampleGranularity afterGrain) {

    /** What arithmetic alone makes of equal figures. */
    private static final double SAME = 1e-9;

    /**
     * The standard error of no sample at all, in samples. Where nothing was sampled, up to three samples' worth may be there
     * in 95 of 100 cases (exp(-3) is 0.05), and these are two standard errors.
     */
    private static final double ERROR_OF_NONE = 1.5;

    /** The best truth is sought in so many steps at most. */
    private static final int STEPS = 40;

    /** The best truth is sought up to that share of a sample; the product is flat around it. */
    private static final double PRECISION = 0.02;

    /** Smaller products aren't told apart. */
    private static final double BEYOND_DOUBT = 1e-15;

    /** A product that is as good as nothing to go by: a chance of one in four. */
    private static final double NO_EVIDENCE = 0.065;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /**
     * The change.
     *
     * @return the later figure less the earlier one
     */
    public double change() {
        return after - before;
    }

    /**
     * The change's standard error, were the two sides sampled independently. What lives on from one side to the other makes
     * it smaller, never greater.
     *
     * @return the standard error; NaN where nothing tells how densely was sampled
     */
    public double standardError() {
        return Math.sqrt(variance(before, beforeGrain.weight()) + variance(after, afterGrain.weight()));
    }

    private static double variance(double figure, double weight) {
        double least = ERROR_OF_NONE * weight;
        return Math.max(weight * figure, least * least);
    }

    /**
     * How likely sampling alone makes the later figure so much greater, if in truth nothing grew.
     *
     * @return from 0 to 1; 1 where it isn't greater, a lower bound where it is above 0.2 and an upper one
     *     where it is below 1e-13, NaN where nothing tells how densely was sampled
     */
    public double chanceOfGrowth() {
        return chance(after, afterGrain, before, beforeGrain);
    }

    /**
     * How likely sampling alone makes the later figure so much smaller, if in truth nothing shrank.
     *
     * @return from 0 to 1; 1 where it isn't smaller, a lower bound where it is above 0.2 and an upper one
     *     where it is below 1e-13, NaN where nothing tells how densely was sampled
     */
    public double chanceOfShrinkage() {
        return chance(before, beforeGrain, after, afterGrain);
    }

    /**
     * The chance that as many samples would give, if every one of them lay on the later side. Where that is no evidence,
     * nothing could have been.
     *
     * @return from 0 to 1; NaN where nothing tells how densely was sampled
     */
    public double leastChanceOfGrowth() {
        return chance(afterGrain.sample() * samples(), afterGrain, 0, beforeGrain);
    }

    /**
     * The chance that as many samples would give, if every one of them lay on the earlier side.
     *
     * @return from 0 to 1; NaN where nothing tells how densely was sampled
     */
    public double leastChanceOfShrinkage() {
        return chance(beforeGrain.sample() * samples(), beforeGrain, 0, afterGrain);
    }

    private double samples() {
        return before / beforeGrain.sample() + after / afterGrain.sample();
    }

    private static double chance(
            double greater, SampleGranularity greaterGrain, double smaller, SampleGranularity smallerGrain) {
        if (Double.isNaN(greaterGrain.missed()) || Double.isNaN(smallerGrain.missed())) {
            return Double.NaN;
        }
        if (greater - smaller <= SAME * (greater + smaller)) {
            return 1;
        }
        if (greaterGrain.missed() == 0 && smallerGrain.missed() == 0) {
            return 0;
        }
        double product = greatestProduct(Side.of(greater, greaterGrain), Side.of(smaller, smallerGrain));
        return product == 0 ? 0 : Math.min(1, product * (1 - Math.log(product)));
    }

    /** One figure against a supposed truth. */
    private record Side(double samples, SampleGranularity grain) {

        static Side of(double figure, SampleGranularity grain) {
            return new Side(figure / grain.sample(), grain);
        }

        private double blocks(double truth) {
            // There are as many blocks as were sampled, at the least.
            return Math.max(truth / grain.size(), samples);
        }

        double soManyOrMore(double truth) {
            double blocks = blocks(truth);
            return samples == 0
                    ? 1
                    : IncompleteBeta.of(1 - grain.missed(), grain.missed(), samples, blocks - samples + 1);
        }

        double soManyOrFewer(double truth) {
            double unseen = blocks(truth) - samples;
            return unseen <= SAME * samples
                    ? 1
                    : IncompleteBeta.of(grain.missed(), 1 - grain.missed(), unseen, samples + 1);
        }

        double least() {
            return samples * grain.size();
        }
    }

    /**
     * The greatest product over all truths. One factor grows with the truth and the other falls, so the best lies around the
     * truth where they meet; there it is found by golden section. Any truth gives a lower bound, so the search ends as soon
     * as the figures are no evidence anyway.
     */
    private static double greatestProduct(Side greater, Side smaller) {
        double least = Math.max(greater.least(), smaller.least());
        double sample = Math.max(greater.grain().sample(), smaller.grain().sample());
        double best = product(greater, smaller, least);
        double low = least;
        double high = 2 * least + greater.grain().sample() + smaller.grain().sample();
        while (greater.soManyOrMore(high) < smaller.soManyOrFewer(high)) {
            high *= 2;
        }
        for (int i = 0; i < STEPS && best < NO_EVIDENCE && high - low > PRECISION * sample; i++) {
            double middle = (low + high) / 2;
            double rising = greater.soManyOrMore(middle);
            double falling = smaller.soManyOrFewer(middle);
            best = Math.max(best, rising * falling);
            if (Math.max(rising, falling) < BEYOND_DOUBT) {
                // Below this truth one factor is smaller still, above it the other one.
                return BEYOND_DOUBT;
            }
            low = rising < falling ? middle : low;
            high = rising < falling ? high : middle;
        }
        double meeting = (low + high) / 2;
        double spread = 3 * (Math.sqrt(meeting * sample) + sample);
        low = Math.max(least, meeting - spread);
        high = meeting + spread;
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double ofLeft = product(greater, smaller, left);
        double ofRight = product(greater, smaller, right);
        for (int i = 0; i < STEPS && best < NO_EVIDENCE && high - low > PRECISION * sample; i++) {
            best = Math.max(best, Math.max(ofLeft, ofRight));
            // Both are nothing where the figures lie far apart: then the middle is nearest to something.
            if (ofLeft == ofRight ? left < meeting : ofLeft < ofRight) {
                low = left;
                left = right;
                ofLeft = ofRight;
                right = low + GOLDEN * (high - low);
                ofRight = product(greater, smaller, right);
            } else {
                high = right;
                right = left;
                ofRight = ofLeft;
                left = high - GOLDEN * (high - low);
                ofLeft = product(greater, smaller, left);
            }
        }
        return best;
    }

    private static double product(Side greater, Side smaller, double truth) {
        return greater.soManyOrMore(truth) * smaller.soManyOrFewer(truth);
    }
}
