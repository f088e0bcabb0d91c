package io.jemscope.profile.filter;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleCollector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drops the frames that a pprof file requests its readers to drop, usually the allocator's own. The file's
 * {@code drop_frames} and {@code keep_frames} are expressions that match a function's whole name without its parameters
 * (google/pprof, {@code Prune} in {@code profile/prune.go}).
 *
 * <p>From the outermost caller inwards, the first match is dropped with everything that it called. Frames before the first
 * function that stays are kept, so that no stack loses everything.
 */
public final class DroppedFrames {

    /** A few seconds of work, also for a hostile file. */
    private static final long MOST_STEPS = 1L << 33;

    private static final Set<String> FACTS = Set.of(ProfileMetadata.DROP_FRAMES, ProfileMetadata.KEEP_FRAMES);

    private final NameMatcher drop;
    private final @Nullable NameMatcher keep;

    /** The rest of each location: itself if nothing is dropped; null if all of it is. */
    private final Map<Location, @Nullable Location> left = new HashMap<>();

    private DroppedFrames(NameMatcher drop, @Nullable NameMatcher keep) {
        this.drop = drop;
        this.keep = keep;
    }

    /**
     * Drops the frames that the profile's file requests to drop.
     *
     * @param profile the profile, its frames demangled
     * @return the profile without the frames; the profile itself if its file drops none
     * @throws FormatException if the file's expressions are invalid
     */
    public static Profile of(Profile profile) throws FormatException {
        String drop = profile.metadata().get(ProfileMetadata.DROP_FRAMES).orElse("");
        if (drop.isEmpty()) {
            return profile;
        }
        String keep = profile.metadata().get(ProfileMetadata.KEEP_FRAMES).orElse("");
        try {
            MatchBudget effort = new MatchBudget(MOST_STEPS);
            DroppedFrames dropped = new DroppedFrames(
                    matcher("drop_frames", drop, effort), keep.isEmpty() ? null : matcher("keep_frames", keep, effort));
            return dropped.apply(profile);
        } catch (FilterException e) {
            FormatException failure = new FormatException(
                    "The pprof profile can't be read", e.what() + ": " + e.why(), "Write the file again without it");
            failure.initCause(e);
            throw failure;
        }
    }

    private static NameMatcher matcher(String field, String pattern, MatchBudget effort) {
        return new NameMatcher(field, FilterPattern.compile(field, "^(?:" + pattern + ")$", PatternLimit.SENT), effort);
    }

    private Profile apply(Profile profile) {
        SampleCollector samples = new SampleCollector();
        for (Sample sample : profile.samples()) {
            samples.add(Step.withStack(sample, pruned(sample.stack())));
        }
        return new Profile(
                profile.rate(),
                samples.samples(),
                profile.mappings(),
                profile.metadata().without(FACTS));
    }

    private List<Location> pruned(List<Location> stack) {
        boolean staying = false;
        int first = 0;
        for (int i = stack.size() - 1; i >= 0; i--) {
            Location rest = left(stack.get(i));
            if (rest == stack.get(i)) {
                staying = true;
            } else if (staying) {
                first = rest == null ? i + 1 : i;
                break;
            }
        }
        List<Location> kept = new ArrayList<>(stack.size() - first);
        for (Location location : stack.subList(first, stack.size())) {
            // As pprof does, a location that is dropped in part loses that part wherever it stands.
            Location rest = left(location);
            kept.add(rest == null ? location : rest);
        }
        return kept;
    }

    private @Nullable Location left(Location location) {
        if (!left.containsKey(location)) {
            left.put(location, judge(location));
        }
        return left.get(location);
    }

    private @Nullable Location judge(Location location) {
        List<Frame> frames = location.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            String name = PruneFromStep.withoutParameters(frames.get(i).label());
            if (drop.matches(name) && (keep == null || !keep.matches(name))) {
                return i == frames.size() - 1
                        ? null
                        : new Location(location.address(), location.mapping(), frames.subList(i + 1, frames.size()));
            }
        }
        return location;
    }
}
