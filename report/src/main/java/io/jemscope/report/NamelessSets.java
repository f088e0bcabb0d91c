package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds up the live bytes of stacks that go through certain files where these have no names. A stack counts once for each
 * file, however often it goes through it: the files are remembered as a way in a tree, which adds a file where callers
 * haven't met it yet, so that stacks which go through the same files from the outermost one in share a node. Stacks that
 * follow one another mostly go through the same of these files, if not the same places in them: theirs aren't looked up again.
 */
final class NamelessSets {

    /** The set of no files. */
    static final int NO_FILES = 0;

    /** What locations have that lie in none of the files. */
    private static final int NO_GROUP = 0;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<String> files = new ArrayList<>();

    /** By location, the number of the files that it lies in without a name: inlined frames may lie in several. */
    private final int[] groupOf;

    /** By that number, the numbers of the files. */
    private final List<List<Integer>> groups = new ArrayList<>(List.of(List.of()));

    /** By node: the node it was made of, and the file that it adds. */
    private int[] nodes = new int[64];

    private int[] added = new int[64];
    private int size = 1;

    /** In each slot a node's number; 0 where the slot is free. Always twice the room for nodes. */
    private int[] slots = new int[128];

    /** By file, what stacks have that go through it, and the files in the order they were met. */
    private final double[] bytes;

    private final List<String> met = new ArrayList<>();

    private final boolean[] isMet;

    /**
     * The groups of files that the stack at hand goes through, the innermost first, so far; where one follows itself, once.
     * Behind them are still those of the stack before, and it may turn out that they are the same.
     */
    private int[] through = new int[16];

    private int throughs;
    private int throughsBefore;
    private boolean asBefore = true;
    private int set = NO_FILES;

    /** Begins without any. */
    NamelessSets(List<Location> locations, Set<String> files) {
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
                number = groups.size();
                groups.add(group);
                known.put(group, number);
            }
            groupOf[i] = number;
        }
        bytes = new double[files.size()];
        isMet = new boolean[files.size()];
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

    /** Meets a location of a stack that {@link #concerns}, from the innermost one out. */
    void meet(int location) {
        int group = groupOf[location];
        if (throughs > 0 && through[throughs - 1] == group) {
            return;
        }
        if (throughs == through.length) {
            through = Arrays.copyOf(through, 2 * throughs);
        }
        if (through[throughs] != group) {
            through[throughs] = group;
            asBefore = false;
        }
        throughs++;
    }

    /** The set of the files that the stack goes through all of whose locations were met. The next ones are another's. */
    int set() {
        if (!asBefore || throughs != throughsBefore) {
            set = NO_FILES;
            for (int i = throughs - 1; i >= 0; i--) {
                set = with(set, through[i]);
            }
        }
        throughsBefore = throughs;
        throughs = 0;
        asBefore = true;
        return set;
    }

    /** The set that has a group's files as well. */
    private int with(int set, int group) {
        int node = set;
        for (int file : groups.get(group)) {
            if (!has(node, file)) {
                node = node(node, file);
            }
        }
        return node;
    }

    /** Adds to each file of a set. */
    void add(int set, double live) {
        for (int node = set; node != NO_FILES; node = nodes[node]) {
            int file = added[node];
            bytes[file] += live;
            if (!isMet[file]) {
                isMet[file] = true;
                met.add(files.get(file));
            }
        }
    }

    private boolean has(int set, int file) {
        for (int node = set; node != NO_FILES; node = nodes[node]) {
            if (added[node] == file) {
                return true;
            }
        }
        return false;
    }

    private int node(int callers, int file) {
        int slot = slot(callers, file);
        while (slots[slot] != 0) {
            int node = slots[slot];
            if (nodes[node] == callers && added[node] == file) {
                return node;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        if (size == nodes.length) {
            grow();
            return node(callers, file);
        }
        nodes[size] = callers;
        added[size] = file;
        slots[slot] = size;
        return size++;
    }

    private void grow() {
        nodes = Arrays.copyOf(nodes, 2 * size);
        added = Arrays.copyOf(added, 2 * size);
        slots = new int[4 * size];
        for (int node = 1; node < size; node++) {
            int slot = slot(nodes[node], added[node]);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = node;
        }
    }

    private int slot(int callers, int file) {
        // Fibonacci hashing, see EdgeSums.
        long key = (long) callers << 32 | file;
        return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (slots.length - 1);
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
