package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile and its base in one profile, as {@code go tool pprof -proto -diff_base} writes them: the base's samples have negative
 * amounts and a label. Sums over it are the difference, as in a {@link ProfileDiff}; but each side can still be told, and so how sure
 * the difference is.
 *
 * @param base the base; its amounts aren't negative
 */
public record BothSides(Profile profile, Profile base) {

    private static final String LABEL = "pprof::base";

    private static final String MARK = "true";

    /** What the base's facts begin with beside the profile's. */
    private static final String OF_BASE = "base.";

    /**
     * Says whether a sample is the base's.
     *
     * @return whether it is marked so
     */
    public static boolean isBase(Sample sample) {
        return LabelValues.of(sample.labels().getOrDefault(LABEL, "")).contains(MARK);
    }

    /** Whether a profile is the difference of two, whoever wrote it: it has negative figures. */
    public static boolean isDifference(Profile profile) {
        return profile.metadata().get(ProfileMetadata.DIFFERENCE).isPresent();
    }

    /**
     * What shares of a difference are of, as in pprof.
     *
     * @return all that was added or taken away; the base's total where it is marked
     */
    public static double total(Profile difference, SampleType sampleType) {
        double all = 0;
        double base = 0;
        for (Sample sample : difference.samples()) {
            double value = Math.abs(sampleType.of(sample));
            all += value;
            if (isBase(sample)) {
                base += value;
            }
        }
        return base > 0 ? base : all;
    }

    /**
     * Both in one.
     *
     * @return the profile's samples, and the base's with negative amounts; of each side's facts those that hold for a difference
     */
    public Profile joined() {
        List<Sample> samples = new ArrayList<>(profile.samples());
        for (Sample sample : base.samples()) {
            Map<String, String> labels = new HashMap<>(sample.labels());
            labels.put(LABEL, MARK);
            samples.add(new Sample(sample.stack(), minus(sample.live()), minus(sample.accumulated()), labels));
        }
        Map<String, String> facts =
                new LinkedHashMap<>(ProfileDiff.facts(profile).facts());
        facts.put(ProfileMetadata.DIFFERENCE, "the later profile less the earlier one");
        ProfileDiff.facts(base).facts().forEach((key, value) -> facts.put(OF_BASE + key, value));
        return new Profile(
                profile.rate().equals(base.rate()) ? profile.rate() : SampleRate.UNKNOWN,
                samples,
                profile.mappings(),
                new ProfileMetadata(facts));
    }

    /**
     * Takes them apart again.
     *
     * @param difference a profile, perhaps both in one
     * @return both sides; empty where neither samples nor facts are marked as the base's, or others have negative amounts, too
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
        Map<String, String> facts = new LinkedHashMap<>();
        Map<String, String> ofBase = new LinkedHashMap<>();
        difference.metadata().facts().forEach((key, value) -> {
            if (key.startsWith(OF_BASE)) {
                ofBase.put(key.substring(OF_BASE.length()), value);
            } else {
                facts.put(key, value);
            }
        });
        // A filter may have left no sample of the base.
        boolean hasBase = !base.isEmpty() || !ofBase.isEmpty();
        if (!hasBase || hasNegatives(samples) || hasNegatives(base)) {
            return Optional.empty();
        }
        if (ofBase.isEmpty()) {
            // Another tool mixed both sides' facts. Without a time the base doesn't count as a dump of the same
            // process.
            ofBase.putAll(facts);
            ofBase.remove(ProfileMetadata.TIME);
        } else if (facts.containsKey(ProfileMetadata.MERGED_OF_ONE_PROCESS)) {
            // A sum of such files counts its dumps for both sides.
            ofBase.put(ProfileMetadata.MERGED_OF_ONE_PROCESS, facts.get(ProfileMetadata.MERGED_OF_ONE_PROCESS));
        }
        return Optional.of(new BothSides(of(difference, samples, facts), of(difference, base, ofBase)));
    }

    private static Profile of(Profile difference, List<Sample> samples, Map<String, String> facts) {
        return new Profile(difference.rate(), samples, difference.mappings(), new ProfileMetadata(facts));
    }

    /** Whether a live or accumulated figure is negative. */
    public static boolean hasNegatives(List<Sample> samples) {
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
