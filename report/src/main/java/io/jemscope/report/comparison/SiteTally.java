package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;

/** Adds up what one site has in each of two profiles. */
final class SiteTally {

    /** The site's figures on one side. */
    private static final class Side {
        private Amount amount = Amount.NONE;
        private double figure;
        private double everFigure;
        private double ownVariance;

        /** What the variance would be, had the same blocks been sampled as densely as the other side's. */
        private double variancePerOtherRate;
    }

    private final Pair pair;
    private final Side before = new Side();
    private final Side after = new Side();

    SiteTally(Pair pair) {
        this.pair = pair;
    }

    void addBefore(Sample sample) {
        add(before, sample, pair.before().rate(), pair.after().rate());
    }

    void addAfter(Sample sample) {
        add(after, sample, pair.after().rate(), pair.before().rate());
    }

    private void add(Side side, Sample sample, SampleRate own, SampleRate other) {
        Measure measure = pair.measure();
        Amount amount = pair.amount(sample);
        side.amount = side.amount.plus(amount);
        side.figure += measure.of(amount, amount);
        side.everFigure += measure.of(sample.accumulated(), sample.accumulated());
        side.ownVariance += variance(amount, own);
        side.variancePerOtherRate += variance(amount, other);
    }

    private double variance(Amount amount, SampleRate rate) {
        double error = pair.isBytes()
                ? rate.estimateBytes(amount).standardError()
                : rate.estimateObjects(amount).standardError();
        return error * error;
    }

    double before() {
        return before.figure;
    }

    double after() {
        return after.figure * pair.factor();
    }

    double beforeVariance() {
        return before.ownVariance;
    }

    double afterVariance() {
        return after.ownVariance * pair.factor() * pair.factor();
    }

    /**
     * The two figures as they can be held against each other: with weights that suppose the same blocks on both sides, and
     * without what certainly lived on from one to the other.
     */
    Contrast contrast() {
        double both = before.figure + after.figure;
        double beforeWeight = both == 0 ? 0 : (before.ownVariance + after.variancePerOtherRate) / both;
        double afterWeight = both == 0 ? 0 : (after.ownVariance + before.variancePerOtherRate) / both;
        Amount gap = gap();
        double gapFigure = pair.measure().of(gap, gap);
        if (gapFigure > 0) {
            // A large block that is sure to be sampled makes the figures look sure; what came may be small ones.
            beforeWeight = Math.max(beforeWeight, variance(gap, pair.before().rate()) / gapFigure);
            afterWeight = Math.max(afterWeight, variance(gap, pair.after().rate()) / gapFigure);
        }
        double shared = shared();
        boolean onlyGrows = pair.isAccumulated() && pair.isOneProcess() && shared > 0;
        return new Contrast(
                before() - shared,
                onlyGrows ? Grain.EXACT : grain(beforeWeight, pair.before().rate()),
                after() - shared,
                grain(afterWeight, pair.after().rate()).times(pair.factor()));
    }

    private Grain grain(double weight, SampleRate rate) {
        return pair.isBytes() ? Grain.ofBytes(weight, rate) : Grain.ofObjects(weight);
    }

    /** The change as an amount of blocks, where objects and bytes changed the same way. */
    private Amount gap() {
        double objects = after.amount.objects() * pair.factor() - before.amount.objects();
        double bytes = after.amount.bytes() * pair.factor() - before.amount.bytes();
        return objects * bytes > 0 ? new Amount(Math.abs(objects), Math.abs(bytes)) : Amount.NONE;
    }

    /**
     * What of the figures is certainly the very same samples: of one process whose allocator counts what it ever handed out,
     * all of the later figure that didn't come in between.
     */
    private double shared() {
        double came = after.everFigure - before.everFigure;
        if (!pair.isOneProcess() || !pair.countsEver() || came < 0) {
            return 0;
        }
        return pair.isAccumulated() ? before.figure : Math.max(0, Math.min(before.figure, after.figure - came));
    }
}
