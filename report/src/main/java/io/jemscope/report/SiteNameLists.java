package io.jemscope.report;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * What goes to whom of each site: who called it, or what it reached. Millions of stacks make hundreds of thousands of such
 * pairs, and a report shows those of a few sites, so they are added up when a site's are asked for. Until then there is a
 * number a sample.
 */
final class SiteNameLists {

    /** The number of no name. */
    static final int NONE = -1;

    private final ProfileFrames frames;
    private final SiteSamples samples;

    /** By sample, the number of a name. */
    private final int[] names;

    /** By name, its weight and its place among those of the site at hand, and 1 more; 0 where it isn't among them. */
    private double[] weights = new double[0];

    private int[] places = new int[0];

    SiteNameLists(ProfileFrames frames, SiteSamples samples) {
        this.frames = frames;
        this.samples = samples;
        names = new int[samples.size()];
        Arrays.fill(names, NONE);
    }

    void set(int sample, int name) {
        names[sample] = name;
    }

    /** A site's names by falling weight, those of equal weight in the order they were met; made when first looked at. */
    List<String> of(int site) {
        return new Names(site);
    }

    private synchronized String[] names(int site) {
        if (weights.length == 0) {
            weights = new double[frames.texts()];
            places = new int[frames.texts()];
        }
        List<Integer> met = new ArrayList<>();
        for (int i = samples.begin(site); i < samples.end(site); i++) {
            int sample = samples.at(i);
            int name = names[sample];
            if (name == NONE) {
                continue;
            }
            if (places[name] == 0) {
                met.add(name);
                places[name] = met.size();
                weights[name] = 0;
            }
            weights[name] += samples.weight(sample);
        }
        met.sort((one, other) -> Double.compare(weights[other], weights[one]));
        String[] texts = new String[met.size()];
        for (int i = 0; i < texts.length; i++) {
            places[met.get(i)] = 0;
            texts[i] = frames.text(met.get(i));
        }
        return texts;
    }

    /** The names of one site. */
    final class Names extends AbstractList<String> implements RandomAccess {

        private final int site;

        /** Volatile, so that another thread that sees the array sees what is in it. */
        private volatile String @Nullable [] texts;

        private Names(int site) {
            this.site = site;
        }

        @Override
        public String get(int index) {
            return texts()[index];
        }

        @Override
        public int size() {
            return texts().length;
        }

        private String[] texts() {
            String[] known = texts;
            if (known == null) {
                known = names(site);
                texts = known;
            }
            return known;
        }
    }
}
