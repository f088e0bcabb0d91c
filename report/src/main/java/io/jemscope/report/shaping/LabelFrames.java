package io.jemscope.report.shaping;

import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Labels as frames, so that reports of functions tell them apart: pprof's {@code -tagroot} and {@code -tagleaf}. */
public final class LabelFrames {

    private final Map<String, Location> byValue = new HashMap<>();

    private LabelFrames() {}

    /**
     * Adds a frame for each label asked for that a sample has, called as the label's value is.
     *
     * @param profile the profile
     * @param roots the keys of labels that stand above the stacks, the outermost first
     * @param leaves the keys of labels that stand below the stacks, the innermost last
     * @return the profile with these frames
     */
    public static Profile add(Profile profile, List<String> roots, List<String> leaves) {
        if (roots.isEmpty() && leaves.isEmpty()) {
            return profile;
        }
        LabelFrames frames = new LabelFrames();
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            List<Location> stack = new ArrayList<>();
            frames.addReversed(stack, sample, leaves);
            stack.addAll(sample.stack());
            frames.addReversed(stack, sample, roots);
            samples.add(new Sample(stack, sample.live(), sample.accumulated(), sample.labels()));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.provenance());
    }

    /** Stacks begin with what is innermost. */
    private void addReversed(List<Location> stack, Sample sample, List<String> keys) {
        for (int i = keys.size() - 1; i >= 0; i--) {
            String value = sample.labels().get(keys.get(i));
            if (value != null) {
                stack.add(byValue.computeIfAbsent(
                        value, name -> new Location(0, null, List.of(new NativeFrame(name, name, null, null)))));
            }
        }
    }
}
