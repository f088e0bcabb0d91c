package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/** Adds up flat and cumulative figures by name: an array each, indexed by the number of the name. */
final class FlatAndCumulative {

    private final StackNames names;
    private final SampleType measure;
    private double total;

    /** Of each name: bytes and objects, flat, then the same cumulative. */
    private double[] figures = new double[4 * 1024];

    /** The stack that a name was met in last, so that a stack counts once where a function calls itself. */
    private int[] lastMet = new int[1024];

    private FlatAndCumulative(StackNames names, SampleType measure) {
        this.names = names;
        this.measure = measure;
    }

    static FlatAndCumulative of(Profile profile, SampleType measure, StackNames names) {
        FlatAndCumulative sums = new FlatAndCumulative(names, measure);
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
        int depth = names.read(sample);
        makeRoom();
        int[] numbers = names.numbers();
        if (depth > 0) {
            figures[4 * numbers[0]] += bytes;
            figures[4 * numbers[0] + 1] += objects;
        }
        for (int i = 0; i < depth; i++) {
            int name = numbers[i];
            if (lastMet[name] != stack) {
                lastMet[name] = stack;
                figures[4 * name + 2] += bytes;
                figures[4 * name + 3] += objects;
            }
        }
    }

    private void makeRoom() {
        if (names.size() > lastMet.length) {
            int room = Math.max(names.size(), 2 * lastMet.length);
            lastMet = Arrays.copyOf(lastMet, room);
            figures = Arrays.copyOf(figures, 4 * room);
        }
    }

    /** The names, by which other figures of the same profile may be counted. */
    StackNames names() {
        return names;
    }

    int size() {
        return names.size();
    }

    String name(int number) {
        return names.name(number);
    }

    double total() {
        return total;
    }

    /** Whether a name has anything of the measure: in a difference either figure may cancel out. */
    boolean isAny(int number) {
        return cumulative(number) != 0 || flat(number) != 0;
    }

    double flat(int number) {
        return figures[4 * number + (measure.isBytes() ? 0 : 1)];
    }

    double cumulative(int number) {
        return figures[4 * number + (measure.isBytes() ? 2 : 3)];
    }

    double flatMeanBytes(int number) {
        return mean(figures[4 * number], figures[4 * number + 1]);
    }

    double cumulativeMeanBytes(int number) {
        return mean(figures[4 * number + 2], figures[4 * number + 3]);
    }

    private static double mean(double bytes, double objects) {
        return objects == 0 ? 0 : bytes / objects;
    }
}
