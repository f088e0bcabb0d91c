package io.jemscope.profile.merge;

import io.jemscope.profile.Amount;
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

/**
 * Adds profiles up: those of several processes, or of one at several times. Samples of equal stacks and labels become one.
 *
 * <p>Locations are told apart by their frames and their file, wherever the file lay in each process; the merged location
 * has the address of the first. One without frames is told by its address in its file, which is right as long as all
 * processes ran the same build of it: name the frames first where that isn't sure. The rate is the profiles' where all have
 * the same; else it is unknown, and so are the errors. Dumps of one process share samples: the facts tell how many there are
 * ({@link Profile#dumpsOfOneProcess}).
 */
public final class Merge {

    private final Map<Place, Location> places = new LinkedHashMap<>();
    private final Map<Location, Location> known = new LinkedHashMap<>();
    private final Map<Key, Sum> sums = new LinkedHashMap<>();

    private Merge() {}

    /** A stack of merged locations, which are compared by identity, with its labels. */
    private record Key(List<Location> stack, Map<String, String> labels) {}

    /** What one stack has in all profiles. */
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
     * @return the sum; the profile itself where there is only one. Its facts are those that all share,
     *     sums of counts, and how many profiles there were
     * @throws IllegalArgumentException where there are none
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

    /** All that any process had mapped; of different processes, ranges may overlap. */
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
