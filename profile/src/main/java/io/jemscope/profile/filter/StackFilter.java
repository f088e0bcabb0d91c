package io.jemscope.profile.filter;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses samples and frames as pprof does, with its options' names and meaning (google/pprof, {@code profile/filter.go},
 * {@code profile/prune.go}, {@code internal/driver/driver_focus.go}), in its order: thread, then focus, ignore, hide and
 * show, then show-from, tagfocus and tagignore, and prune-from last.
 *
 * <p>Patterns are found anywhere in a name: a frame's function, its source file, or the library that its location lies
 * in (with {@code (deleted)} where the maps say so). Java frames lie in no library. Of a location with inlined functions,
 * frame by frame is hidden or shown. As in pprof, a sample without any frame is left out once there is a focus, ignore, hide
 * or show.
 *
 * <p>jeprof's {@code --retain} is {@code show} and its {@code --exclude} is {@code hide}, with two differences: jeprof
 * matches functions' names only, and chooses frames before {@code --focus} and {@code --ignore} look at them.
 *
 * <p>Immutable and safe for several threads.
 */
public final class StackFilter {

    /** The facts that hold for the whole of a dump, and would be wrong of a part. */
    private static final Set<String> FACTS_OF_THE_WHOLE = Set.of(
            ProfileMetadata.HEADER_BYTES,
            ProfileMetadata.HEADER_OBJECTS,
            ProfileMetadata.HEADER_ACCUMULATED_BYTES,
            ProfileMetadata.HEADER_ACCUMULATED_OBJECTS);

    private final Map<FilterOption, NamePattern> patterns;
    private final Map<FilterOption, String> texts;
    private final Map<FilterOption, String> names;
    private final PatternLimit limit;
    private final long mostSteps;

    private StackFilter(Builder builder) {
        patterns = new LinkedHashMap<>(builder.patterns);
        texts = new LinkedHashMap<>(builder.texts);
        names = new LinkedHashMap<>(builder.names);
        limit = builder.limit;
        mostSteps = builder.mostSteps;
    }

    /**
     * Begins a filter.
     *
     * @return a builder of a filter, which keeps everything so far
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Whether the filter keeps everything.
     *
     * @return whether no option was set
     */
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /**
     * Filters a profile.
     *
     * @param profile the profile, with its frames known
     * @return what is left. Its provenance has the facts {@link ProfileMetadata#FILTER} and, for the whole it was taken from,
     *     {@link ProfileMetadata#UNFILTERED_BYTES} and its like; it has no totals of a dump's header any more
     * @throws FilterException if that takes more work than {@link Builder#mostSteps} allows
     */
    public Profile apply(Profile profile) {
        return filter(profile).profile();
    }

    /**
     * Filters a profile, and says what was left out.
     *
     * @param profile the profile, with its frames known
     * @return what is left, as {@link #apply} gives it, and the whole's totals
     * @throws FilterException if that takes more work than {@link Builder#mostSteps} allows
     */
    public Filtered filter(Profile profile) {
        Amount live = profile.live();
        Amount accumulated = profile.accumulated();
        if (isEmpty()) {
            return new Filtered(profile, live, accumulated, List.of());
        }
        List<Sample> samples = profile.samples();
        List<String> unmatched = new ArrayList<>();
        for (Step step : steps(new MatchBudget(mostSteps))) {
            samples = step.apply(samples);
            unmatched.addAll(step.unmatched());
        }
        ProfileMetadata metadata = metadata(profile.metadata(), live, accumulated);
        Profile left = new Profile(profile.rate(), samples, profile.mappings(), metadata);
        return new Filtered(left, live, accumulated, unmatched);
    }

    private List<Step> steps(MatchBudget effort) {
        List<Step> steps = new ArrayList<>();
        String thread = texts.get(FilterOption.THREAD);
        if (thread != null) {
            steps.add(new SampleStep(
                    new SampleStep.Choice(FilterOption.THREAD.word(), sample -> isOf(thread, sample)), null));
        }
        NameMatcher focus = matcher(FilterOption.FOCUS, effort);
        NameMatcher ignore = matcher(FilterOption.IGNORE, effort);
        NameMatcher hide = matcher(FilterOption.HIDE, effort);
        NameMatcher show = matcher(FilterOption.SHOW, effort);
        if (focus != null || ignore != null || hide != null || show != null) {
            steps.add(new NameStep(focus, ignore, hide, show));
        }
        NameMatcher showFrom = matcher(FilterOption.SHOW_FROM, effort);
        if (showFrom != null) {
            steps.add(new ShowFromStep(showFrom));
        }
        SampleStep.Choice tagFocus = tags(FilterOption.TAG_FOCUS, effort);
        SampleStep.Choice tagIgnore = tags(FilterOption.TAG_IGNORE, effort);
        if (tagFocus != null || tagIgnore != null) {
            steps.add(new SampleStep(tagFocus, tagIgnore));
        }
        NameMatcher pruneFrom = matcher(FilterOption.PRUNE_FROM, effort);
        if (pruneFrom != null) {
            steps.add(new PruneFromStep(pruneFrom));
        }
        return steps;
    }

    private @Nullable NameMatcher matcher(FilterOption option, MatchBudget effort) {
        NamePattern pattern = patterns.get(option);
        return pattern == null ? null : new NameMatcher(name(option), pattern, effort);
    }

    private SampleStep.@Nullable Choice tags(FilterOption option, MatchBudget effort) {
        String text = texts.get(option);
        return text == null
                ? null
                : new SampleStep.Choice(option.word(), new TagCondition(name(option), text, limit, effort)::holds);
    }

    /** The user's name of an option. */
    private String name(FilterOption option) {
        return names.getOrDefault(option, option.word());
    }

    private static boolean isOf(String thread, Sample sample) {
        String name = sample.labels().get(Sample.THREAD);
        return name != null
                && LabelValues.of(name).stream()
                        .anyMatch(value -> value.equals(thread) || value.equals("thread " + thread));
    }

    private ProfileMetadata metadata(ProfileMetadata before, Amount live, Amount accumulated) {
        Map<String, String> facts = new LinkedHashMap<>(before.facts());
        facts.keySet().removeAll(FACTS_OF_THE_WHOLE);
        String earlier = facts.get(ProfileMetadata.FILTER);
        if (earlier != null) {
            // The totals before the filter are those before the first one.
            facts.put(ProfileMetadata.FILTER, earlier + " " + description());
            return new ProfileMetadata(facts);
        }
        facts.put(ProfileMetadata.FILTER, description());
        facts.put(ProfileMetadata.UNFILTERED_OBJECTS, whole(live.objects()));
        facts.put(ProfileMetadata.UNFILTERED_BYTES, whole(live.bytes()));
        if (!accumulated.isNone()) {
            facts.put(ProfileMetadata.UNFILTERED_ACCUMULATED_OBJECTS, whole(accumulated.objects()));
            facts.put(ProfileMetadata.UNFILTERED_ACCUMULATED_BYTES, whole(accumulated.bytes()));
        }
        return new ProfileMetadata(facts);
    }

    private String description() {
        StringBuilder description = new StringBuilder();
        texts.forEach((option, text) -> description
                .append(description.isEmpty() ? "" : " ")
                .append("--")
                .append(option.word())
                .append('=')
                .append(text));
        return description.toString();
    }

    private static String whole(double figure) {
        return Long.toString(Math.round(figure));
    }

    /** Collects what a filter is to choose by. An option given twice counts as given last. */
    public static final class Builder {

        private final Map<FilterOption, NamePattern> patterns = new LinkedHashMap<>();
        private final Map<FilterOption, String> texts = new LinkedHashMap<>();
        private final Map<FilterOption, String> names = new LinkedHashMap<>();
        private PatternLimit limit = PatternLimit.OWN;
        private long mostSteps = Long.MAX_VALUE;

        private Builder() {}

        /**
         * Chooses by an option as a user has written it.
         *
         * @param name what the user knows it by, for messages: {@code --focus}, say
         * @param text what was given to it
         * @throws FilterException if the text can't be read
         */
        public Builder choose(FilterOption option, String name, String text) {
            names.put(option, name);
            return switch (option) {
                case THREAD -> thread(text);
                case TAG_FOCUS, TAG_IGNORE -> tags(option, text);
                default -> put(option, FilterPattern.compile(name, text, limit));
            };
        }

        /**
         * Limits the patterns that are set after this call; the default is {@link PatternLimit#OWN}.
         *
         * @param most how large they may be
         */
        public Builder limit(PatternLimit most) {
            limit = most;
            return this;
        }

        /**
         * Limits the work for one profile; without it there is no limit.
         *
         * @param steps how many steps the patterns may take: one is a name's character, looked at by one of the instructions that a
         *     pattern has become
         */
        public Builder mostSteps(long steps) {
            mostSteps = steps;
            return this;
        }

        /**
         * Keeps samples with a location that a pattern matches.
         *
         * @param pattern the pattern; {@link FilterPattern#compile} makes it of what a user typed
         */
        public Builder focus(NamePattern pattern) {
            return put(FilterOption.FOCUS, pattern);
        }

        /** Leaves samples out that have a location that a pattern matches, also where focus matches them. */
        public Builder ignore(NamePattern pattern) {
            return put(FilterOption.IGNORE, pattern);
        }

        /**
         * Takes frames that a pattern matches out of the stacks, jeprof's {@code --exclude}. Samples without frames left are
         * left out.
         */
        public Builder hide(NamePattern pattern) {
            return put(FilterOption.HIDE, pattern);
        }

        /**
         * Keeps of the stacks only frames that a pattern matches, jeprof's {@code --retain}. Samples without frames left are
         * left out.
         */
        public Builder show(NamePattern pattern) {
            return put(FilterOption.SHOW, pattern);
        }

        /** Drops the callers of the outermost frame that a pattern matches, and samples without such a frame. */
        public Builder showFrom(NamePattern pattern) {
            return put(FilterOption.SHOW_FROM, pattern);
        }

        /**
         * Drops what the innermost function that a pattern matches called, so that it stands as the leaf.
         *
         * @param pattern the pattern; looked for in functions' names, their parameters left out
         */
        public Builder pruneFrom(NamePattern pattern) {
            return put(FilterOption.PRUNE_FROM, pattern);
        }

        /**
         * Keeps samples whose labels fulfil a condition: {@code key=pattern}, {@code pattern}, both also as lists with
         * commas, or a range such as {@code bytes=1kb:64kb}, {@code bytes} being the mean size of a sample's blocks.
         *
         * @throws FilterException if the condition is invalid
         */
        public Builder tagFocus(String condition) {
            return tags(FilterOption.TAG_FOCUS, condition);
        }

        /**
         * Leaves samples out whose labels fulfil a condition.
         *
         * @param condition the condition, as for {@link #tagFocus}
         * @throws FilterException if the condition is invalid
         */
        public Builder tagIgnore(String condition) {
            return tags(FilterOption.TAG_IGNORE, condition);
        }

        /**
         * Keeps one thread's samples.
         *
         * @param thread the thread's name, or jemalloc's number of a thread without a name
         */
        public Builder thread(String thread) {
            texts.put(FilterOption.THREAD, thread);
            return this;
        }

        /**
         * Makes the filter.
         *
         * @return the filter with the options so far
         */
        public StackFilter build() {
            return new StackFilter(this);
        }

        private Builder put(FilterOption option, NamePattern pattern) {
            patterns.put(option, pattern);
            texts.put(option, pattern.text());
            return this;
        }

        private Builder tags(FilterOption option, String condition) {
            // Made for its checks; a filter makes its own for each profile, since it remembers names.
            new TagCondition(names.getOrDefault(option, option.word()), condition, limit, MatchBudget.any());
            texts.put(option, condition);
            return this;
        }
    }
}
