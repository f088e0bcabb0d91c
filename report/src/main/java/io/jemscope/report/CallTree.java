package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The call tree of a profile without its small branches: a node for each path from the root, with all that was allocated
 * through it. A function that calls itself has a node for each call. Text, JSON and call graphs read it.
 *
 * <p>Nodes are numbered breadth first from {@link #ROOT} on, so callers have smaller numbers than their callees, and the callees
 * of a node are neighbours. The figures are in arrays, because a profile may have millions of paths.
 */
public final class CallTree {

    /** The root: all that was allocated, without a function of its own. */
    public static final int ROOT = 0;

    private final SampleType measure;
    private final Grouping grouping;
    private final double nodeFraction;
    private final FrameNames names;
    private int size;
    private int cutNodes;
    private int[] caller = new int[64];
    private int[] name = new int[64];

    /** The first callee of each node; they end where the next node's begin. */
    private int[] firstCallee = new int[64];

    private int[] leftOut = new int[64];
    private double[] value = new double[64];
    private double[] magnitude = new double[64];
    private double[] flat = new double[64];
    private double[] leftOutValue = new double[64];

    private CallTree(
            CallTreeWalker calls,
            SampleType measure,
            Grouping grouping,
            double nodeFraction,
            OptionalDouble whole,
            boolean counting) {
        this.measure = measure;
        this.grouping = grouping;
        this.nodeFraction = nodeFraction;
        this.names = calls.names();
        build(calls, nodeFraction * Math.abs(whole.orElse(calls.total())), counting);
    }

    /**
     * Builds a profile's tree. It needs the less memory the more it leaves out.
     *
     * @param profile the profile, with its frames known
     * @param layout the least share of a branch, and what it is a share of; the number of rows doesn't matter
     */
    public static CallTree of(Profile profile, SampleType measure, Grouping grouping, TextOptions layout) {
        CallTreeWalker calls = new CallTreeWalker(profile.compact(), measure, grouping);
        return new CallTree(calls, measure, grouping, layout.nodeFraction(), layout.whole(), false);
    }

    /**
     * Builds a profile's tree and counts the nodes of the branches that it leaves out, which takes longer.
     *
     * @param profile the profile, with its frames known
     * @param nodeFraction branches with a smaller share of the whole are left out
     * @param whole what shares are of; empty for the profile's total
     */
    public static CallTree counted(
            Profile profile, SampleType measure, Grouping grouping, double nodeFraction, OptionalDouble whole) {
        CallTreeWalker calls = new CallTreeWalker(profile.compact(), measure, grouping);
        return new CallTree(calls, measure, grouping, nodeFraction, whole, true);
    }

    private void build(CallTreeWalker calls, double minimum, boolean counting) {
        Deque<CallTreeWalker.Path> paths = new ArrayDeque<>();
        List<CallTreeWalker.Path> small = new ArrayList<>();
        add(-1, CallTreeWalker.NO_NAME, calls.total(), Double.POSITIVE_INFINITY);
        paths.add(calls.root());
        for (int node = ROOT; node < size; node++) {
            calls.step(paths.remove());
            flat[node] = calls.flat();
            firstCallee[node] = size;
            for (int i = 0; i < calls.count(); i++) {
                // In a difference a branch whose own figure cancels out may lead to a large one.
                if (calls.magnitude(i) >= minimum) {
                    paths.add(calls.path(i));
                    add(node, calls.name(i), calls.sum(i), calls.magnitude(i));
                } else {
                    leftOut[node]++;
                    leftOutValue[node] += calls.sum(i);
                    if (counting) {
                        small.add(calls.path(i));
                    }
                }
            }
            for (CallTreeWalker.Path path : small) {
                cutNodes += calls.countFrom(path);
            }
            small.clear();
        }
    }

    private void add(int nodeCaller, int nodeName, double nodeValue, double nodeMagnitude) {
        if (size == caller.length) {
            int room = 2 * size;
            caller = Arrays.copyOf(caller, room);
            name = Arrays.copyOf(name, room);
            firstCallee = Arrays.copyOf(firstCallee, room);
            leftOut = Arrays.copyOf(leftOut, room);
            value = Arrays.copyOf(value, room);
            magnitude = Arrays.copyOf(magnitude, room);
            flat = Arrays.copyOf(flat, room);
            leftOutValue = Arrays.copyOf(leftOutValue, room);
        }
        caller[size] = nodeCaller;
        name[size] = nodeName;
        value[size] = nodeValue;
        magnitude[size++] = nodeMagnitude;
    }

    public SampleType measure() {
        return measure;
    }

    public Grouping grouping() {
        return grouping;
    }

    /** The least share of the whole that each branch has: 0.01 for a per cent, 0 if the tree leaves out nothing. */
    public double nodeFraction() {
        return nodeFraction;
    }

    /** The names; {@link #nameNumber} is a number of one. */
    public FrameNames names() {
        return names;
    }

    /** The number of nodes, the root included. */
    public int size() {
        return size;
    }

    /** The number of nodes in the branches that were left out; 0 if the tree wasn't {@link #counted}. */
    public int cutNodes() {
        return cutNodes;
    }

    /** The node that calls another one; below 0 for the root. */
    public int caller(int node) {
        return caller[node];
    }

    /** The function, or what else the grouping makes of it; {@code all} for the root. */
    public String name(int node) {
        return node == ROOT ? "all" : names.name(name[node]);
    }

    /** The number of a node's name. */
    public int nameNumber(int node) {
        return name[node];
    }

    /** The cumulative figure of a node: what it and everything it called allocated, in the measure's unit. */
    public double value(int node) {
        return value[node];
    }

    /** What a node allocated itself. */
    public double flat(int node) {
        return flat[node];
    }

    /** A node's cumulative figure without signs: nothing below the node is larger. */
    double magnitude(int node) {
        return magnitude[node];
    }

    /** The number of a node's callees that the tree leaves out. */
    public int leftOut(int node) {
        return leftOut[node];
    }

    /** The sum of a node's callees that the tree leaves out. */
    public double leftOutValue(int node) {
        return leftOutValue[node];
    }

    /** The callees of a node that the tree has: the largest first, those of equal figures by name. */
    public int[] callees(int node) {
        int first = firstCallee[node];
        int end = node + 1 < size ? firstCallee[node + 1] : size;
        Integer[] sorted = new Integer[end - first];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = first + i;
        }
        Arrays.sort(sorted, (one, other) -> {
            int byFigure = Double.compare(Math.abs(value[other]), Math.abs(value[one]));
            return byFigure != 0 ? byFigure : name(one).compareTo(name(other));
        });
        int[] callees = new int[sorted.length];
        for (int i = 0; i < callees.length; i++) {
            callees[i] = sorted[i];
        }
        return callees;
    }
}
