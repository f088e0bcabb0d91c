package io.jemscope.report.graph;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.report.FrameKind;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks as numbers. A profile's samples share their locations, so each location is named once, and the passes over the
 * samples compare numbers instead of names.
 */
final class StackNumbers {

    private final Grouping grouping;
    private final FrameKinds kindOfFrame;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<FrameKind> kinds = new ArrayList<>();
    private final IdentityHashMap<Location, int[]> known = new IdentityHashMap<>();

    StackNumbers(Profile profile, Grouping grouping) {
        this.grouping = grouping;
        this.kindOfFrame = FrameKinds.of(profile);
    }

    /** The names of a stack's frames by their numbers, outermost first. */
    int[] outermostFirst(Sample sample) {
        if (grouping == Grouping.THREAD) {
            return new int[] {number(grouping.names(sample).get(0), FrameKind.UNKNOWN)};
        }
        List<Location> stack = sample.stack();
        int length = 0;
        for (int i = 0; i < stack.size(); i++) {
            length += known.computeIfAbsent(stack.get(i), this::innermostFirst).length;
        }
        int[] path = new int[length];
        int end = length;
        for (Location location : stack) {
            for (int number : known.computeIfAbsent(location, this::innermostFirst)) {
                path[--end] = number;
            }
        }
        return path;
    }

    /** Whether frames of one name that call each other are one step. */
    boolean neighboursAreOne() {
        return switch (grouping) {
            case FILE, LIBRARY, CLASS, PACKAGE, THREAD -> true;
            case FUNCTION, FILE_FUNCTION, LINE, ADDRESS -> false;
        };
    }

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    FrameKind kind(int number) {
        return kinds.get(number);
    }

    private int[] innermostFirst(Location location) {
        if (location.frames().isEmpty()) {
            Mapping mapping = location.mapping();
            Frame unknown = new UnknownFrame(mapping == null ? null : mapping.file(), location.address());
            return new int[] {number(nameOf(location), kindOfFrame.of(unknown))};
        }
        int[] frames = new int[location.frames().size()];
        for (int i = 0; i < frames.length; i++) {
            Frame frame = location.frames().get(i);
            Location alone = new Location(location.address(), location.mapping(), List.of(frame));
            frames[i] = number(nameOf(alone), kindOfFrame.of(frame));
        }
        return frames;
    }

    private String nameOf(Location location) {
        return grouping.names(new Sample(List.of(location), Amount.NONE, Amount.NONE, Map.of()))
                .get(0);
    }

    private int number(String name, FrameKind kind) {
        Integer number = numbers.get(name);
        if (number == null) {
            numbers.put(name, names.size());
            names.add(name);
            kinds.add(kind);
            return names.size() - 1;
        }
        kinds.set(number, common(kinds.get(number), kind));
        return number;
    }

    /** A library's or a class's frames may be of several kinds. */
    private static FrameKind common(FrameKind one, FrameKind other) {
        if (one == other) {
            return one;
        }
        return isJava(one) && isJava(other) ? FrameKind.OTHER_JAVA : FrameKind.UNKNOWN;
    }

    private static boolean isJava(FrameKind kind) {
        return kind == FrameKind.OWN_JAVA || kind == FrameKind.OTHER_JAVA || kind == FrameKind.JDK;
    }
}
