package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackNodes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Goes down a profile's calls by name, a step at a time. Where stands what has one name on one way from the root: all
 * places of the tree that stacks are held in which are reached so. A step looks up which names come next, what each has,
 * and where it leads; what isn't followed further costs nothing more. Not safe for several threads.
 */
public final class CallTreeWalker {

    /** The name of the root. */
    private static final int NO_NAME = -1;

    /** What has one name on one way from the root. */
    public static final class Places {
        private final int name;

        /** What ends here and is none of the trie's. */
        private double flat;

        /** A node of the trie each, and how many of its names are behind. */
        private int[] nodes = new int[2];

        private int[] behind = new int[2];
        private int size;

        private Places(int name) {
            this.name = name;
        }

        private void add(int node, int namesBehind) {
            if (size == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * size);
                behind = Arrays.copyOf(behind, 2 * size);
            }
            nodes[size] = node;
            behind[size++] = namesBehind;
        }
    }

    private final Samples samples;
    private final SampleType measure;
    private final StackNames names;
    private final boolean coarse;
    private final boolean byThread;
    private final CallTrie trie;

    /** The names of the node that was read last, the outermost first. */
    private int[] ofNode = new int[16];

    private int ofNodeSize;
    private final int[] locations = new int[StackNodes.WIDTH];

    /** Nodes whose callees are still to be looked at. */
    private int[] pending = new int[16];

    private int pendingSize;

    private double flat;

    /** What comes next, in the order it was met. */
    private Places[] callees = new Places[16];

    private double[] sums = new double[16];
    private double[] reaches = new double[16];
    private int count;

    /** By name: its place among what comes next, and the step it was met in last. */
    private int[] placeOf = new int[256];

    private int[] metIn = new int[256];
    private int step;

    /**
     * Adds a profile's samples up.
     *
     * @param samples the samples, with their frames known
     * @param measure what to count
     * @param grouping what names stand for
     */
    public CallTreeWalker(Samples samples, SampleType measure, Grouping grouping) {
        this.samples = samples;
        this.measure = measure;
        names = new StackNames(samples, grouping);
        coarse = grouping.isCoarse();
        byThread = grouping == Grouping.THREAD;
        trie = new CallTrie(samples, measure);
    }

    /**
     * The names that were met.
     *
     * @return what numbers of names stand for
     */
    public StackNames names() {
        return names;
    }

    /**
     * All there is.
     *
     * @return the sum, in the measure's unit
     */
    public double total() {
        return trie.total();
    }

    /**
     * Where all stacks begin.
     *
     * @return what is to be gone from first
     */
    public Places root() {
        Places root = new Places(NO_NAME);
        root.flat = byThread ? 0 : trie.stackless();
        root.add(StackNodes.NONE, 0);
        return root;
    }

    /** Goes a step: then what comes next can be asked for. */
    public void go(Places from) {
        step++;
        count = 0;
        flat = from.flat;
        if (byThread) {
            if (from.name == NO_NAME) {
                goToThreads();
            }
            return;
        }
        for (int i = 0; i < from.size; i++) {
            go(from.nodes[i], from.behind[i], from.name);
        }
    }

    /**
     * What ends where the step began.
     *
     * @return the flat figure
     */
    public double flat() {
        return flat;
    }

    /**
     * How many names come next.
     *
     * @return their number
     */
    public int count() {
        return count;
    }

    /**
     * One of the names that come next.
     *
     * @return the name's number
     */
    public int name(int callee) {
        return callees[callee].name;
    }

    /**
     * What goes on with a name.
     *
     * @return the cumulative figure
     */
    public double sum(int callee) {
        return sums[callee];
    }

    /**
     * What nothing below a name can have more than, whatever its sign.
     *
     * @return the sum of all figures without their signs
     */
    public double reach(int callee) {
        return reaches[callee];
    }

    /**
     * Where a name leads.
     *
     * @return what can be gone from next
     */
    public Places places(int callee) {
        return callees[callee];
    }

    /**
     * Counts the steps there would be below, with that which leads there. Takes time, and hardly any memory.
     *
     * @param from where to begin
     * @return how many names on different ways
     */
    public int countFrom(Places from) {
        int counted = 0;
        Deque<Places> open = new ArrayDeque<>();
        open.push(from);
        while (!open.isEmpty()) {
            Places next = open.pop();
            counted++;
            if (next.size == 1 && !coarse && !byThread) {
                counted += followChain(next);
            }
            go(next);
            for (int i = 0; i < count; i++) {
                open.push(callees[i]);
            }
        }
        return counted;
    }

    /** Goes on as long as there is but one way, which needs no step: most stacks are alone from some caller on. */
    private int followChain(Places at) {
        int node = at.nodes[0];
        int followed = 0;
        while (node != StackNodes.NONE) {
            int size = read(node);
            followed += size - at.behind[0];
            at.nodes[0] = node;
            at.behind[0] = size;
            node = onlyCallee(node);
            if (node != StackNodes.NONE) {
                at.behind[0] = 0;
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

    private void goToThreads() {
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value != 0) {
                int callee = meet(names.number(Grouping.thread(samples.labels(sample))));
                sums[callee] += value;
                reaches[callee] += Math.abs(value);
                callees[callee].flat += value;
            }
        }
    }

    private void go(int node, int behind, int name) {
        if (node == StackNodes.NONE) {
            push(node);
        } else {
            enter(node, behind, name);
        }
        // Where the name at hand goes on in callees, theirs come next: a chain as deep as a stack.
        while (pendingSize > 0) {
            int open = pending[--pendingSize];
            for (int i = trie.begin(open); i < trie.end(open); i++) {
                if (trie.isCounted(trie.callee(i))) {
                    enter(trie.callee(i), 0, name);
                }
            }
        }
    }

    /** Meets the next name of a node; where it has none, its callees have. */
    private void enter(int node, int behind, int name) {
        int size = read(node);
        int next = behind;
        while (coarse && next < size && ofNode[next] == name) {
            next++;
        }
        if (next == size) {
            flat += trie.own(node);
            push(node);
            return;
        }
        int callee = meet(ofNode[next]);
        sums[callee] += trie.sum(node);
        reaches[callee] += trie.reach(node);
        callees[callee].add(node, next + 1);
    }

    private void push(int node) {
        if (pendingSize == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingSize);
        }
        pending[pendingSize++] = node;
    }

    private int meet(int name) {
        if (name >= placeOf.length) {
            placeOf = Arrays.copyOf(placeOf, Math.max(name + 1, 2 * placeOf.length));
            metIn = Arrays.copyOf(metIn, placeOf.length);
        }
        if (metIn[name] != step) {
            metIn[name] = step;
            placeOf[name] = count;
            if (count == sums.length) {
                sums = Arrays.copyOf(sums, 2 * count);
                reaches = Arrays.copyOf(reaches, 2 * count);
                callees = Arrays.copyOf(callees, 2 * count);
            }
            sums[count] = 0;
            reaches[count] = 0;
            callees[count++] = new Places(name);
        }
        return placeOf[name];
    }

    /** Reads a node's names, and says how many there are. */
    private int read(int node) {
        int size = trie.locations(node, locations);
        ofNodeSize = 0;
        for (int i = 0; i < size; i++) {
            int[] ofLocation = names.ofLocation(locations[i]);
            if (ofNodeSize + ofLocation.length > ofNode.length) {
                ofNode = Arrays.copyOf(ofNode, 2 * (ofNodeSize + ofLocation.length));
            }
            for (int j = ofLocation.length - 1; j >= 0; j--) {
                ofNode[ofNodeSize++] = ofLocation[j];
            }
        }
        return ofNodeSize;
    }
}
