package io.jemscope.profile.filter;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops the callers of the outermost frame that matches, and samples without such a frame (google/pprof, {@code ShowFrom} in
 * {@code profile/filter.go}). A location that matches loses the frames that the last matching one was inlined into,
 * wherever it stands, unless its library matches.
 */
final class ShowFromStep implements Step {

    private static final String OPTION = "show-from";

    private final NameMatcher matcher;

    /** Matching locations, with the frames that stay. */
    private final IdentityHashMap<Location, Location> matching = new IdentityHashMap<>();

    private final IdentityHashMap<Location, Boolean> others = new IdentityHashMap<>();

    ShowFromStep(NameMatcher matcher) {
        this.matcher = matcher;
    }

    @Override
    public List<Sample> apply(List<Sample> samples) {
        List<Sample> kept = new ArrayList<>();
        for (Sample sample : samples) {
            List<Location> stack = new ArrayList<>(sample.stack().size());
            int outermost = -1;
            for (Location location : sample.stack()) {
                Location left = left(location);
                stack.add(left == null ? location : left);
                outermost = left == null ? outermost : stack.size() - 1;
            }
            if (outermost >= 0) {
                kept.add(Step.withStack(sample, stack.subList(0, outermost + 1)));
            }
        }
        return kept;
    }

    /** What stays of a location that matches; null where it doesn't match. */
    private @Nullable Location left(Location location) {
        Location known = matching.get(location);
        if (known != null || others.containsKey(location)) {
            return known;
        }
        Location left = judge(location);
        if (left == null) {
            others.put(location, true);
        } else {
            matching.put(location, left);
        }
        return left;
    }

    private @Nullable Location judge(Location location) {
        if (matcher.matchesLibrary(location)) {
            return location;
        }
        List<Frame> frames = location.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (matcher.matches(frames.get(i))) {
                return i == frames.size() - 1
                        ? location
                        : new Location(location.address(), location.mapping(), frames.subList(0, i + 1));
            }
        }
        return null;
    }

    @Override
    public List<String> unmatched() {
        return matching.isEmpty() ? List.of(OPTION) : List.of();
    }
}
