package io.jemscope.profile.filter;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Drops what the innermost matching function called (google/pprof, {@code PruneFrom} in {@code profile/prune.go}), so that
 * this function stands as the leaf. Only functions' names count, without their parameters. A location that matches loses
 * the frames inlined into its innermost matching one, wherever it stands.
 */
final class PruneFromStep implements Step {

    /** Brackets that don't begin a list of parameters. */
    private static final List<String> RESERVED = List.of("(anonymous namespace)", "operator()");

    private final NameMatcher matcher;

    /** Each location with the frames that stay; itself if it doesn't match. */
    private final IdentityHashMap<Location, Location> left = new IdentityHashMap<>();

    /** The locations that match. */
    private final IdentityHashMap<Location, Boolean> matching = new IdentityHashMap<>();

    PruneFromStep(NameMatcher matcher) {
        this.matcher = matcher;
    }

    @Override
    public List<Sample> apply(List<Sample> samples) {
        List<Sample> pruned = new ArrayList<>(samples.size());
        for (Sample sample : samples) {
            List<Location> stack = new ArrayList<>(sample.stack().size());
            boolean changed = false;
            boolean found = false;
            for (Location location : sample.stack()) {
                Location rest = left.computeIfAbsent(location, this::judge);
                if (!found && matching.containsKey(location)) {
                    found = true;
                    changed |= !stack.isEmpty();
                    stack.clear();
                }
                changed |= rest != location;
                stack.add(rest);
            }
            pruned.add(changed ? Step.withStack(sample, stack) : sample);
        }
        return pruned;
    }

    private Location judge(Location location) {
        List<Frame> frames = location.frames();
        for (int i = 0; i < frames.size(); i++) {
            if (matcher.matches(withoutParameters(frames.get(i).label()))) {
                matching.put(location, true);
                return i == 0
                        ? location
                        : new Location(location.address(), location.mapping(), frames.subList(i, frames.size()));
            }
        }
        return location;
    }

    /** A function's name without its parameters, and without the dot that some ABIs put before it. */
    static String withoutParameters(String function) {
        String name = function.startsWith(".") ? function.substring(1) : function;
        for (int at = 0; at < name.length(); at++) {
            int reserved = reservedLength(name, at);
            if (reserved > 0) {
                at += reserved - 1;
            } else if (name.charAt(at) == '(') {
                return name.substring(0, at);
            }
        }
        return name;
    }

    private static int reservedLength(String name, int at) {
        for (String reserved : RESERVED) {
            if (name.startsWith(reserved, at)) {
                return reserved.length();
            }
        }
        return 0;
    }

    @Override
    public List<String> unmatched() {
        return matching.isEmpty() ? List.of("prune-from") : List.of();
    }
}
