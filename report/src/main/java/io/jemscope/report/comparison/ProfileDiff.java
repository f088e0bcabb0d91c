package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One profile less another, for the reports that go stack by stack, as {@code go tool pprof}'s {@code -base} and
 * {@code -diff_base} show it. Stacks are matched by the names of their frames and their labels, never by address. What is
 * the same on both sides is left out; what there is less of has negative amounts.
 *
 * <p>It says nothing of sampling noise: that is {@link Comparison}'s.
 *
 * @param difference the profile less its base; its amounts may be negative
 */
public record ProfileDiff(Profile difference, Profile base) {

    /** What counts as nothing beside the figures it came from: arithmetic on fractions leaves such crumbs. */
    private static final double NOTHING = 1e-9;

    /** What is told of all that one side has: a difference is no part of it. */
    private static final Set<String> OF_ONE_SIDE = Set.of(
            ProfileMetadata.RSS,
            ProfileMetadata.HEADER_BYTES,
            ProfileMetadata.HEADER_OBJECTS,
            ProfileMetadata.HEADER_ACCUMULATED_BYTES,
            ProfileMetadata.HEADER_ACCUMULATED_OBJECTS,
            ProfileMetadata.UNFILTERED_BYTES,
            ProfileMetadata.UNFILTERED_OBJECTS,
            ProfileMetadata.UNFILTERED_ACCUMULATED_BYTES,
            ProfileMetadata.UNFILTERED_ACCUMULATED_OBJECTS);

    /** Both sides of one stack. */
    private static final class Sides {
        private final Sample sample;
        private Amount live = Amount.NONE;
        private Amount accumulated = Amount.NONE;
        private Amount baseLive = Amount.NONE;
        private Amount baseAccumulated = Amount.NONE;

        Sides(Sample sample) {
            this.sample = sample;
        }

        Sample difference() {
            return new Sample(
                    sample.stack(), less(live, baseLive), less(accumulated, baseAccumulated), sample.labels());
        }

        private static Amount less(Amount amount, Amount base) {
            return new Amount(less(amount.objects(), base.objects()), less(amount.bytes(), base.bytes()));
        }

        private static double less(double figure, double base) {
            double difference = figure - base;
            return Math.abs(difference) <= NOTHING * (figure + base) ? 0 : difference;
        }
    }

    /**
     * Subtracts.
     *
     * @param profile the profile, with its frames known
     * @param base what to take off, with its frames known
     * @param normalize whether to bring the profile to the base's total of each figure first, as pprof's
     *     {@code -normalize} does
     * @return the difference; with the profile's rate, mappings and facts, but for those of all that the profile has, such as
     *     the resident memory
     */
    public static ProfileDiff of(Profile profile, Profile base, boolean normalize) {
        Map<List<Object>, Sides> stacks = new LinkedHashMap<>();
        Amount liveFactor = normalize ? factor(profile.live(), base.live()) : new Amount(1, 1);
        Amount everFactor = normalize ? factor(profile.accumulated(), base.accumulated()) : new Amount(1, 1);
        for (Sample sample : profile.samples()) {
            Sides sides = stacks.computeIfAbsent(key(sample), any -> new Sides(sample));
            sides.live = sides.live.plus(times(sample.live(), liveFactor));
            sides.accumulated = sides.accumulated.plus(times(sample.accumulated(), everFactor));
        }
        for (Sample sample : base.samples()) {
            Sides sides = stacks.computeIfAbsent(key(sample), any -> new Sides(sample));
            sides.baseLive = sides.baseLive.plus(sample.live());
            sides.baseAccumulated = sides.baseAccumulated.plus(sample.accumulated());
        }
        List<Sample> samples = new ArrayList<>(stacks.size());
        for (Sides sides : stacks.values()) {
            Sample difference = sides.difference();
            if (!difference.live().isNone() || !difference.accumulated().isNone()) {
                samples.add(difference);
            }
        }
        return new ProfileDiff(new Profile(profile.rate(), samples, profile.mappings(), facts(profile)), base);
    }

    /** What a profile's facts say of its difference from another. */
    static ProfileMetadata facts(Profile profile) {
        return profile.metadata().without(OF_ONE_SIDE);
    }

    /**
     * The same with nothing for what there is less of, as {@code -drop_negative} has it.
     *
     * @return the difference without negative amounts
     */
    public ProfileDiff withoutNegatives() {
        List<Sample> samples = new ArrayList<>();
        for (Sample sample : difference.samples()) {
            Amount live = withoutNegatives(sample.live());
            Amount accumulated = withoutNegatives(sample.accumulated());
            if (!live.isNone() || !accumulated.isNone()) {
                samples.add(new Sample(sample.stack(), live, accumulated, sample.labels()));
            }
        }
        return new ProfileDiff(
                new Profile(difference.rate(), samples, difference.mappings(), difference.metadata()), base);
    }

    /**
     * What {@link #withoutNegatives} leaves out.
     *
     * @param sampleType what is counted
     * @return the sum of the negative figures, in the sample type's unit; at most 0
     */
    public double negatives(SampleType sampleType) {
        double total = 0;
        for (Sample sample : difference.samples()) {
            total += Math.min(0, sampleType.of(sample));
        }
        return total;
    }

    private static Amount withoutNegatives(Amount amount) {
        return new Amount(Math.max(0, amount.objects()), Math.max(0, amount.bytes()));
    }

    /**
     * What percentages are of with {@code -diff_base}: all of the base.
     *
     * @param sampleType what is counted
     * @return the sum over the base's samples, in the sample type's unit
     */
    public double baseTotal(SampleType sampleType) {
        return sampleType.of(base.live(), base.accumulated());
    }

    /**
     * What percentages are of with {@code -base}: all of the difference, what there is less of counted as well.
     *
     * @param sampleType what is counted
     * @return the sum of what the difference's samples are without their signs, in the sample type's unit
     */
    public double absoluteTotal(SampleType sampleType) {
        double total = 0;
        for (Sample sample : difference.samples()) {
            total += Math.abs(sampleType.of(sample));
        }
        return total;
    }

    private static Amount factor(Amount whole, Amount base) {
        return new Amount(ratio(base.objects(), whole.objects()), ratio(base.bytes(), whole.bytes()));
    }

    private static double ratio(double wanted, double had) {
        return had == 0 ? 1 : wanted / had;
    }

    private static Amount times(Amount amount, Amount factor) {
        return new Amount(amount.objects() * factor.objects(), amount.bytes() * factor.bytes());
    }

    /** A stack by names: libraries' paths and addresses differ from build to build. */
    private static List<Object> key(Sample sample) {
        List<Object> key = new ArrayList<>(sample.stack().size() + 4);
        for (Location location : sample.stack()) {
            if (location.frames().isEmpty()) {
                key.add(location.address());
            }
            for (Frame frame : location.frames()) {
                key.add(name(frame));
            }
        }
        key.add(sample.labels());
        return key;
    }

    private static String name(Frame frame) {
        if (frame instanceof JavaFrame java) {
            // Class loaders' names differ from run to run.
            return java.label() + " " + java.source();
        }
        if (frame instanceof NativeFrame function && function.source() != null) {
            return function.name() + " " + function.source();
        }
        return frame.label();
    }
}
