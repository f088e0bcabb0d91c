package io.jemscope.profile.merge;

import io.jemscope.profile.Amount;
import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleCollector;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.Samples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds profiles of several processes, or of one process at several times. Samples with equal stacks and labels become one.
 *
 * <p>Two locations are equal if their frames and files are, wherever the file was mapped in each process; the merged
 * location has the address of the first. Locations without frames are compared by their offset in the file. That is
 * right only if all processes ran the same build, so name the frames first if they may not. If the rates differ, the
 * merged rate and the errors are unknown. Dumps of one process share samples; the facts have their number
 * ({@link Profile#dumpsOfOneProcess}).
 */
public final class Merge {

    private final Map<Place, Location> places = new LinkedHashMap<>();
    private final Map<Location, Location> known = new LinkedHashMap<>();
    private final Map<Key, Sum> sums = new LinkedHashMap<>();

    private Merge() {}

    /**
     * The identity of a location across processes.
     *
     * @param file the file it lies in; null if unknown
     * @param buildId the file's build; null if unknown, or if the location has frames
     * @param offset its offset in the file, or its address without a file; 0 if the location has frames
     */
    private record Place(@Nullable String file, @Nullable BuildId buildId, long offset, List<Frame> frames) {

        static Place of(Location location) {
            Mapping mapping = location.mapping();
            String file = mapping == null ? null : mapping.file();
            if (!location.frames().isEmpty()) {
                return new Place(file, null, 0, location.frames());
            }
            if (mapping == null || file == null) {
                return new Place(null, null, location.address(), List.of());
            }
            long offset = location.address() - mapping.start() + mapping.fileOffset();
            return new Place(file, mapping.buildId(), offset, List.of());
        }
    }

    /** A stack of merged locations, which are compared by identity, with its labels. */
    private record Key(List<Location> stack, Map<String, String> labels) {}

    /** The amounts of one stack in all profiles. */
    private static final class Sum {

        private Amount live = Amount.NONE;
        private Amount accumulated = Amount.NONE;

        void add(Sample sample) {
            live = live.plus(sample.live());
            accumulated = accumulated.plus(sample.accumulated());
        }
    }

    /**
     * Adds profiles up.
     *
     * @param profiles the profiles, at least one
     * @return the sum; of one profile, the profile itself. Its facts are those that all share, sums of counts, and the
     *     number of profiles
     * @throws IllegalArgumentException if the list is empty
     */
    public static Profile of(List<Profile> profiles) {
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("There is no profile to merge");
        }
        if (profiles.size() == 1) {
            return profiles.get(0);
        }
        Merge merge = new Merge();
        for (Profile profile : profiles) {
            for (Sample sample : profile.samples()) {
                merge.add(sample);
            }
            // Another profile's locations are other objects.
            merge.known.clear();
        }
        return new Profile(rate(profiles), merge.samples(), mappings(profiles), JoinedFacts.of(profiles));
    }

    private void add(Sample sample) {
        List<Location> stack = new ArrayList<>(sample.stack().size());
        for (Location location : sample.stack()) {
            stack.add(known.computeIfAbsent(location, any -> places.computeIfAbsent(Place.of(any), place -> any)));
        }
        sums.computeIfAbsent(new Key(List.copyOf(stack), sample.labels()), key -> new Sum())
                .add(sample);
    }

    private Samples samples() {
        SampleCollector collector = new SampleCollector();
        for (Map.Entry<Key, Sum> entry : sums.entrySet()) {
            Key key = entry.getKey();
            collector.add(new Sample(key.stack, entry.getValue().live, entry.getValue().accumulated, key.labels));
        }
        return collector.samples();
    }

    private static SampleRate rate(List<Profile> profiles) {
        SampleRate rate = profiles.get(0).rate();
        for (Profile profile : profiles) {
            if (!profile.rate().equals(rate)) {
                return SampleRate.UNKNOWN;
            }
        }
        return rate;
    }

    /** The mappings of all processes; ranges of different processes may overlap. */
    private static List<Mapping> mappings(List<Profile> profiles) {
        Collection<Mapping> distinct = new LinkedHashSet<>();
        for (Profile profile : profiles) {
            distinct.addAll(profile.mappings());
        }
        List<Mapping> sorted = new ArrayList<>(distinct);
        sorted.sort((one, other) -> Long.compareUnsigned(one.start(), other.start()));
        return sorted;
    }
}
