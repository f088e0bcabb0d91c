package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile and its base in one profile, as {@code go tool pprof -proto -diff_base} writes them: the base's samples have negative
 * amounts and a label. Sums over it are the difference, as in a {@link Subtraction}; but each side can still be told, and so how sure
 * the difference is.
 *
 * @param profile the profile
 * @param base the base; its amounts aren't negative
 */
public record BothSides(Profile profile, Profile base) {

    private static final String LABEL = "pprof::base";

    private static final String MARK = "true";

    /**
     * Says whether a sample is the base's.
     *
     * @param sample the sample
     * @return whether it is marked so
     */
    public static boolean isBase(Sample sample) {
        return LabelValues.of(sample.labels().getOrDefault(LABEL, "")).contains(MARK);
    }

    /**
     * Both in one.
     *
     * @return the profile's samples, and the base's with negative amounts; of the facts those that hold for a difference
     */
    public Profile joined() {
        List<Sample> samples = new ArrayList<>(profile.samples());
        for (Sample sample : base.samples()) {
            Map<String, String> labels = new HashMap<>(sample.labels());
            labels.put(LABEL, MARK);
            samples.add(new Sample(sample.stack(), minus(sample.live()), minus(sample.accumulated()), labels));
        }
        return new Profile(
                profile.rate().equals(base.rate()) ? profile.rate() : SampleRate.UNKNOWN,
                samples,
                profile.mappings(),
                Subtraction.facts(profile).with(Provenance.DIFFERENCE, "the later profile less the earlier one"));
    }

    /**
     * Takes them apart again.
     *
     * @param difference a profile, perhaps both in one
     * @return both sides; empty where no samples are marked as the base's, or others have negative amounts, too
     */
    public static Optional<BothSides> in(Profile difference) {
        List<Sample> samples = new ArrayList<>();
        List<Sample> base = new ArrayList<>();
        for (Sample sample : difference.samples()) {
            if (isBase(sample)) {
                Map<String, String> labels = new HashMap<>(sample.labels());
                labels.remove(LABEL);
                base.add(new Sample(sample.stack(), minus(sample.live()), minus(sample.accumulated()), labels));
            } else {
                samples.add(sample);
            }
        }
        if (base.isEmpty() || hasNegatives(samples) || hasNegatives(base)) {
            return Optional.empty();
        }
        return Optional.of(new BothSides(of(difference, samples), of(difference, base)));
    }

    private static Profile of(Profile difference, List<Sample> samples) {
        return new Profile(difference.rate(), samples, difference.mappings(), difference.provenance());
    }

    private static boolean hasNegatives(List<Sample> samples) {
        for (Sample sample : samples) {
            if (sample.live().isNegative() || sample.accumulated().isNegative()) {
                return true;
            }
        }
        return false;
    }

    private static Amount minus(Amount amount) {
        return amount.isNone() ? amount : amount.times(-1, -1);
    }
}
