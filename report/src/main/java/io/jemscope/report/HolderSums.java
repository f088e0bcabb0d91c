package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleErrors;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/** Adds up what sites hold: a row of figures each, next to one another, since millions of samples are met in no order. */
final class HolderSums {

    /** The row of all of them together. */
    static final int WHOLE = 0;

    /** A row: live bytes, their variance, live objects, and the same of what was ever asked for. */
    private static final int WIDTH = 8;

    private static final int ACCUMULATED = 3;

    private final Samples samples;
    private final SampleErrors errors;
    private double[] rows = new double[64 * WIDTH];

    HolderSums(Samples samples, SampleRate rate) {
        this.samples = samples;
        this.errors = new SampleErrors(rate);
    }

    /** Adds a sample to a row, and to the whole. */
    void add(int row, int sample) {
        if ((row + 1) * WIDTH > rows.length) {
            rows = Arrays.copyOf(rows, Math.max((row + 1) * WIDTH, 2 * rows.length));
        }
        add(row * WIDTH, samples.liveObjects(sample), samples.liveBytes(sample));
        double objects = samples.accumulatedObjects(sample);
        double bytes = samples.accumulatedBytes(sample);
        if (objects != 0 || bytes != 0) {
            add(row * WIDTH + ACCUMULATED, objects, bytes);
        }
    }

    private void add(int at, double objects, double bytes) {
        double error = errors.ofBytes(objects, bytes);
        double variance = error * error;
        int ofWhole = at & (WIDTH - 1);
        double[] to = rows;
        to[at] += bytes;
        to[at + 1] += variance;
        to[at + 2] += objects;
        to[ofWhole] += bytes;
        to[ofWhole + 1] += variance;
        to[ofWhole + 2] += objects;
    }

    Estimate liveBytes(int row) {
        return estimate(row * WIDTH);
    }

    Amount live(int row) {
        return amount(row * WIDTH);
    }

    Estimate accumulatedBytes(int row) {
        return estimate(row * WIDTH + ACCUMULATED);
    }

    Amount accumulated(int row) {
        return amount(row * WIDTH + ACCUMULATED);
    }

    private Estimate estimate(int at) {
        return new Estimate(rows[at], Math.sqrt(rows[at + 1]));
    }

    private Amount amount(int at) {
        return new Amount(rows[at + 2], rows[at]);
    }
}
