package io.jemscope.report.shaping;

import io.jemscope.profile.Profile;
import io.jemscope.report.comparison.BothSides;
import io.jemscope.report.comparison.ProfileDiff;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wanted of a profile and of another that is taken off it: each is shaped by itself, and then one is subtracted.
 *
 * @param base what is taken off
 */
public record ShapedPair(ProfileTransform.Shaped profile, ProfileTransform.Shaped base) {

    /**
     * The filter's options that nothing matched on either side. What matches on one alone is spelled well: much of what has
     * come since wasn't there before.
     */
    public List<String> unmatched() {
        List<String> unmatched = new ArrayList<>(profile.unmatched());
        unmatched.retainAll(base.unmatched());
        return unmatched;
    }

    /**
     * Both in one profile, for forms that hold whole profiles: how sure their difference is stays known.
     *
     * @return the profile's samples and the base's, see {@link BothSides}
     */
    public Profile joined() {
        return new BothSides(profile.profile(), base.profile()).joined();
    }

    /**
     * The profile less its base.
     *
     * @param normalize whether to scale the profile to the base's total first
     */
    public ProfileDiff difference(boolean normalize) {
        return ProfileDiff.of(profile.profile(), base.profile(), normalize);
    }
}
