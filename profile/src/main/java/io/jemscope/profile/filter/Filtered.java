package io.jemscope.profile.filter;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.List;

/**
 * What a filter left of a profile, and what it left out: shares of the whole can be told from it.
 *
 * @param profile what is left
 * @param live what was held before, in all
 * @param accumulated what was ever asked for before, in all; {@link Amount#NONE} where the allocator didn't count it
 * @param unmatched the options that nothing in the profile matched, such as {@code focus}: a misspelling, probably
 */
public record Filtered(Profile profile, Amount live, Amount accumulated, List<String> unmatched) {

    /**
     * Makes the list unchangeable.
     *
     * @param profile what is left
     * @param live what was held before
     * @param accumulated what was ever asked for before
     * @param unmatched the options that nothing matched; copied
     */
    public Filtered {
        unmatched = List.copyOf(unmatched);
    }

    /**
     * How much of a figure the filter left out.
     *
     * @param measure which figure
     * @return a share from 0 (everything is left) to 1 (nothing is); 0 where there was nothing
     */
    public double leftOut(SampleType measure) {
        double before = measure.of(live, accumulated);
        double left = measure.of(profile.live(), profile.accumulated());
        return before <= 0 ? 0 : Math.max(0, Math.min(1, 1 - left / before));
    }
}
