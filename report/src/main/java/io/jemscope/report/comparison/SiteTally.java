package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.Callers;
import java.util.List;

/** Adds up what one site has in each of two profiles. */
final class SiteTally {

    /** The site's figures on one side. */
    private static final class Side {
        private Amount amount = Amount.NONE;
        private Amount ever = Amount.NONE;
        private final Estimate.Sum bytes = new Estimate.Sum();
        private final Estimate.Sum objects = new Estimate.Sum();

        /** What the variances would be, had the same blocks been sampled as densely as the other side's. */
        private double byteVariancePerOtherRate;

        private double objectVariancePerOtherRate;

        void add(Sample sample, Amount part, SampleRate own, SampleRate other) {
            amount = amount.plus(part);
            ever = ever.plus(sample.accumulated());
            bytes.add(own.estimateBytes(part));
            objects.add(own.estimateObjects(part));
            byteVariancePerOtherRate += variance(part, other, true);
            objectVariancePerOtherRate += variance(part, other, false);
        }

        Estimate figure(boolean ofBytes) {
            return (ofBytes ? bytes : objects).total();
        }

        double ownVariance(boolean ofBytes) {
            double error = figure(ofBytes).standardError();
            return error * error;
        }
    }

    private final Pair pair;
    private final Side before = new Side();
    private final Side after = new Side();

    /** What the application's frames above a library's site gained, and what they have on the later side. */
    private final Callers gained = new Callers();

    private final Callers held = new Callers();

    SiteTally(Pair pair) {
        this.pair = pair;
    }

    void addBefore(Sample sample) {
        before.add(
                sample, pair.amount(sample), pair.before().rate(), pair.after().rate());
    }

    void addAfter(Sample sample) {
        after.add(
                sample, pair.amount(sample), pair.after().rate(), pair.before().rate());
    }

    void addCallerBefore(String caller, Sample sample) {
        gained.add(caller, -figure(pair.amount(sample), pair.isBytes()));
        held.add(caller, 0);
    }

    void addCallerAfter(String caller, Sample sample) {
        double figure = figure(pair.amount(sample), pair.isBytes()) * pair.factor();
        gained.add(caller, figure);
        held.add(caller, figure);
    }

    /**
     * The application's frames above the site.
     *
     * @param changed whether the site's change is more than noise: the frames that changed most then come first, else those
     *     that hold most
     */
    List<String> callers(boolean changed) {
        if (!changed) {
            return held.largestFirst();
        }
        return after() < before() ? gained.smallestFirst() : gained.largestFirst();
    }

    private static double variance(Amount amount, SampleRate rate, boolean bytes) {
        double error = bytes
                ? rate.estimateBytes(amount).standardError()
                : rate.estimateObjects(amount).standardError();
        return error * error;
    }

    private static double figure(Amount amount, boolean bytes) {
        return bytes ? amount.bytes() : amount.objects();
    }

    double before() {
        return figure(before.amount, pair.isBytes());
    }

    double after() {
        return figure(after.amount, pair.isBytes()) * pair.factor();
    }

    /**
     * The earlier figure.
     *
     * @param contrast how the two are held against each other
     */
    Estimate earlier(ChangeTest contrast) {
        return orUnseen(
                before.figure(pair.isBytes()).ofDependent(pair.before().dumpsOfOneProcess()), contrast.beforeGrain());
    }

    /**
     * The later figure, brought to the earlier total where that was asked for.
     *
     * @param contrast how the two are held against each other
     */
    Estimate later(ChangeTest contrast) {
        return orUnseen(
                after.figure(pair.isBytes())
                        .ofDependent(pair.after().dumpsOfOneProcess())
                        .times(pair.factor()),
                contrast.afterGrain());
    }

    /** Of what was never sampled it counts which blocks it would be made of. */
    private static Estimate orUnseen(Estimate figure, SampleGranularity grain) {
        return figure.value() > 0 ? figure : Estimate.unseen(grain.weight());
    }

    /**
     * The change, with the errors of both dumps; what certainly lived on from one to the other is in both, and has none.
     *
     * @param contrast how the two are held against each other
     */
    Difference change(ChangeTest contrast) {
        return new Difference(
                without(later(contrast), contrast.after(), contrast.afterGrain()),
                without(earlier(contrast), contrast.before(), contrast.beforeGrain()));
    }

    /** What is left of a figure. */
    private static Estimate without(Estimate figure, double left, SampleGranularity grain) {
        return left > 0 ? figure.part(left / figure.value()) : Estimate.unseen(grain.weight());
    }

    /** How the figures that are compared are held against each other. */
    ChangeTest contrast() {
        return contrast(pair.isBytes());
    }

    /**
     * How the bytes are held against each other, whatever is compared. Of a stack whose blocks differ in size a dump tells
     * but the mean, and a single sample of a tiny block stands for tens of thousands of objects: the error of objects is
     * then beyond knowing, that of bytes is not, since no sample stands for many more bytes than the rate.
     */
    ChangeTest contrastOfBytes() {
        return contrast(true);
    }

    /**
     * The two figures as they can be held against each other: made of what supposes the same blocks on both sides, and
     * without what certainly lived on from one to the other.
     */
    private ChangeTest contrast(boolean bytes) {
        double both = figure(before.amount, bytes) + figure(after.amount, bytes);
        double beforeWeight = 0;
        double afterWeight = 0;
        if (both > 0) {
            beforeWeight = bytes
                    ? before.ownVariance(true) + after.byteVariancePerOtherRate
                    : before.ownVariance(false) + after.objectVariancePerOtherRate;
            afterWeight = bytes
                    ? after.ownVariance(true) + before.byteVariancePerOtherRate
                    : after.ownVariance(false) + before.objectVariancePerOtherRate;
            beforeWeight /= both;
            afterWeight /= both;
        } else if (bytes) {
            beforeWeight = pair.before().rate().nothingSampled().weight();
            afterWeight = pair.after().rate().nothingSampled().weight();
        }
        Amount gap = gap();
        double gapFigure = figure(gap, bytes);
        if (gapFigure > 0) {
            // A large block that is sure to be sampled makes the figures look sure; what came may be small ones.
            beforeWeight = Math.max(beforeWeight, variance(gap, pair.before().rate(), bytes) / gapFigure);
            afterWeight = Math.max(afterWeight, variance(gap, pair.after().rate(), bytes) / gapFigure);
        }
        double shared = shared(bytes);
        boolean onlyGrows = pair.isAccumulated() && pair.isOneProcess() && shared > 0;
        return new ChangeTest(
                figure(before.amount, bytes) - shared,
                onlyGrows ? SampleGranularity.EXACT : grain(beforeWeight, pair.before(), bytes),
                figure(after.amount, bytes) * pair.factor() - shared,
                grain(afterWeight, pair.after(), bytes).times(pair.factor()));
    }

    /** In a sum of dumps of one process a block may be in all of them, and be missed in all of them. */
    private static SampleGranularity grain(double weight, Profile profile, boolean bytes) {
        SampleGranularity grain =
                bytes ? SampleGranularity.ofBytes(weight, profile.rate()) : SampleGranularity.ofObjects(weight);
        return grain.times(profile.dumpsOfOneProcess());
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
    private double shared(boolean bytes) {
        double had = figure(before.amount, bytes);
        double came = figure(after.ever, bytes) - figure(before.ever, bytes);
        if (!pair.isOneProcess() || !pair.countsEver() || came < 0) {
            return 0;
        }
        return pair.isAccumulated() ? had : Math.max(0, Math.min(had, figure(after.amount, bytes) - came));
    }
}
