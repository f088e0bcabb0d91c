package io.jemscope.report.page;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import io.jemscope.report.PairTable;
import io.jemscope.report.Stacks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The stacks of a profile, and of the one it is compared with, merged into one call tree. Nodes are numbered callers first; a
 * node has a frame, and a sample is what ends in a node on one thread.
 */
final class PageTree {

    /** The caller of the outermost frames. */
    static final int ROOT = -1;

    private static final String NO_THREAD = "";

    private static final PageFrame NO_STACK = new PageFrame("[no stack]", PageFrame.Kind.UNKNOWN, "", "");

    private static final PageFrame SMALL = new PageFrame("[small stacks]", PageFrame.Kind.UNKNOWN, "", "");

    private final List<SampleType> types;
    private final BiFunction<Location, Frame, PageFrame> frameOf;
    private final Map<PageFrame, Integer> frameNumbers = new HashMap<>();
    private final List<PageFrame> frames = new ArrayList<>();
    private final Map<String, Integer> threadNumbers = new HashMap<>();
    private final List<String> threads = new ArrayList<>();

    /** Callers and frames, by node. */
    private final PairTable nodes = new PairTable();

    /** Nodes and threads, by sample. */
    private final PairTable samples = new PairTable();

    /** By sample, its figures of all types, first the profile's, then the other's. */
    private double[] values;

    private int prunedStacks;
    private final double[] prunedValues;

    /**
     * Makes an empty tree.
     *
     * @param types the figures of each sample
     * @param frameOf what the page shows of a frame
     */
    PageTree(List<SampleType> types, BiFunction<Location, Frame, PageFrame> frameOf) {
        this.types = List.copyOf(types);
        this.frameOf = frameOf;
        this.values = new double[2 * types.size() * 1024];
        this.prunedValues = new double[types.size()];
    }

    /** Adds all samples of a profile; {@code side} is 0 for the profile and 1 for the one it is compared with. */
    void add(Samples added, int side) {
        List<Location> locations = added.locations();
        int[][] framesOf = new int[locations.size()][];
        StackCursor cursor = added.stacks();
        int node = ROOT;
        for (int i = 0; i < added.size(); i++) {
            if (cursor.moveTo(i)) {
                node = ROOT;
                for (int at = cursor.depth() - 1; at >= 0; at--) {
                    int location = cursor.numbers()[at];
                    if (framesOf[location] == null) {
                        framesOf[location] = frames(locations.get(location));
                    }
                    for (int frame : framesOf[location]) {
                        node = nodes.number(node, frame);
                    }
                }
                if (node == ROOT) {
                    node = nodes.number(ROOT, number(NO_STACK));
                }
            }
            int sample = sample(node, thread(added.labels(i)));
            int first = sample * width() + side * types.size();
            for (int type = 0; type < types.size(); type++) {
                values[first + type] += types.get(type).of(added, i);
            }
        }
    }

    private int width() {
        return 2 * types.size();
    }

    /** The numbers of a location's frames, outermost first. */
    private int[] frames(Location location) {
        List<Frame> inner = location.frames().isEmpty() ? List.of(Stacks.unknown(location)) : location.frames();
        int[] numbers = new int[inner.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[numbers.length - 1 - i] = number(frameOf.apply(location, inner.get(i)));
        }
        return numbers;
    }

    private int number(PageFrame frame) {
        Integer known = frameNumbers.putIfAbsent(frame, frames.size());
        if (known != null) {
            return known;
        }
        frames.add(frame);
        return frames.size() - 1;
    }

    private int thread(Map<String, String> labels) {
        String name = labels.getOrDefault(Sample.THREAD, NO_THREAD);
        Integer known = threadNumbers.putIfAbsent(name, threads.size());
        if (known != null) {
            return known;
        }
        threads.add(name);
        return threads.size() - 1;
    }

    private int sample(int node, int thread) {
        int sample = samples.number(node, thread);
        if (values.length < samples.size() * width()) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        return sample;
    }

    /**
     * Merges what ends in the smallest nodes into their callers until at most so many nodes are left. A node counts by the largest
     * share that it has of any figure's total.
     *
     * @param most how many nodes to keep
     */
    PageTree pruned(int most) {
        int count = nodes.size();
        if (count <= most) {
            return this;
        }
        double[] shares = shares();
        double[] sorted = shares.clone();
        Arrays.sort(sorted);
        double least = sorted[count - most];
        int room = most;
        for (double share : shares) {
            room -= share > least ? 1 : 0;
        }
        PageTree tree = new PageTree(types, frameOf);
        tree.threads.addAll(threads);
        tree.threadNumbers.putAll(threadNumbers);
        int[] moved = new int[count];
        boolean[] left = new boolean[count];
        for (int node = 0; node < count; node++) {
            int old = caller(node);
            int caller = old == ROOT ? ROOT : moved[old];
            boolean callerLeft = old != ROOT && left[old];
            boolean kept = !callerLeft && (shares[node] > least || (shares[node] == least && room-- > 0));
            left[node] = !kept;
            moved[node] = kept ? tree.nodes.number(caller, tree.number(frames.get(frame(node)))) : caller;
        }
        for (int sample = 0; sample < samples.size(); sample++) {
            int node = node(sample);
            int to = moved[node] == ROOT ? tree.nodes.number(ROOT, tree.number(SMALL)) : moved[node];
            int target = tree.sample(to, thread(sample));
            for (int i = 0; i < width(); i++) {
                tree.values[target * width() + i] += values[sample * width() + i];
            }
            if (left[node]) {
                tree.prunedStacks++;
                for (int type = 0; type < types.size(); type++) {
                    tree.prunedValues[type] += values[sample * width() + type];
                }
            }
        }
        return tree;
    }

    /** By node, the largest share of a figure's total that it and all it calls have, signs aside. */
    private double[] shares() {
        double[] shares = new double[nodes.size()];
        for (int column = 0; column < width(); column++) {
            double[] sums = new double[shares.length];
            double total = 0;
            for (int sample = 0; sample < samples.size(); sample++) {
                double value = Math.abs(values[sample * width() + column]);
                total += value;
                sums[node(sample)] += value;
            }
            for (int node = shares.length - 1; node >= 0 && total > 0; node--) {
                shares[node] = Math.max(shares[node], sums[node] / total);
                if (caller(node) != ROOT) {
                    sums[caller(node)] += sums[node];
                }
            }
        }
        return shares;
    }

    /** The frames by number. */
    List<PageFrame> frames() {
        return frames;
    }

    /** The threads by number; one without a name where no sample has a thread. */
    List<String> threads() {
        return threads;
    }

    boolean hasThreads() {
        return threads.size() > 1 || (!threads.isEmpty() && !threads.get(0).equals(NO_THREAD));
    }

    int nodes() {
        return nodes.size();
    }

    int frame(int node) {
        return nodes.second(node);
    }

    int caller(int node) {
        return nodes.first(node);
    }

    /** The nodes in depth-first order, each before what it calls. */
    int[] depthFirst() {
        int[] firstCallee = new int[nodes()];
        int[] nextSibling = new int[nodes()];
        Arrays.fill(firstCallee, ROOT);
        int firstRoot = ROOT;
        for (int node = nodes() - 1; node >= 0; node--) {
            int caller = caller(node);
            if (caller == ROOT) {
                nextSibling[node] = firstRoot;
                firstRoot = node;
            } else {
                nextSibling[node] = firstCallee[caller];
                firstCallee[caller] = node;
            }
        }
        int[] order = new int[nodes()];
        int node = firstRoot;
        for (int i = 0; i < order.length; i++) {
            order[i] = node;
            int next = firstCallee[node];
            while (next == ROOT && node != ROOT) {
                next = nextSibling[node];
                node = caller(node);
            }
            node = next;
        }
        return order;
    }

    int samples() {
        return samples.size();
    }

    int node(int sample) {
        return samples.first(sample);
    }

    int thread(int sample) {
        return samples.second(sample);
    }

    /** A sample's figure; {@code side} as in {@link #add}. */
    double value(int sample, int side, int type) {
        return values[sample * width() + side * types.size() + type];
    }

    /** How many samples {@link #pruned} merged into their callers. */
    int prunedStacks() {
        return prunedStacks;
    }

    /** The profile's figures of these samples, by type. */
    double[] prunedValues() {
        return prunedValues.clone();
    }
}
