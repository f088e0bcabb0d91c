package io.jemscope.report;

import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A profile by its labels: of each label the values it has, with what the samples that carry them have.
 *
 * @param tags the labels, by key
 * @param measure what is counted
 * @param total all of it, in the measure's unit
 */
public record Tags(List<Tag> tags, SampleType measure, double total) {

    /**
     * One label.
     *
     * @param total what all samples that carry it have
     * @param values its values, the greatest first, those of equal figures by name
     */
    public record Tag(String key, double total, List<Value> values) {

        /**
         * Makes the list unchangeable.
         *
         * @param total what all samples that carry it have
         * @param values its values; copied
         */
        public Tag {
            values = List.copyOf(values);
        }
    }

    /**
     * One value of a label.
     *
     * @param value what the samples that carry it have
     */
    public record Value(String text, double value) {}

    /**
     * Makes the list unchangeable.
     *
     * @param tags the labels; copied
     * @param measure what is counted
     * @param total all of it
     */
    public Tags {
        tags = List.copyOf(tags);
    }

    /**
     * Counts a profile by its labels.
     *
     * @param measure what to count
     * @return the labels of samples that have anything of the measure
     */
    public static Tags of(Profile profile, SampleType measure) {
        // Samples share their maps of labels; each is taken apart once.
        IdentityHashMap<Map<String, String>, double[]> sums = new IdentityHashMap<>();
        double total = 0;
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            if (value != 0) {
                total += value;
                sums.computeIfAbsent(sample.labels(), any -> new double[1])[0] += value;
            }
        }
        Map<String, Map<String, Double>> byKey = new TreeMap<>();
        Map<String, Double> totals = new TreeMap<>();
        sums.forEach((labels, sum) -> labels.forEach((key, values) -> {
            // A sample with several values of a key counts once in the key's total.
            totals.merge(key, sum[0], Double::sum);
            for (String value : LabelValues.of(values)) {
                byKey.computeIfAbsent(key, any -> new TreeMap<>()).merge(value, sum[0], Double::sum);
            }
        }));
        List<Tag> tags = new ArrayList<>(byKey.size());
        byKey.forEach((key, values) -> tags.add(tag(key, totals.getOrDefault(key, 0.0), values)));
        return new Tags(tags, measure, total);
    }

    private static Tag tag(String key, double total, Map<String, Double> figures) {
        List<Value> values = new ArrayList<>(figures.size());
        for (Map.Entry<String, Double> figure : figures.entrySet()) {
            values.add(new Value(figure.getKey(), figure.getValue()));
        }
        // The sort keeps the order of equals, which is that of their names.
        values.sort((one, other) -> Double.compare(other.value, one.value));
        return new Tag(key, total, values);
    }
}
