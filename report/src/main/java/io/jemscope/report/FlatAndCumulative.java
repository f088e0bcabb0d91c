package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/**
 * Flat and cumulative figures by name. Flat is what the innermost frame of a stack allocated; cumulative counts a stack once
 * for each name on it.
 */
public final class FlatAndCumulative {

    /** Figures of a name: bytes and objects, flat, then the same cumulative. */
    private static final int WIDTH = 4;

    private final StackNames stacks;
    private final FrameNames names;
    private final SampleType measure;
    private double total;
    private double[] figures = new double[WIDTH * 1024];

    /** By name, the stack that counted for it last: a stack counts once for a function that calls itself. */
    private int[] lastStack = new int[1024];

    private FlatAndCumulative(StackNames stacks, SampleType measure) {
        this.stacks = stacks;
        this.names = stacks.names();
        this.measure = measure;
    }

    /** Sums the figures of a profile whose frames are named. */
    public static FlatAndCumulative of(Profile profile, SampleType measure, Grouping grouping) {
        return of(profile, measure, new StackNames(profile.compact(), grouping));
    }

    static FlatAndCumulative of(Profile profile, SampleType measure, StackNames stacks) {
        FlatAndCumulative sums = new FlatAndCumulative(stacks, measure);
        Samples samples = profile.compact();
        int stack = 0;
        for (int i = 0; i < samples.size(); i++) {
            double figure = measure.of(samples, i);
            if (figure != 0) {
                sums.total += figure;
                sums.add(samples, i, ++stack);
            }
        }
        return sums;
    }

    private void add(Samples samples, int sample, int stack) {
        double bytes = measure.isAccumulated() ? samples.accumulatedBytes(sample) : samples.liveBytes(sample);
        double objects = measure.isAccumulated() ? samples.accumulatedObjects(sample) : samples.liveObjects(sample);
        int depth = stacks.read(sample);
        makeRoom();
        int[] numbers = stacks.numbers();
        if (depth > 0) {
            figures[WIDTH * numbers[0]] += bytes;
            figures[WIDTH * numbers[0] + 1] += objects;
        }
        for (int i = 0; i < depth; i++) {
            int name = numbers[i];
            if (lastStack[name] != stack) {
                lastStack[name] = stack;
                figures[WIDTH * name + 2] += bytes;
                figures[WIDTH * name + 3] += objects;
            }
        }
    }

    private void makeRoom() {
        if (names.size() > lastStack.length) {
            int room = Math.max(names.size(), 2 * lastStack.length);
            lastStack = Arrays.copyOf(lastStack, room);
            figures = Arrays.copyOf(figures, WIDTH * room);
        }
    }

    /** Reads the stacks of the same profile by the same names. */
    public StackNames stacks() {
        return stacks;
    }

    /** The names; a figure below belongs to the number of one. */
    public FrameNames names() {
        return names;
    }

    /** The sum of all samples, those without a stack included. */
    public double total() {
        return total;
    }

    /** Whether a name has any figure; in a difference one of the two may cancel out. */
    boolean isAny(int name) {
        return cumulative(name) != 0 || flat(name) != 0;
    }

    double flat(int name) {
        return figures[WIDTH * name + (measure.isBytes() ? 0 : 1)];
    }

    /** A name's cumulative figure. */
    public double cumulative(int name) {
        return figures[WIDTH * name + (measure.isBytes() ? 2 : 3)];
    }

    double flatMeanBytes(int name) {
        return mean(figures[WIDTH * name], figures[WIDTH * name + 1]);
    }

    double cumulativeMeanBytes(int name) {
        return mean(figures[WIDTH * name + 2], figures[WIDTH * name + 3]);
    }

    private static double mean(double bytes, double objects) {
        return objects == 0 ? 0 : bytes / objects;
    }
}
