package io.jemscope.report.shaping;

import io.jemscope.profile.Profile;
import io.jemscope.profile.filter.Filtered;
import io.jemscope.profile.filter.StackFilter;
import java.util.List;

/**
 * What of a profile is wanted, and as what. Labels become frames before the filter looks, which may ask for these, and are left
 * out behind it, since it may ask for them, too; inlined functions are left out at the end.
 *
 * @param filter which samples and frames are wanted
 * @param labels what becomes of labels
 * @param noInlines whether inlined functions are left out, for the function they lie in
 */
public record ProfileTransform(StackFilter filter, Labels labels, boolean noInlines) {

    /** Everything, as it is. */
    public static final ProfileTransform NONE =
            new ProfileTransform(StackFilter.builder().build(), Labels.AS_THEY_ARE, false);

    /**
     * What became of a profile.
     *
     * @param profile what is to be counted
     * @param source the same without frames that were labels: it tells what is known and what isn't
     * @param unmatched the filter's options that nothing matched
     */
    public record Shaped(Profile profile, Profile source, List<String> unmatched) {

        /**
         * Makes the list unchangeable.
         *
         * @param profile what is to be counted
         * @param source the same without frames that were labels
         * @param unmatched the options that nothing matched; copied
         */
        public Shaped {
            unmatched = List.copyOf(unmatched);
        }
    }

    /**
     * Shapes a profile.
     *
     * @param whole the profile, with its frames known
     * @return what is wanted of it
     * @throws io.jemscope.profile.filter.FilterException where the filter takes more work than it may
     */
    public Shaped of(Profile whole) {
        LabelFrames frames = new LabelFrames(labels.roots(), labels.leaves());
        Filtered filtered = filter.filter(frames.addTo(whole));
        Profile labelled = LabelKeys.keep(filtered.profile(), labels.show(), labels.hide());
        Profile shaped = noInlines ? InlineRemover.of(labelled) : labelled;
        return new Shaped(shaped, frames.takeFrom(shaped), filtered.unmatched());
    }

    /**
     * Shapes a profile and another that is to be taken off it.
     *
     * @param whole the profile, with its frames known
     * @param base the other, with its frames known
     * @return what is wanted of both
     * @throws io.jemscope.profile.filter.FilterException where the filter takes more work than it may
     */
    public ShapedPair of(Profile whole, Profile base) {
        return new ShapedPair(of(whole), of(base));
    }
}
