package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks as numbers: every name of a grouping gets one, from 0 on in the order they are met. Samples share their
 * locations, so each location is named once, however many stacks it stands in; a report of millions of stacks then makes
 * no text and no list a stack. {@link Grouping#names} says the same with the names themselves.
 */
final class StackNames {

    /** Says what a frame is counted by. */
    interface Naming {
        String name(Location location, Frame frame);
    }

    private final Naming naming;
    private final boolean coarse;
    private final boolean byThread;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final IdentityHashMap<Location, int[]> ofLocations = new IdentityHashMap<>();
    private int[] stack = new int[128];
    private int depth;

    /** The stack that the one at hand is held against. */
    private int[] other = new int[0];

    StackNames(Grouping grouping) {
        this(grouping::name, grouping.isCoarse(), grouping == Grouping.THREAD);
    }

    /** Names that no grouping has. */
    StackNames(Naming naming) {
        this(naming, false, false);
    }

    private StackNames(Naming naming, boolean coarse, boolean byThread) {
        this.naming = naming;
        this.coarse = coarse;
        this.byThread = byThread;
    }

    /**
     * Reads a sample's stack; {@link #at} gives it until the next one is read.
     *
     * @return how many names it has; 0 where the sample has no stack
     */
    int read(Sample sample) {
        depth = 0;
        if (byThread) {
            push(number(Grouping.thread(sample)));
            return depth;
        }
        List<Location> locations = sample.stack();
        for (int i = 0; i < locations.size(); i++) {
            for (int number : ofLocation(locations.get(i))) {
                if (!coarse || depth == 0 || stack[depth - 1] != number) {
                    push(number);
                }
            }
        }
        return depth;
    }

    /** The number of one name of the stack at hand, 0 being the innermost. */
    int at(int index) {
        return stack[index];
    }

    /** A number made of the stack at hand: equal for equal stacks. */
    int hash() {
        int hash = depth;
        for (int i = 0; i < depth; i++) {
            hash = 31 * hash + stack[i];
        }
        return hash;
    }

    /** Says whether a sample has the names of the stack at hand, which stays at hand. */
    boolean isStackOf(Sample sample) {
        int[] mine = stack;
        int size = depth;
        stack = other.length == 0 ? new int[mine.length] : other;
        boolean equal = read(sample) == size && Arrays.equals(mine, 0, size, stack, 0, size);
        other = stack;
        stack = mine;
        depth = size;
        return equal;
    }

    /** A number's name. */
    String name(int number) {
        return names.get(number);
    }

    /** How many names were met so far: each number is below it. */
    int size() {
        return names.size();
    }

    /** The numbers a location stands for, innermost first, neighbours that share a name included. */
    int[] ofLocation(Location location) {
        int[] known = ofLocations.get(location);
        if (known == null) {
            known = name(location);
            ofLocations.put(location, known);
        }
        return known;
    }

    private int[] name(Location location) {
        List<Frame> frames = location.frames();
        if (frames.isEmpty()) {
            return new int[] {number(naming.name(location, Stacks.unknown(location)))};
        }
        int[] named = new int[frames.size()];
        for (int i = 0; i < named.length; i++) {
            named[i] = number(naming.name(location, frames.get(i)));
        }
        return named;
    }

    private int number(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = names.size();
        numbers.put(name, number);
        names.add(name);
        return number;
    }

    private void push(int number) {
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth++] = number;
    }
}
