package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;

/** Which samples are which holder's. */
final class HolderSamples {

    private final Samples samples;
    private final SampleType measure;

    /** By sample, its holder's number. */
    private final int[] holders;

    /** The samples by holder, each holder's in their order; made when first asked for, empty until then. */
    private int[] ordered = new int[0];

    /** By holder, where its samples begin; and where the last one's end. */
    private int[] begins = new int[0];

    HolderSamples(Samples samples, SampleType measure) {
        this.samples = samples;
        this.measure = measure;
        this.holders = new int[samples.size()];
    }

    void set(int sample, int holder) {
        holders[sample] = holder;
    }

    int size() {
        return holders.length;
    }

    double weight(int sample) {
        return measure.of(samples, sample);
    }

    /** Where a holder's samples begin. */
    synchronized int begin(int holder) {
        if (begins.length == 0) {
            order();
        }
        return begins[holder];
    }

    /** Where they end; {@link #begin} was asked for. */
    int end(int holder) {
        return begins[holder + 1];
    }

    int at(int place) {
        return ordered[place];
    }

    private void order() {
        int most = 0;
        for (int holder : holders) {
            most = Math.max(most, holder);
        }
        begins = new int[most + 3];
        for (int holder : holders) {
            begins[holder + 2]++;
        }
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        ordered = new int[holders.length];
        for (int sample = 0; sample < holders.length; sample++) {
            // Moves each beginning on to the next one's, so that it stands one place further to the left at the end.
            ordered[begins[holders[sample] + 1]++] = sample;
        }
    }
}
