package io.jemscope.profile.filter;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Focus, ignore, hide and show (google/pprof, {@code profile/filter.go}): keeps samples with a location that focus matches
 * and none that ignore matches, and of their frames those that hide doesn't match and show does. A sample without
 * frames left is left out.
 */
final class NameStep implements Step {

    private final @Nullable NameMatcher focus;
    private final @Nullable NameMatcher ignore;
    private final @Nullable NameMatcher hide;
    private final @Nullable NameMatcher show;
    private final IdentityHashMap<Location, Verdict> verdicts = new IdentityHashMap<>();
    private boolean focusMatched;
    private boolean ignoreMatched;
    private boolean hideMatched;
    private boolean showMatched;

    NameStep(
            @Nullable NameMatcher focus,
            @Nullable NameMatcher ignore,
            @Nullable NameMatcher hide,
            @Nullable NameMatcher show) {
        this.focus = focus;
        this.ignore = ignore;
        this.hide = hide;
        this.show = show;
    }

    /**
     * What becomes of a location.
     *
     * @param focused whether samples with it are wanted
     * @param ignored whether samples with it aren't, whatever else they have
     * @param left the location with the frames that stay; null where none does
     */
    private record Verdict(
            boolean focused, boolean ignored, @Nullable Location left) {}

    @Override
    public List<Sample> apply(List<Sample> samples) {
        List<Sample> kept = new ArrayList<>();
        for (Sample sample : samples) {
            // Every location is looked at, also where the sample is lost already, to know which options match.
            boolean focused = false;
            boolean ignored = false;
            boolean changed = false;
            List<Location> stack = new ArrayList<>(sample.stack().size());
            for (Location location : sample.stack()) {
                Verdict verdict = verdict(location);
                focused |= verdict.focused;
                ignored |= verdict.ignored;
                changed |= verdict.left != location;
                if (verdict.left != null) {
                    stack.add(verdict.left);
                }
            }
            if (focused && !ignored && !stack.isEmpty()) {
                kept.add(changed ? Step.withStack(sample, stack) : sample);
            }
        }
        return kept;
    }

    private Verdict verdict(Location location) {
        Verdict known = verdicts.get(location);
        if (known == null) {
            known = judge(location);
            verdicts.put(location, known);
        }
        return known;
    }

    private Verdict judge(Location location) {
        boolean ignored = ignore != null && ignore.matches(location);
        boolean focused = !ignored && (focus == null || focus.matches(location));
        ignoreMatched |= ignored;
        focusMatched |= focused;
        Location left = location;
        if (hide != null && hide.matches(location)) {
            hideMatched = true;
            left = hide.matchesLibrary(location) ? null : with(location, hide, false);
        }
        if (show != null && left != null) {
            if (!show.matchesLibrary(location)) {
                left = with(left, show, true);
            } else if (left.frames().isEmpty()) {
                left = null;
            }
            showMatched |= left != null;
        }
        return new Verdict(focused, ignored, left);
    }

    /** A location with those of its frames that a pattern matches, or doesn't; null if no frame is left. */
    private static @Nullable Location with(Location location, NameMatcher matcher, boolean wanted) {
        List<Frame> frames = new ArrayList<>(location.frames().size());
        for (Frame frame : location.frames()) {
            if (matcher.matches(frame) == wanted) {
                frames.add(frame);
            }
        }
        if (frames.size() == location.frames().size() && !frames.isEmpty()) {
            return location;
        }
        return frames.isEmpty() ? null : new Location(location.address(), location.mapping(), frames);
    }

    @Override
    public List<String> unmatched() {
        List<String> options = new ArrayList<>();
        add(options, "focus", focus, focusMatched);
        add(options, "ignore", ignore, ignoreMatched);
        add(options, "hide", hide, hideMatched);
        add(options, "show", show, showMatched);
        return options;
    }

    private static void add(List<String> options, String option, @Nullable NameMatcher matcher, boolean matched) {
        if (matcher != null && !matched) {
            options.add(option);
        }
    }
}
