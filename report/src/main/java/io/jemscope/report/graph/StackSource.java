package io.jemscope.report.graph;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.report.Grouping;
import io.jemscope.report.StackNames;
import java.util.Arrays;
import java.util.BitSet;

/** A graph with one node for each name. It is drawn from the stacks anew each time, since edges alone don't tell ways. */
final class StackSource implements GraphSource {

    private static final int NONE = -1;

    private final Samples samples;
    private final SampleType measure;
    private final StackNames names;
    private final double total;

    /** By name: its cumulative figure, and the last stack that it was counted for, cheaper than a set to empty for each. */
    private double[] cumulative = new double[1024];

    private int[] countedFor = new int[1024];

    StackSource(Profile profile, SampleType measure, Grouping grouping) {
        this.samples = profile.compact();
        this.measure = measure;
        this.names = new StackNames(samples, grouping);
        double sum = 0;
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value != 0) {
                sum += value;
                count(sample, value);
            }
        }
        total = sum;
    }

    private void count(int sample, double value) {
        int depth = names.read(sample);
        if (names.size() > cumulative.length) {
            cumulative = Arrays.copyOf(cumulative, Math.max(names.size(), 2 * cumulative.length));
            countedFor = Arrays.copyOf(countedFor, cumulative.length);
        }
        for (int i = 0; i < depth; i++) {
            int name = names.at(i);
            if (countedFor[name] != sample + 1) {
                countedFor[name] = sample + 1;
                cumulative[name] += value;
            }
        }
    }

    @Override
    public double total() {
        return total;
    }

    @Override
    public StackNames names() {
        return names;
    }

    @Override
    public BitSet large(double least) {
        BitSet large = new BitSet();
        for (int name = 0; name < names.size(); name++) {
            large.set(name, Math.abs(cumulative[name]) >= least);
        }
        return large;
    }

    @Override
    public int count() {
        return names.size();
    }

    @Override
    public MutableGraph of(BitSet kept) {
        MutableGraph draft = new MutableGraph(names.size());
        int[] counted = new int[names.size()];
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value == 0) {
                continue;
            }
            int caller = NONE;
            boolean residual = false;
            for (int i = names.read(sample) - 1; i >= 0; i--) {
                int node = names.at(i);
                if (!kept.get(node)) {
                    residual = true;
                    continue;
                }
                if (counted[node] != sample + 1) {
                    counted[node] = sample + 1;
                    draft.addCumulative(node, value);
                }
                if (caller != NONE && caller != node) {
                    draft.addEdge(caller, node, value, residual, sample);
                }
                caller = node;
                residual = false;
            }
            if (caller != NONE && !residual) {
                draft.addFlat(caller, value);
            }
        }
        return draft;
    }

    @Override
    public double[] held(BitSet lines, BitSet large) {
        double[] held = new double[names.size()];
        BitSet present = (BitSet) lines.clone();
        present.and(large);
        if (present.isEmpty()) {
            return held;
        }
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            int depth = value == 0 ? 0 : names.read(sample);
            for (int i = 0; i < depth; i++) {
                if (present.get(names.at(i))) {
                    held[names.at(i)] += value;
                    break;
                }
            }
        }
        return held;
    }

    @Override
    public int name(int node) {
        return node;
    }
}
