package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackNodes;
import java.util.BitSet;

/**
 * A profile's stacks as the trie of locations that stores them, with the figures of each node: a few numbers a node and
 * nothing a stack. {@link CallTreeWalker} reads only the nodes that a report shows.
 */
final class CallTrie {

    private final Samples samples;
    private final SampleType measure;
    private final StackNodes nodes;

    /** By node: the figure of the stacks that end in it, and of all that pass through it. */
    private final double[] flat;

    private final double[] sums;

    /** By node: the cumulative figure without signs; the same array as the sums if no figure is negative. */
    private final double[] magnitudes;

    /** By node plus 1: where its callees begin in {@link #callees}; the first entry is the roots'. */
    private final int[] begins;

    private final int[] callees;

    /** The nodes of stacks with a figure; in a difference their sums may be 0. */
    private final BitSet counted = new BitSet();

    private double total;
    private boolean signed;
    private double stackless;

    CallTrie(Samples samples, SampleType measure) {
        this.samples = samples;
        this.measure = measure;
        nodes = samples.nodes();
        flat = new double[nodes.size()];
        sumFlat();
        sums = flat.clone();
        magnitudes = signed ? flatMagnitudes() : sums;
        begins = new int[nodes.size() + 2];
        for (int node = nodes.size() - 1; node >= 0; node--) {
            int caller = nodes.caller(node);
            if (caller != StackNodes.NONE) {
                sums[caller] += sums[node];
                if (signed) {
                    magnitudes[caller] += magnitudes[node];
                }
                counted.set(caller, counted.get(caller) || counted.get(node));
            }
            begins[caller + 2]++;
        }
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        callees = new int[nodes.size()];
        for (int node = 0; node < nodes.size(); node++) {
            // Advances each beginning to the next one's, so that in the end it stands one place further to the left.
            callees[begins[nodes.caller(node) + 1]++] = node;
        }
    }

    private void sumFlat() {
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value == 0) {
                continue;
            }
            total += value;
            signed |= value < 0;
            int node = nodes.node(sample);
            if (node == StackNodes.NONE) {
                stackless += value;
            } else {
                flat[node] += value;
                counted.set(node);
            }
        }
    }

    private double[] flatMagnitudes() {
        double[] magnitude = new double[flat.length];
        for (int sample = 0; sample < samples.size(); sample++) {
            int node = nodes.node(sample);
            if (node != StackNodes.NONE) {
                magnitude[node] += Math.abs(measure.of(samples, sample));
            }
        }
        return magnitude;
    }

    double total() {
        return total;
    }

    /** The figure of the samples without a stack. */
    double stackless() {
        return stackless;
    }

    /** The figure of the stacks that end in a node. */
    double flat(int node) {
        return flat[node];
    }

    /** The figure of the stacks that pass through a node. */
    double sum(int node) {
        return sums[node];
    }

    /** The same without signs: nothing below the node is larger. */
    double magnitude(int node) {
        return magnitudes[node];
    }

    /** Whether a stack that passes through a node has a figure. */
    boolean isCounted(int node) {
        return counted.get(node);
    }

    /** The index of a node's first callee; of {@link StackNodes#NONE}, of the first outermost node. */
    int begin(int node) {
        return node == StackNodes.NONE ? 0 : begins[node];
    }

    /** The index after a node's last callee. */
    int end(int node) {
        return begins[node + 1];
    }

    int callee(int index) {
        return callees[index];
    }

    /** Reads a node's locations, the outermost first, and returns how many there are. */
    int locations(int node, int[] to) {
        return nodes.locations(node, to);
    }
}
