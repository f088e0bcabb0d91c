package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds up the live bytes of stacks that go through certain files where these have no names. A stack counts once for each
 * file, however often it goes through it.
 */
final class NamelessBytes {

    /** What locations have that lie in none of the files. */
    private static final int NO_GROUP = 0;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> files = new ArrayList<>();

    /** By location, the number of the files that it lies in without a name: inlined frames may lie in several. */
    private final int[] groupOf;

    /** By that number, the numbers of the files. */
    private final int[][] groups;

    /** The files of the stack at hand, each once, and how many there are. */
    private final int[] ofStack;

    private int ofStackCount;

    /** How many stacks were at hand by now; and by file, the last one that went through it, 0 where none did. */
    private int stack;

    private final int[] lastStack;

    /** By file, what stacks have that go through it, and the files in the order they were met. */
    private final double[] bytes;

    private final List<String> met = new ArrayList<>();

    /** Begins without stacks. */
    NamelessBytes(List<Location> locations, Set<String> files) {
        for (String file : files) {
            numbers.put(file, numbers.size());
            this.files.add(file);
        }
        groupOf = new int[files.isEmpty() ? 0 : locations.size()];
        Map<List<Integer>, Integer> known = new HashMap<>(Map.of(List.of(), NO_GROUP));
        for (int i = 0; i < groupOf.length; i++) {
            List<Integer> group = numbers(locations.get(i));
            Integer number = known.get(group);
            if (number == null) {
                number = known.size();
                known.put(group, number);
            }
            groupOf[i] = number;
        }
        groups = new int[known.size()][];
        for (Map.Entry<List<Integer>, Integer> group : known.entrySet()) {
            groups[group.getValue()] = ints(group.getKey());
        }
        ofStack = new int[files.size()];
        lastStack = new int[files.size()];
        bytes = new double[files.size()];
    }

    /** The files that stacks go through. */
    List<String> met() {
        return met;
    }

    /** What is held by the stacks that go through a file. */
    double liveBytes(String file) {
        Integer number = numbers.get(file);
        return number == null ? 0 : bytes[number];
    }

    /** Whether a location lies in any of the files without a name. */
    boolean concerns(int location) {
        return groupOf.length != 0 && groupOf[location] != NO_GROUP;
    }

    /**
     * Goes to a stack.
     *
     * @param locations the stack's locations that {@link #concerns} says yes to, from the innermost one out
     * @param count how many of them are the stack's
     */
    void moveTo(int[] locations, int count) {
        stack++;
        int filled = 0;
        int before = NO_GROUP;
        for (int i = 0; i < count; i++) {
            int group = groupOf[locations[i]];
            if (group == before) {
                continue;
            }
            before = group;
            for (int file : groups[group]) {
                if (lastStack[file] != stack) {
                    if (lastStack[file] == 0) {
                        met.add(files.get(file));
                    }
                    lastStack[file] = stack;
                    ofStack[filled++] = file;
                }
            }
        }
        ofStackCount = filled;
    }

    /** Adds to each file that the stack at hand goes through. */
    void add(double live) {
        for (int i = 0; i < ofStackCount; i++) {
            bytes[ofStack[i]] += live;
        }
    }

    private static int[] ints(List<Integer> numbers) {
        int[] ints = new int[numbers.size()];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = numbers.get(i);
        }
        return ints;
    }

    private List<Integer> numbers(Location location) {
        List<Frame> frames = location.frames();
        List<Integer> found = List.of();
        for (int i = 0; i < frames.size(); i++) {
            String library = frames.get(i) instanceof UnknownFrame unknown ? unknown.library() : null;
            Integer number = library == null ? null : numbers.get(library);
            if (number != null) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(number);
            }
        }
        return found;
    }
}
