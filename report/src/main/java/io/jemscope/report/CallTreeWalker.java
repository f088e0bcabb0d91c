package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackNodes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Walks a profile's calls by name from the root on, one step at a time. Several nodes of the {@link CallTrie} may have the same
 * names from the root on: a {@link Path} collects them. A step finds the names that follow a path, each with its figures and
 * its own path; a path that isn't followed costs nothing more. Not thread-safe.
 */
final class CallTreeWalker {

    /** The name of the root's path. */
    static final int NO_NAME = -1;

    /** The nodes of the trie that the same names lead to, from the root on. */
    static final class Path {
        private final int name;

        /** Figures of stacks that end here and aren't in the trie. */
        private double flat;

        /** The nodes, and how many of each one's names the path has passed. */
        private int[] nodes = new int[2];

        private int[] passed = new int[2];
        private int size;

        private Path(int name) {
            this.name = name;
        }

        private void add(int node, int namesPassed) {
            if (size == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * size);
                passed = Arrays.copyOf(passed, 2 * size);
            }
            nodes[size] = node;
            passed[size++] = namesPassed;
        }
    }

    private final Samples samples;
    private final SampleType measure;
    private final FrameTable frames;
    private final FrameNames names;
    private final boolean coarse;
    private final CallTrie trie;

    /** The names of the node that was read last, the outermost first. */
    private int[] ofNode = new int[2 * StackNodes.WIDTH];

    private final int[] locations = new int[StackNodes.WIDTH];

    /** Nodes whose callees continue the path of the current step. */
    private int[] pending = new int[16];

    private int pendingSize;

    private double flat;

    /** The callees found by the current step, in the trie's order. */
    private Path[] callees = new Path[16];

    private double[] sums = new double[16];
    private double[] magnitudes = new double[16];
    private int count;

    /** By name: its index among the callees, valid if the step is the current one. */
    private int[] indexOf = new int[256];

    private int[] stepOf = new int[256];
    private int step;

    CallTreeWalker(Samples samples, SampleType measure, Grouping grouping) {
        this.samples = samples;
        this.measure = measure;
        frames = new FrameTable(samples.locations());
        names = new FrameNames(frames, grouping);
        coarse = names.isCoarse();
        trie = new CallTrie(samples, measure);
    }

    /** The names used so far. */
    FrameNames names() {
        return names;
    }

    double total() {
        return trie.total();
    }

    /** The path that all stacks begin with. */
    Path root() {
        Path root = new Path(NO_NAME);
        root.flat = names.isByThread() ? 0 : trie.stackless();
        root.add(StackNodes.NONE, 0);
        return root;
    }

    /** Finds the callees of a path; the methods below describe them until the next step. */
    void step(Path from) {
        step++;
        count = 0;
        flat = from.flat;
        if (names.isByThread()) {
            if (from.name == NO_NAME) {
                stepToThreads();
            }
            return;
        }
        for (int i = 0; i < from.size; i++) {
            step(from.nodes[i], from.passed[i], from.name);
        }
    }

    /** The figure of the stacks that end with the path. */
    double flat() {
        return flat;
    }

    /** The number of callees. */
    int count() {
        return count;
    }

    /** The number of a callee's name. */
    int name(int callee) {
        return callees[callee].name;
    }

    /** A callee's cumulative figure. */
    double sum(int callee) {
        return sums[callee];
    }

    /** The same without signs: nothing below the callee is larger. */
    double magnitude(int callee) {
        return magnitudes[callee];
    }

    Path path(int callee) {
        return callees[callee];
    }

    /** Counts the steps from a path on, the one that leads there included. Takes time, but hardly any memory. */
    int countFrom(Path from) {
        int counted = 0;
        Deque<Path> open = new ArrayDeque<>();
        open.push(from);
        while (!open.isEmpty()) {
            Path next = open.pop();
            counted++;
            if (next.size == 1 && !coarse && !names.isByThread()) {
                counted += followChain(next);
            }
            step(next);
            for (int i = 0; i < count; i++) {
                open.push(callees[i]);
            }
        }
        return counted;
    }

    /** Follows a path as long as nothing branches off, without a step: most stacks are alone from some caller on. */
    private int followChain(Path path) {
        int node = path.nodes[0];
        int followed = 0;
        while (node != StackNodes.NONE) {
            int size = read(node);
            followed += size - path.passed[0];
            path.nodes[0] = node;
            path.passed[0] = size;
            node = onlyCallee(node);
            if (node != StackNodes.NONE) {
                path.passed[0] = 0;
            }
        }
        return followed;
    }

    private int onlyCallee(int node) {
        int only = StackNodes.NONE;
        for (int i = trie.begin(node); i < trie.end(node); i++) {
            if (trie.isCounted(trie.callee(i))) {
                if (only != StackNodes.NONE) {
                    return StackNodes.NONE;
                }
                only = trie.callee(i);
            }
        }
        return only;
    }

    private void stepToThreads() {
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value != 0) {
                int callee = callee(names.ofThread(samples, sample));
                sums[callee] += value;
                magnitudes[callee] += Math.abs(value);
                callees[callee].flat += value;
            }
        }
    }

    private void step(int node, int passed, int name) {
        if (node == StackNodes.NONE) {
            push(node);
        } else {
            enter(node, passed, name);
        }
        // The current name may continue in a node's callees: a chain as deep as a stack.
        while (pendingSize > 0) {
            int open = pending[--pendingSize];
            for (int i = trie.begin(open); i < trie.end(open); i++) {
                if (trie.isCounted(trie.callee(i))) {
                    enter(trie.callee(i), 0, name);
                }
            }
        }
    }

    /** Adds a node to the callee of its next name; without a next name, its callees continue the path. */
    private void enter(int node, int passed, int name) {
        int size = read(node);
        int next = passed;
        while (coarse && next < size && ofNode[next] == name) {
            next++;
        }
        if (next == size) {
            flat += trie.flat(node);
            push(node);
            return;
        }
        int callee = callee(ofNode[next]);
        sums[callee] += trie.sum(node);
        magnitudes[callee] += trie.magnitude(node);
        callees[callee].add(node, next + 1);
    }

    private void push(int node) {
        if (pendingSize == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingSize);
        }
        pending[pendingSize++] = node;
    }

    /** The index of the callee with a name, a new one if the step hasn't found it yet. */
    private int callee(int name) {
        if (name >= indexOf.length) {
            indexOf = Arrays.copyOf(indexOf, Math.max(name + 1, 2 * indexOf.length));
            stepOf = Arrays.copyOf(stepOf, indexOf.length);
        }
        if (stepOf[name] != step) {
            stepOf[name] = step;
            indexOf[name] = count;
            if (count == sums.length) {
                sums = Arrays.copyOf(sums, 2 * count);
                magnitudes = Arrays.copyOf(magnitudes, 2 * count);
                callees = Arrays.copyOf(callees, 2 * count);
            }
            sums[count] = 0;
            magnitudes[count] = 0;
            callees[count++] = new Path(name);
        }
        return indexOf[name];
    }

    /** Reads a node's names into {@link #ofNode} and returns how many there are. */
    private int read(int node) {
        int size = trie.locations(node, locations);
        int read = 0;
        for (int i = 0; i < size; i++) {
            int name = names.ofLocation(locations[i]);
            if (name == FrameNames.SEVERAL) {
                read = readFrames(locations[i], read, size - i);
            } else {
                ofNode[read++] = name;
            }
        }
        return read;
    }

    private int readFrames(int location, int before, int locationsLeft) {
        int first = frames.first(location);
        int end = frames.first(location + 1);
        int most = before + end - first + locationsLeft;
        if (most > ofNode.length) {
            ofNode = Arrays.copyOf(ofNode, 2 * most);
        }
        int read = before;
        for (int frame = end - 1; frame >= first; frame--) {
            ofNode[read++] = names.of(frame);
        }
        return read;
    }
}
