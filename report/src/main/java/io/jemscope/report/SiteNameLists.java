package io.jemscope.report;

import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The callers and the native functions of each site. Millions of stacks have hundreds of thousands of such pairs, and a report
 * prints those of a few sites: a site's names are summed up when they are first read. Until then there are three numbers a
 * sample.
 */
final class SiteNameLists {

    private static final int NONE = -1;

    /** By sample, the number of a name. */
    private static final class Column {
        private final FrameNames names;
        private final int[] numberOf;

        Column(FrameNames names, int samples) {
            this.names = names;
            numberOf = new int[samples];
            Arrays.fill(numberOf, NONE);
        }
    }

    private final Samples samples;
    private final SampleType measure;
    private final Column callers;
    private final Column functions;

    /** By sample, its site. */
    private final int[] siteOf;

    /** The samples by site, each site's in their order, and by site where its samples begin; empty until the first read. */
    private int[] samplesBySite = new int[0];

    private int[] begins = new int[0];

    /** By name, its figure at the site being summed up, and whether it has one there; empty until the first read. */
    private double[] weights = new double[0];

    private boolean[] isFound = new boolean[0];

    SiteNameLists(Samples samples, SampleType measure, FrameNames callers, FrameNames functions) {
        this.samples = samples;
        this.measure = measure;
        this.callers = new Column(callers, samples.size());
        this.functions = new Column(functions, samples.size());
        siteOf = new int[samples.size()];
    }

    void setSite(int sample, int site) {
        siteOf[sample] = site;
    }

    void setCaller(int sample, int name) {
        callers.numberOf[sample] = name;
    }

    void setFunction(int sample, int name) {
        functions.numberOf[sample] = name;
    }

    /** A site's callers by falling figure, those of equal figures in the order of their samples. */
    List<String> callers(int site) {
        return new Names(site, callers);
    }

    /** A site's functions in the same order. */
    List<String> functions(int site) {
        return new Names(site, functions);
    }

    private synchronized String[] names(int site, Column column) {
        if (begins.length == 0) {
            orderBySite();
            weights = new double[Math.max(callers.names.size(), functions.names.size())];
            isFound = new boolean[weights.length];
        }
        List<Integer> found = new ArrayList<>();
        for (int i = begins[site]; i < begins[site + 1]; i++) {
            int name = column.numberOf[samplesBySite[i]];
            if (name == NONE) {
                continue;
            }
            if (!isFound[name]) {
                isFound[name] = true;
                weights[name] = 0;
                found.add(name);
            }
            weights[name] += measure.of(samples, samplesBySite[i]);
        }
        found.sort((one, other) -> Double.compare(weights[other], weights[one]));
        String[] names = new String[found.size()];
        for (int i = 0; i < names.length; i++) {
            isFound[found.get(i)] = false;
            names[i] = column.names.name(found.get(i));
        }
        return names;
    }

    private void orderBySite() {
        int last = 0;
        for (int site : siteOf) {
            last = Math.max(last, site);
        }
        begins = new int[last + 3];
        for (int site : siteOf) {
            begins[site + 2]++;
        }
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        samplesBySite = new int[siteOf.length];
        for (int sample = 0; sample < siteOf.length; sample++) {
            // Advances each beginning to the next one's, so that in the end it stands one place further to the left.
            samplesBySite[begins[siteOf[sample] + 1]++] = sample;
        }
    }

    /** The names of one site. */
    final class Names extends AbstractList<String> implements RandomAccess {

        private final int site;
        private final Column column;

        /** Volatile, so that another thread that sees the array sees its content. */
        private volatile String @Nullable [] names;

        private Names(int site, Column column) {
            this.site = site;
            this.column = column;
        }

        @Override
        public String get(int index) {
            return names()[index];
        }

        @Override
        public int size() {
            return names().length;
        }

        private String[] names() {
            String[] known = names;
            if (known == null) {
                known = SiteNameLists.this.names(site, column);
                names = known;
            }
            return known;
        }
    }
}
