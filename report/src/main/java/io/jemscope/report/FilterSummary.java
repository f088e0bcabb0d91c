package io.jemscope.report;

import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a filter has left of a profile. It is told by the facts that the filter adds to what it leaves, and so also of a
 * profile that was filtered long ago and written to a file.
 *
 * @param options what was asked for, as options of {@code jemscope report}
 * @param shares how much of the whole is left; empty where that can't be told, as of a difference
 */
public record FilterSummary(String options, List<Share> shares) {

    /**
     * How much of one figure is left.
     *
     * @param measure which figure
     * @param left what is left, in the measure's unit
     * @param whole what there was before, in the measure's unit; above 0
     */
    public record Share(SampleType measure, double left, double whole) {}

    /**
     * Makes the list unchangeable.
     *
     * @param options what was asked for
     * @param shares how much of the whole is left; copied
     */
    public FilterSummary {
        shares = List.copyOf(shares);
    }

    /**
     * Looks a profile over.
     *
     * @return what is left in it, in bytes; empty where nobody has filtered it
     */
    public static Optional<FilterSummary> of(Profile profile) {
        ProfileMetadata facts = profile.metadata();
        Optional<String> options = facts.get(ProfileMetadata.FILTER);
        if (options.isEmpty()) {
            return Optional.empty();
        }
        List<Share> shares = new ArrayList<>();
        addShare(shares, facts, SampleType.LIVE_BYTES, profile.live().bytes());
        addShare(
                shares,
                facts,
                SampleType.ACCUMULATED_BYTES,
                profile.accumulated().bytes());
        return Optional.of(new FilterSummary(options.get(), shares));
    }

    /**
     * The same for one figure.
     *
     * @param facts the profile's
     * @param measure which figure
     * @param left the figure in the profile, in the measure's unit
     * @return what is left in it; empty where nobody has filtered it
     */
    public static Optional<FilterSummary> of(ProfileMetadata facts, SampleType measure, double left) {
        Optional<String> options = facts.get(ProfileMetadata.FILTER);
        if (options.isEmpty()) {
            return Optional.empty();
        }
        List<Share> shares = new ArrayList<>();
        addShare(shares, facts, measure, left);
        return Optional.of(new FilterSummary(options.get(), shares));
    }

    private static void addShare(List<Share> shares, ProfileMetadata facts, SampleType measure, double left) {
        OptionalLong whole = facts.count(
                switch (measure) {
                    case LIVE_BYTES -> ProfileMetadata.UNFILTERED_BYTES;
                    case LIVE_OBJECTS -> ProfileMetadata.UNFILTERED_OBJECTS;
                    case ACCUMULATED_BYTES -> ProfileMetadata.UNFILTERED_ACCUMULATED_BYTES;
                    case ACCUMULATED_OBJECTS -> ProfileMetadata.UNFILTERED_ACCUMULATED_OBJECTS;
                });
        if (whole.orElse(0) > 0) {
            shares.add(new Share(measure, left, whole.getAsLong()));
        }
    }

    /**
     * It in words.
     *
     * @param most how many characters the options may have; of more the end is left out
     * @return such as {@code --focus=zip; 10.0% of 29.0 KiB}, in one line
     */
    public String text(int most) {
        StringBuilder text = new StringBuilder(80);
        String shown = Printable.of(options);
        text.append(shown.length() > most ? shown.substring(0, most) + "…" : shown);
        for (int i = 0; i < shares.size(); i++) {
            Share share = shares.get(i);
            text.append(i == 0 ? "; " : ", ").append(Units.percent(share.left, share.whole));
            text.append(" of ").append(SampleTypeText.value(share.measure, share.whole));
            if (shares.size() > 1) {
                text.append(share.measure.isAccumulated() ? " allocated in total" : " live");
            }
        }
        return text.toString();
    }
}
