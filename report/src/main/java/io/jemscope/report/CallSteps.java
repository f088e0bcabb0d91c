package io.jemscope.report;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackNodes;
import java.util.Arrays;

/**
 * Goes down a profile's calls by name, a step at a time. Where stands what has one name on one way from the root: all
 * places of the {@link CallTrie} that are reached so. A step looks up which names come next, what each has, and where it
 * leads; what isn't followed further costs nothing more. {@link Grouping#THREAD} has one step alone.
 */
final class CallSteps {

    /** The name of the root. */
    private static final int NO_NAME = -1;

    /** Places of the trie: a node, and how many of its names are behind. Read once, then not changed. */
    static final class Places {
        private final int name;
        private int[] nodes = new int[4];
        private int[] behind = new int[4];
        private int size;

        Places(int name) {
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

    private final StackNames names;
    private final boolean coarse;
    private final CallTrie trie;
    private final int[] locations = new int[StackNodes.WIDTH];

    /** The names of the node at hand, the outermost first. */
    private int[] ofNode = new int[16];

    private int ofNodeSize;

    private double flat;

    /** The callees of the step at hand, by their order; and by name the callee's place and the step it was met in last. */
    private Places[] callees = new Places[16];

    private double[] sums = new double[16];
    private int count;
    private int[] placeOf = new int[256];
    private int[] metIn = new int[256];
    private int step;

    CallSteps(Samples samples, Measure measure, Grouping grouping) {
        names = new StackNames(samples, grouping);
        coarse = grouping.isCoarse();
        trie = new CallTrie(samples, measure);
    }

    /** The names that are met. */
    StackNames names() {
        return names;
    }

    /** All there is. */
    double total() {
        return trie.total();
    }

    /** The outermost place, where all stacks begin. */
    Places root() {
        Places root = new Places(NO_NAME);
        root.add(StackNodes.NONE, 0);
        return root;
    }

    /** Goes a step: then what comes next can be asked for. */
    void go(Places from) {
        step++;
        count = 0;
        flat = from.name == NO_NAME ? trie.stackless() : 0;
        for (int i = 0; i < from.size; i++) {
            go(from.nodes[i], from.behind[i], from.name);
        }
    }

    /** What ends where the step began. */
    double flat() {
        return flat;
    }

    /** How many names come next. */
    int count() {
        return count;
    }

    /** What goes on with a name. */
    double sum(int callee) {
        return sums[callee];
    }

    /** A name's number. */
    int name(int callee) {
        return callees[callee].name;
    }

    /** Where a name leads. */
    Places places(int callee) {
        return callees[callee];
    }

    private void go(int node, int behind, int name) {
        int next = behind;
        if (node != StackNodes.NONE) {
            read(node);
            while (coarse && next < ofNodeSize && ofNode[next] == name) {
                next++;
            }
            if (next < ofNodeSize) {
                meet(ofNode[next], node, next + 1);
                return;
            }
            flat += trie.own(node);
        }
        // The node's callees may begin with the name that is at hand, in turn: a chain as deep as a stack.
        int from = pendingSize;
        push(node);
        while (pendingSize > from) {
            int open = pending[--pendingSize];
            for (int i = trie.begin(open); i < trie.end(open); i++) {
                int callee = trie.callee(i);
                if (trie.isCounted(callee)) {
                    begin(callee, name);
                }
            }
        }
    }

    /** Enters a node at its beginning. */
    private void begin(int node, int name) {
        read(node);
        int next = 0;
        while (coarse && next < ofNodeSize && ofNode[next] == name) {
            next++;
        }
        if (next < ofNodeSize) {
            meet(ofNode[next], node, next + 1);
        } else {
            flat += trie.own(node);
            push(node);
        }
    }

    private int[] pending = new int[16];
    private int pendingSize;

    private void push(int node) {
        if (pendingSize == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingSize);
        }
        pending[pendingSize++] = node;
    }

    private void meet(int name, int node, int behind) {
        if (name >= placeOf.length) {
            placeOf = Arrays.copyOf(placeOf, Math.max(name + 1, 2 * placeOf.length));
            metIn = Arrays.copyOf(metIn, placeOf.length);
        }
        if (metIn[name] != step) {
            metIn[name] = step;
            placeOf[name] = count;
            if (count == sums.length) {
                sums = Arrays.copyOf(sums, 2 * count);
                callees = Arrays.copyOf(callees, 2 * count);
            }
            sums[count] = 0;
            callees[count++] = new Places(name);
        }
        int place = placeOf[name];
        sums[place] += trie.sum(node);
        callees[place].add(node, behind);
    }

    private void read(int node) {
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
    }
}
