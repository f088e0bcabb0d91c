package io.jemscope.profile.filter;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.List;

/**
 * The result of a filter, and the totals before it.
 *
 * @param profile the filtered profile
 * @param live the memory in use before the filter
 * @param accumulated all memory allocated before the filter; {@link Amount#NONE} if the allocator didn't count it
 * @param unmatched the options that nothing in the profile matched, such as {@code focus}: a misspelling, probably
 */
public record Filtered(Profile profile, Amount live, Amount accumulated, List<String> unmatched) {

    public Filtered {
        unmatched = List.copyOf(unmatched);
    }

    /**
     * How much of a figure the filter left out.
     *
     * @param measure which figure
     * @return a share from 0 (everything is left) to 1 (nothing is); 0 if there was nothing
     */
    public double leftOut(SampleType measure) {
        double before = measure.of(live, accumulated);
        double left = measure.of(profile.live(), profile.accumulated());
        return before <= 0 ? 0 : Math.max(0, Math.min(1, 1 - left / before));
    }
}
