package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleErrors;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/** Adds up what sites hold: a row of figures each, next to one another, since millions of samples are met in no order. */
final class SiteSums {

    /** The row of all of them together. */
    static final int WHOLE = 0;

    /** A row: objects, bytes, and what their {@link Estimate} is made of. */
    private static final int WIDTH = 5;

    private final Samples samples;
    private final SampleErrors errors;

    /** How many dumps of one process the samples are of. */
    private final int dumps;

    /** Whether anything is known of what was ever asked for. */
    private final boolean counted;

    private double[] live = new double[64 * WIDTH];

    /** Rows up to the last one met; nothing but the first where nothing was counted. */
    private double[] accumulated = new double[WIDTH];

    SiteSums(Profile profile) {
        this.samples = profile.compact();
        this.errors = new SampleErrors(profile.rate());
        this.dumps = profile.dumpsOfOneProcess();
        this.counted = samples.hasAccumulated();
    }

    /** Adds a sample to a row, and to the whole. */
    void add(int row, int sample) {
        live = grown(live, row);
        add(live, row * WIDTH, samples.liveObjects(sample), samples.liveBytes(sample), samples.liveBlockBytes(sample));
        if (counted) {
            accumulated = grown(accumulated, row);
            add(
                    accumulated,
                    row * WIDTH,
                    samples.accumulatedObjects(sample),
                    samples.accumulatedBytes(sample),
                    samples.accumulatedBlockBytes(sample));
        }
    }

    private static double[] grown(double[] rows, int row) {
        int needed = (row + 1) * WIDTH;
        return needed <= rows.length ? rows : Arrays.copyOf(rows, Math.max(needed, 2 * rows.length));
    }

    private void add(double[] to, int at, double objects, double bytes, double blockBytes) {
        double weight = bytes == 0 ? 0 : errors.variancePerByte(blockBytes);
        double variance = Math.abs(bytes) * weight;
        add(to, at, objects, bytes, variance, weight, blockBytes);
        add(to, WHOLE, objects, bytes, variance, weight, blockBytes);
    }

    private static void add(
            double[] to, int at, double objects, double bytes, double variance, double weight, double step) {
        to[at] += bytes;
        to[at + 1] += variance;
        to[at + 2] += objects;
        to[at + 3] += variance * weight;
        to[at + 4] += variance * step;
    }

    Estimate liveBytes(int row) {
        return estimate(live, row);
    }

    Amount live(int row) {
        return amount(live, row);
    }

    Estimate accumulatedBytes(int row) {
        return counted ? estimate(accumulated, row) : Estimate.ZERO;
    }

    Amount accumulated(int row) {
        return counted ? amount(accumulated, row) : Amount.NONE;
    }

    private Estimate estimate(double[] rows, int row) {
        int at = row * WIDTH;
        if (at >= rows.length) {
            return Estimate.ZERO;
        }
        return Estimate.ofSums(rows[at], rows[at + 1], rows[at + 3], rows[at + 4])
                .ofDependent(dumps);
    }

    private static Amount amount(double[] rows, int row) {
        int at = row * WIDTH;
        return at >= rows.length ? Amount.NONE : new Amount(rows[at + 2], rows[at]);
    }
}
