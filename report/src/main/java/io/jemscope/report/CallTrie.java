package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackNodes;
import java.util.BitSet;

/**
 * A profile's stacks as the tree that they are held in, with what each of its nodes has: a few numbers a node, and nothing
 * a stack. Reports that go from the callers down look only into the nodes they show.
 */
final class CallTrie {

    private final Samples samples;
    private final SampleType measure;
    private final StackNodes nodes;

    /** By node: what its own stacks have, which end in it, and what these and all it calls have. */
    private final double[] own;

    private final double[] sums;

    /** The same without signs, where a difference has any; else the same array. */
    private final double[] reaches;

    /** By node: where its callees begin in {@link #callees}; and where the last one's end. The first are the roots'. */
    private final int[] begins;

    private final int[] callees;

    /** The nodes that stacks with anything of the measure go through; of a difference their sums may be 0. */
    private final BitSet counted = new BitSet();

    private double total;
    private boolean signed;
    private double stackless;

    CallTrie(Samples samples, SampleType measure) {
        this.samples = samples;
        this.measure = measure;
        nodes = samples.nodes();
        own = new double[nodes.size()];
        addUp();
        sums = own.clone();
        reaches = signed ? ownReach() : sums;
        begins = new int[nodes.size() + 2];
        for (int node = nodes.size() - 1; node >= 0; node--) {
            int caller = nodes.caller(node);
            if (caller != StackNodes.NONE) {
                sums[caller] += sums[node];
                if (signed) {
                    reaches[caller] += reaches[node];
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
            // Moves each beginning on to the next one's, so that it stands one place further to the left at the end.
            callees[begins[nodes.caller(node) + 1]++] = node;
        }
    }

    private void addUp() {
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
                own[node] += value;
                counted.set(node);
            }
        }
    }

    private double[] ownReach() {
        double[] reach = new double[own.length];
        for (int sample = 0; sample < samples.size(); sample++) {
            int node = nodes.node(sample);
            if (node != StackNodes.NONE) {
                reach[node] += Math.abs(measure.of(samples, sample));
            }
        }
        return reach;
    }

    /** All of it. */
    double total() {
        return total;
    }

    /** What has no stack. */
    double stackless() {
        return stackless;
    }

    /** What the stacks that end in a node have. */
    double own(int node) {
        return own[node];
    }

    /** What the stacks that go through a node have. */
    double sum(int node) {
        return sums[node];
    }

    /** What none of the nodes below can have more than, whatever its sign. */
    double reach(int node) {
        return reaches[node];
    }

    /** Whether any stack that goes through a node has anything. */
    boolean isCounted(int node) {
        return counted.get(node);
    }

    /** Where a node's callees begin, which stand behind each other; those of {@link StackNodes#NONE} are the outermost. */
    int begin(int node) {
        return node == StackNodes.NONE ? 0 : begins[node];
    }

    /** Where a node's callees end. */
    int end(int node) {
        return begins[node + 1];
    }

    int callee(int index) {
        return callees[index];
    }

    /** Reads a node's locations, the outermost first. */
    int locations(int node, int[] to) {
        return nodes.locations(node, to);
    }
}
