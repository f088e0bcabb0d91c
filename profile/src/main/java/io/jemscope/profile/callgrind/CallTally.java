package io.jemscope.profile.callgrind;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What each function asked for itself, by line, and what through each of its calls. */
final class CallTally {

    private final Map<Function, Costs> functions = new LinkedHashMap<>();

    /**
     * What a function costs.
     *
     * @param self what it asked for itself, by line
     * @param calls what it asked for through calls
     */
    record Costs(Map<Integer, Cost> self, Map<Call, Cost> calls) {}

    /**
     * A call as callgrind has it.
     *
     * @param line the line it stands at in its function; 0 where it isn't known
     * @param callee the function called
     * @param calleeLine the line in the function called; 0 where it isn't known
     */
    record Call(int line, Function callee, int calleeLine) {}

    /**
     * What was asked for at one place.
     *
     * @param live what is still held
     * @param accumulated what was ever asked for
     * @param samples through how many samples
     */
    record Cost(Amount live, Amount accumulated, int samples) {

        Cost plus(Cost other) {
            return new Cost(live.plus(other.live), accumulated.plus(other.accumulated), samples + other.samples);
        }
    }

    /** A frame of a stack: a function at a line. */
    private record Place(Function function, int line) {}

    /** A call without its lines. */
    private record Edge(Function caller, Function callee) {}

    CallTally(Profile profile) {
        for (Sample sample : profile.samples()) {
            add(sample);
        }
    }

    /** Every function that asked for memory, itself or through calls, in the order of their first appearance. */
    Map<Function, Costs> functions() {
        return functions;
    }

    private void add(Sample sample) {
        Cost cost = new Cost(sample.live(), sample.accumulated(), 1);
        List<Place> places = places(sample);
        Place leaf = places.get(places.size() - 1);
        costs(leaf.function).self.merge(leaf.line, cost, Cost::plus);
        // A call that recurs in a stack counts once, or a function would come to more than there is.
        Set<Edge> counted = new HashSet<>();
        for (int i = 0; i + 1 < places.size(); i++) {
            Place caller = places.get(i);
            Place callee = places.get(i + 1);
            if (counted.add(new Edge(caller.function, callee.function))) {
                Call call = new Call(caller.line, callee.function, callee.line);
                costs(caller.function).calls.merge(call, cost, Cost::plus);
            }
        }
    }

    private Costs costs(Function function) {
        return functions.computeIfAbsent(function, key -> new Costs(new TreeMap<>(), new LinkedHashMap<>()));
    }

    /** A stack's frames, root first; never empty. */
    private static List<Place> places(Sample sample) {
        List<Place> places = new ArrayList<>(sample.stack().size() + 4);
        for (int i = sample.stack().size() - 1; i >= 0; i--) {
            Location location = sample.stack().get(i);
            if (location.frames().isEmpty()) {
                places.add(new Place(Function.of(location), 0));
            }
            for (int inner = location.frames().size() - 1; inner >= 0; inner--) {
                Frame frame = location.frames().get(inner);
                places.add(new Place(Function.of(location, frame), Function.line(frame)));
            }
        }
        return places.isEmpty() ? List.of(new Place(Function.NONE, 0)) : places;
    }
}
