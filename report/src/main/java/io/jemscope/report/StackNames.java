package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks as numbers: every name of a grouping gets one, from 0 on in the order they are met. Samples share their
 * locations, so each location is named once, however many stacks it stands in; a report of millions of stacks then makes
 * no text and no list a stack. {@link Grouping#names} says the same with the names themselves. Not safe for several threads.
 */
public final class StackNames {

    /** Says what a frame is counted by. */
    interface Naming {
        String name(Location location, Frame frame);
    }

    private static final int SEVERAL = -1;

    private final Samples samples;
    private final List<Location> locations;
    private final StackCursor cursor;
    private final Naming naming;
    private final boolean coarse;
    private final boolean byThread;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** By location: its name's number and 1 more, 0 where nobody asked, {@link #SEVERAL} where {@link #ofMany} has them. */
    private final int[] ofOne;

    private final int[][] ofMany;
    private int[] stack = new int[128];
    private int depth;

    /** The stack that the one at hand is held against, and what reads it. */
    private int[] other = new int[128];

    private final StackCursor otherCursor;

    /**
     * Begins without any name.
     *
     * @param samples the samples, with their frames known
     * @param grouping what frames are counted by
     */
    public StackNames(Samples samples, Grouping grouping) {
        this(samples, grouping::name, grouping.isCoarse(), grouping == Grouping.THREAD);
    }

    /** Names that no grouping has. */
    StackNames(Samples samples, Naming naming) {
        this(samples, naming, false, false);
    }

    private StackNames(Samples samples, Naming naming, boolean coarse, boolean byThread) {
        this.samples = samples;
        this.locations = samples.locations();
        this.cursor = samples.stacks();
        this.otherCursor = samples.stacks();
        this.naming = naming;
        this.coarse = coarse;
        this.byThread = byThread;
        this.ofOne = new int[locations.size()];
        this.ofMany = new int[locations.size()][];
    }

    /**
     * Reads a sample's stack; {@link #at} gives it until the next one is read.
     *
     * @param sample the sample's index
     * @return how many names it has; 0 where the sample has no stack
     */
    public int read(int sample) {
        if (byThread) {
            stack[0] = thread(sample);
            depth = 1;
        } else if (cursor.moveTo(sample)) {
            depth = read(cursor);
        }
        return depth;
    }

    private int thread(int sample) {
        return number(Grouping.thread(samples.labels(sample)));
    }

    private int read(StackCursor at) {
        int read = at.depth();
        int[] stackNumbers = at.numbers();
        int named = 0;
        int last = -1;
        if (read > stack.length) {
            stack = new int[2 * read];
        }
        for (int i = 0; i < read; i++) {
            int one = ofOne[stackNumbers[i]];
            if (one > 0) {
                if (!coarse || last != one - 1) {
                    last = one - 1;
                    stack[named++] = last;
                }
                continue;
            }
            int[] many = ofLocation(stackNumbers[i]);
            if (named + many.length + read - i > stack.length) {
                stack = Arrays.copyOf(stack, 2 * (named + many.length + read));
            }
            for (int number : many) {
                if (!coarse || last != number) {
                    last = number;
                    stack[named++] = number;
                }
            }
        }
        return named;
    }

    /**
     * One name of the stack at hand.
     *
     * @param index where it stands, 0 being the innermost
     * @return the name's number
     */
    public int at(int index) {
        return stack[index];
    }

    /** The numbers of the stack at hand, as many as it has, innermost first; good until the next one is read. */
    int[] numbers() {
        return stack;
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
    boolean isStackOf(int sample) {
        if (byThread) {
            return stack[0] == thread(sample);
        }
        otherCursor.moveTo(sample);
        int[] mine = stack;
        stack = other;
        int size = read(otherCursor);
        other = stack;
        stack = mine;
        return size == depth && Arrays.equals(stack, 0, depth, other, 0, depth);
    }

    /** A number's name. */
    public String name(int number) {
        return names.get(number);
    }

    /**
     * How many names were met so far.
     *
     * @return their count: each number is below it
     */
    public int size() {
        return names.size();
    }

    /**
     * Says whether a location was met so far.
     *
     * @param location the location's index
     * @return whether its frames have their numbers
     */
    public boolean isMet(int location) {
        return ofOne[location] != 0;
    }

    /**
     * The numbers a location stands for.
     *
     * @param location the location's index
     * @return those of its frames, innermost first, neighbours that share a name included; not to be changed
     */
    public int[] ofLocation(int location) {
        if (ofOne[location] == 0) {
            int[] named = name(locations.get(location));
            ofOne[location] = named.length == 1 ? named[0] + 1 : SEVERAL;
            ofMany[location] = named;
        }
        return ofMany[location];
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

    /** A name's number, given to it now if it is new. */
    int number(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = names.size();
        numbers.put(name, number);
        names.add(name);
        return number;
    }
}
