package io.jemscope.profile.callgrind;

import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The memory that each function allocated itself, by line, and through each of its calls. Functions have numbers. */
final class CallTally {

    private static final int NO_LINE = 0;

    private final IdAssigner<Function> numbers = new IdAssigner<>();
    private final List<Costs> costs = new ArrayList<>();

    /** The frames of each location, outermost first, which recurs in many stacks. */
    private final Map<Location, List<Place>> placesOf = new HashMap<>();

    /** The calls of the current stack, by caller and callee. */
    private final Set<Long> counted = new HashSet<>();

    /**
     * The costs of a function.
     *
     * @param self the memory that it allocated itself, by line
     * @param calls the memory allocated through its calls
     */
    record Costs(Map<Integer, Cost> self, Map<Call, Cost> calls) {}

    /**
     * A call as callgrind has it.
     *
     * @param line the line it stands at in its function; 0 if it isn't known
     * @param callee the number of the function called
     * @param calleeLine the line in the function called; 0 if it isn't known
     */
    record Call(int line, int callee, int calleeLine) {

        // Written out: see Mapping.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Call call
                    && line == call.line
                    && callee == call.callee
                    && calleeLine == call.calleeLine;
        }

        @Override
        public int hashCode() {
            return (line * 31 + callee) * 31 + calleeLine;
        }
    }

    /** The memory allocated at one place. */
    static final class Cost {

        private double liveBytes;
        private double liveObjects;
        private double accumulatedBytes;
        private double accumulatedObjects;
        private int samples;

        private void add(Sample sample) {
            liveBytes += sample.live().bytes();
            liveObjects += sample.live().objects();
            accumulatedBytes += sample.accumulated().bytes();
            accumulatedObjects += sample.accumulated().objects();
            samples++;
        }

        /** One of the figures. */
        double of(SampleType measure) {
            return switch (measure) {
                case LIVE_BYTES -> liveBytes;
                case LIVE_OBJECTS -> liveObjects;
                case ACCUMULATED_BYTES -> accumulatedBytes;
                case ACCUMULATED_OBJECTS -> accumulatedObjects;
            };
        }

        int samples() {
            return samples;
        }
    }

    /** A frame of a stack: a function at a line. */
    private record Place(int function, int line) {}

    CallTally(Profile profile) {
        List<Place> places = new ArrayList<>();
        for (Sample sample : profile.samples()) {
            places.clear();
            for (int i = sample.stack().size() - 1; i >= 0; i--) {
                places.addAll(placesOf.computeIfAbsent(sample.stack().get(i), this::places));
            }
            if (places.isEmpty()) {
                places.add(place(Function.NONE, NO_LINE));
            }
            add(sample, places);
        }
    }

    /** The functions by their numbers: all that allocated memory, themselves or through calls. */
    List<Function> functions() {
        return numbers.inOrder();
    }

    Costs costs(int function) {
        return costs.get(function);
    }

    private List<Place> places(Location location) {
        List<Frame> frames = location.frames();
        if (frames.isEmpty()) {
            return List.of(place(Function.of(location), NO_LINE));
        }
        List<Place> places = new ArrayList<>(frames.size());
        for (int i = frames.size() - 1; i >= 0; i--) {
            places.add(place(
                    Function.of(location, frames.get(i)),
                    Math.max(0, frames.get(i).line())));
        }
        return List.copyOf(places);
    }

    private Place place(Function function, int line) {
        int number = numbers.of(function);
        if (number == costs.size()) {
            costs.add(new Costs(new TreeMap<>(), new LinkedHashMap<>()));
        }
        return new Place(number, line);
    }

    /** Adds a sample, given its frames, root first. */
    private void add(Sample sample, List<Place> places) {
        Place leaf = places.get(places.size() - 1);
        costs(leaf.function).self.computeIfAbsent(leaf.line, key -> new Cost()).add(sample);
        // A call that recurs in a stack counts once, or its cost would be more than there is. The calls of a function
        // that
        // calls itself, directly or not, may still add up to more: the format has no room for where a recursion began.
        counted.clear();
        for (int i = 0; i + 1 < places.size(); i++) {
            Place caller = places.get(i);
            Place callee = places.get(i + 1);
            if (counted.add(((long) caller.function << 32) | callee.function)) {
                costs(caller.function)
                        .calls
                        .computeIfAbsent(new Call(caller.line, callee.function, callee.line), key -> new Cost())
                        .add(sample);
            }
        }
    }
}
