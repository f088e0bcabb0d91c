package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;

/** Which samples are which site's. */
final class SiteSamples {

    private final Samples samples;
    private final SampleType measure;

    /** By sample, its site's number. */
    private final int[] sites;

    /** The samples by site, each site's in their order; made when first asked for, empty until then. */
    private int[] ordered = new int[0];

    /** By site, where its samples begin; and where the last one's end. */
    private int[] begins = new int[0];

    SiteSamples(Samples samples, SampleType measure) {
        this.samples = samples;
        this.measure = measure;
        this.sites = new int[samples.size()];
    }

    void set(int sample, int site) {
        sites[sample] = site;
    }

    int size() {
        return sites.length;
    }

    double weight(int sample) {
        return measure.of(samples, sample);
    }

    /** Where a site's samples begin. */
    synchronized int begin(int site) {
        if (begins.length == 0) {
            order();
        }
        return begins[site];
    }

    /** Where they end; {@link #begin} was asked for. */
    int end(int site) {
        return begins[site + 1];
    }

    int at(int place) {
        return ordered[place];
    }

    private void order() {
        int most = 0;
        for (int site : sites) {
            most = Math.max(most, site);
        }
        begins = new int[most + 3];
        for (int site : sites) {
            begins[site + 2]++;
        }
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        ordered = new int[sites.length];
        for (int sample = 0; sample < sites.length; sample++) {
            // Moves each beginning on to the next one's, so that it stands one place further to the left at the end.
            ordered[begins[sites[sample] + 1]++] = sample;
        }
    }
}
