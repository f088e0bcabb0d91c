package io.jemscope.report.shaping;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.filter.NamePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Labels left out by their keys: pprof's {@code -tagshow} and {@code -taghide}. */
public final class LabelKeys {

    private LabelKeys() {}

    /**
     * Leaves labels out.
     *
     * @param show what is to be found in the keys of those that stay; null for all
     * @param hide what is to be found in the keys of those that go; null for none
     * @return the profile with the labels that stay
     */
    public static Profile keep(Profile profile, @Nullable NamePattern show, @Nullable NamePattern hide) {
        if (show == null && hide == null) {
            return profile;
        }
        Choice choice = new Choice(show, hide);
        // Samples share their maps of labels; each is looked through once.
        IdentityHashMap<Map<String, String>, Map<String, String>> kept = new IdentityHashMap<>();
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            samples.add(new Sample(
                    sample.stack(),
                    sample.live(),
                    sample.accumulated(),
                    kept.computeIfAbsent(sample.labels(), choice::keep)));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.metadata());
    }

    /** Looks for the patterns once in each key, of which there are few, however many threads there are. */
    private static final class Choice {

        private final @Nullable NamePattern show;
        private final @Nullable NamePattern hide;
        private final Map<String, Boolean> known = new HashMap<>();

        Choice(@Nullable NamePattern show, @Nullable NamePattern hide) {
            this.show = show;
            this.hide = hide;
        }

        Map<String, String> keep(Map<String, String> labels) {
            Map<String, String> kept = new HashMap<>();
            labels.forEach((key, value) -> {
                if (known.computeIfAbsent(key, this::stays)) {
                    kept.put(key, value);
                }
            });
            return Map.copyOf(kept);
        }

        private boolean stays(String key) {
            boolean isShown = show == null || show.isIn(key);
            return isShown && !(hide != null && hide.isIn(key));
        }
    }
}
