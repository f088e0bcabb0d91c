package io.jemscope.profile.filter;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Drops the callers of the outermost frame that matches, and samples without such a frame (google/pprof, {@code ShowFrom} in
 * {@code profile/filter.go}). A location that matches loses the frames that the last matching one was inlined into,
 * wherever it stands, unless its library matches.
 */
final class ShowFromStep implements Step {

    private final NameMatcher matcher;

    /** Each location with the frames that stay; empty for one that doesn't match. */
    private final IdentityHashMap<Location, Optional<Location>> left = new IdentityHashMap<>();

    private boolean matched;

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
                Optional<Location> matching = left.computeIfAbsent(location, this::matching);
                outermost = matching.isPresent() ? stack.size() : outermost;
                stack.add(matching.orElse(location));
            }
            if (outermost >= 0) {
                matched = true;
                kept.add(Step.withStack(sample, stack.subList(0, outermost + 1)));
            }
        }
        return kept;
    }

    private Optional<Location> matching(Location location) {
        if (matcher.matchesLibrary(location)) {
            return Optional.of(location);
        }
        List<Frame> frames = location.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (matcher.matches(frames.get(i))) {
                return Optional.of(
                        i == frames.size() - 1
                                ? location
                                : new Location(location.address(), location.mapping(), frames.subList(0, i + 1)));
            }
        }
        return Optional.empty();
    }

    @Override
    public List<String> unmatched() {
        return matched ? List.of() : List.of("show-from");
    }
}
