package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every stack with what was asked for through it. Stacks that have the same names and the same labels are one.
 *
 * @param traces the stacks, the greatest first; equal ones as the profile has them
 * @param measure what they are ordered by
 * @param grouping what frames stand for
 * @param total all of it, in the measure's unit
 */
public record Traces(List<Trace> traces, SampleType measure, Grouping grouping, double total) {

    /**
     * One stack.
     *
     * @param grouping what frames stand for
     * @param live what is still held of it
     * @param accumulated what was ever asked for through it; {@link Amount#NONE} where the allocator didn't count it
     */
    public record Trace(Sample first, Grouping grouping, Amount live, Amount accumulated) {

        /**
         * The stack. Made anew each time: a profile may have millions of them.
         *
         * @return the names, innermost first
         */
        public List<String> names() {
            return grouping.names(first);
        }

        /**
         * What else is known of the stack's samples, such as their thread.
         *
         * @return the labels by their keys
         */
        public Map<String, String> labels() {
            return first.labels();
        }
    }

    /**
     * Makes the list unchangeable.
     *
     * @param traces the stacks; copied
     * @param measure what they are ordered by
     * @param grouping what frames stand for
     * @param total all of it
     */
    public Traces {
        traces = List.copyOf(traces);
    }

    /**
     * Puts a profile's equal stacks together.
     *
     * @param profile the profile, with its frames known
     * @param measure what to order by
     * @param grouping what frames stand for
     * @return the stacks that have anything of the measure
     */
    public static Traces of(Profile profile, SampleType measure, Grouping grouping) {
        Samples samples = profile.compact();
        StackTable table = new StackTable(samples, grouping);
        double total = 0;
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value != 0) {
                total += value;
                table.add(sample);
            }
        }
        List<Trace> traces = new ArrayList<>(table.size());
        for (int i = 0; i < table.size(); i++) {
            traces.add(new Trace(samples.get(table.first(i)), grouping, table.live(i), table.accumulated(i)));
        }
        traces.sort((one, other) -> Double.compare(
                Math.abs(measure.of(other.live, other.accumulated)), Math.abs(measure.of(one.live, one.accumulated))));
        return new Traces(traces, measure, grouping, total);
    }
}
