package io.jemscope.report.shaping;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.filter.NamePattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of samples' labels, by pprof's options.
 *
 * @param roots {@code tagroot}: the keys of labels that become frames above the stacks, the outermost first
 * @param leaves {@code tagleaf}: the keys of labels that become frames below the stacks
 * @param show {@code tagshow}: what is to be found in the keys of labels that stay; null for all
 * @param hide {@code taghide}: what is to be found in the keys of labels that go; null for none
 */
public record Labels(
        List<String> roots,
        List<String> leaves,
        @Nullable NamePattern show,
        @Nullable NamePattern hide) {

    /** Labels as they are. */
    public static final Labels AS_THEY_ARE = new Labels(List.of(), List.of(), null, null);

    /**
     * Something asked for that no label has: a misspelling, as a rule.
     *
     * @param option the option, without dashes
     * @param text the key or the pattern
     */
    public record Unmatched(String option, String text) {}

    /**
     * Makes the lists unchangeable.
     *
     * @param roots the keys of labels above the stacks; copied
     * @param leaves the keys of labels below the stacks; copied
     * @param show whose labels stay
     * @param hide whose labels go
     */
    public Labels {
        roots = List.copyOf(roots);
        leaves = List.copyOf(leaves);
    }

    /**
     * Whether labels become frames.
     *
     * @return whether any do
     */
    public boolean hasFrames() {
        return !roots.isEmpty() || !leaves.isEmpty();
    }

    /**
     * What matches no label of any of these.
     *
     * @return the keys and patterns, each with its option
     */
    public List<Unmatched> unmatched(List<Profile> profiles) {
        List<Unmatched> unmatched = new ArrayList<>();
        if (!hasFrames() && show == null && hide == null) {
            return unmatched;
        }
        Set<String> keys = new HashSet<>();
        for (Profile profile : profiles) {
            for (Sample sample : profile.samples()) {
                keys.addAll(sample.labels().keySet());
            }
        }
        addUnmatched(unmatched, "tagroot", roots, keys);
        addUnmatched(unmatched, "tagleaf", leaves, keys);
        addUnmatched(unmatched, "tagshow", show, keys);
        addUnmatched(unmatched, "taghide", hide, keys);
        return unmatched;
    }

    private static void addUnmatched(List<Unmatched> to, String option, List<String> asked, Set<String> keys) {
        for (String key : asked) {
            if (!keys.contains(key)) {
                to.add(new Unmatched(option, key));
            }
        }
    }

    private static void addUnmatched(
            List<Unmatched> to, String option, @Nullable NamePattern pattern, Set<String> keys) {
        if (pattern != null && keys.stream().noneMatch(pattern::isIn)) {
            to.add(new Unmatched(option, pattern.text()));
        }
    }
}
