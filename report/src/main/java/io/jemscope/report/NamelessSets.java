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
 * file, however often it goes through it: the files are remembered as a way in a tree, on which a file stands where the stack
 * comes to it first, so that stacks which come to the same files in the same order share a node.
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
    private final int[][] groups;

    /** By node: the node it was made of, and the file that it adds. */
    private int[] nodes = new int[64];

    private int[] added = new int[64];
    private int size = 1;

    /**
     * By node, the group that was met there last and the node that this led to: stacks that follow one another mostly go
     * through the same files, if not the same places in them.
     */
    private int[] lastGroup = new int[64];

    private int[] lastNext = new int[64];

    /** In each slot a node's number; 0 where the slot is free. Always twice the room for nodes. */
    private int[] slots = new int[128];

    /** By file, what stacks have that go through it, and the files in the order they were met. */
    private final double[] bytes;

    private final List<String> met = new ArrayList<>();

    private final boolean[] isMet;

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
                number = known.size();
                known.put(group, number);
            }
            groupOf[i] = number;
        }
        groups = new int[known.size()][];
        for (Map.Entry<List<Integer>, Integer> group : known.entrySet()) {
            groups[group.getValue()] = ints(group.getKey());
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

    /**
     * The set of the files that a stack goes through.
     *
     * @param locations the stack's locations that {@link #concerns} says yes to, from the innermost one out
     * @param count how many of them are the stack's
     */
    int set(int[] locations, int count) {
        int set = NO_FILES;
        int before = NO_GROUP;
        for (int i = 0; i < count; i++) {
            int group = groupOf[locations[i]];
            if (group != before) {
                before = group;
                if (lastGroup[set] == group) {
                    set = lastNext[set];
                } else {
                    int next = with(set, group);
                    lastGroup[set] = group;
                    lastNext[set] = next;
                    set = next;
                }
            }
        }
        return set;
    }

    /** The set that has a group's files as well. */
    private int with(int set, int group) {
        int node = set;
        for (int file : groups[group]) {
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

    private int node(int before, int file) {
        int slot = slot(before, file);
        while (slots[slot] != 0) {
            int node = slots[slot];
            if (nodes[node] == before && added[node] == file) {
                return node;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        if (size == nodes.length) {
            grow();
            return node(before, file);
        }
        nodes[size] = before;
        added[size] = file;
        slots[slot] = size;
        return size++;
    }

    private void grow() {
        nodes = Arrays.copyOf(nodes, 2 * size);
        added = Arrays.copyOf(added, 2 * size);
        lastGroup = Arrays.copyOf(lastGroup, 2 * size);
        lastNext = Arrays.copyOf(lastNext, 2 * size);
        slots = new int[4 * size];
        for (int node = 1; node < size; node++) {
            int slot = slot(nodes[node], added[node]);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = node;
        }
    }

    private int slot(int before, int file) {
        // Fibonacci hashing, see EdgeSums.
        long key = (long) before << 32 | file;
        return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (slots.length - 1);
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
