package io.jemscope.report.shaping;

import io.jemscope.profile.Frame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Labels as frames, so that reports of functions tell them apart: pprof's {@code -tagroot} and {@code -tagleaf}. */
public final class LabelFrames {

    private final List<String> roots;
    private final List<String> leaves;
    private final Map<String, Location> byValue = new HashMap<>();
    private final Set<Frame> frames = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Makes frames of labels.
     *
     * @param roots the keys of labels that stand above the stacks, the outermost first
     * @param leaves the keys of labels that stand below the stacks, the innermost last
     */
    public LabelFrames(List<String> roots, List<String> leaves) {
        this.roots = List.copyOf(roots);
        this.leaves = List.copyOf(leaves);
    }

    /**
     * Adds a frame for each label asked for that a sample has, called as the label's value is.
     *
     * @return the profile with these frames
     */
    public Profile addTo(Profile profile) {
        if (roots.isEmpty() && leaves.isEmpty()) {
            return profile;
        }
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            List<Location> stack = new ArrayList<>();
            addReversed(stack, sample, leaves);
            stack.addAll(sample.stack());
            addReversed(stack, sample, roots);
            samples.add(new Sample(stack, sample.live(), sample.accumulated(), sample.labels()));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.metadata());
    }

    /** Stacks begin with what is innermost. */
    private void addReversed(List<Location> stack, Sample sample, List<String> keys) {
        for (int i = keys.size() - 1; i >= 0; i--) {
            String value = sample.labels().get(keys.get(i));
            if (value != null) {
                stack.add(byValue.computeIfAbsent(value, this::location));
            }
        }
    }

    private Location location(String values) {
        String value = LabelValues.shown(values);
        Frame frame = new NativeFrame(value, value, null, null);
        frames.add(frame);
        return new Location(0, null, List.of(frame));
    }

    /**
     * A profile without the frames that were added: what is known and what isn't has nothing to do with them.
     *
     * @param profile what became of a profile that {@link #addTo} gave
     */
    public Profile takeFrom(Profile profile) {
        if (frames.isEmpty()) {
            return profile;
        }
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            List<Location> stack = new ArrayList<>(sample.stack());
            stack.removeIf(location -> location.frames().size() == 1
                    && frames.contains(location.frames().get(0)));
            samples.add(new Sample(stack, sample.live(), sample.accumulated(), sample.labels()));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.metadata());
    }
}
