package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flat and cumulative figures over all frames. Flat is what a function asked for itself, as the innermost frame;
 * cumulative is what was asked for with the function anywhere on the stack, each stack counted once.
 *
 * @param rows the functions, ordered
 * @param measure what is counted
 * @param total all of it, in the measure's unit
 */
public record Top(List<Row> rows, Measure measure, double total) {

    /**
     * One function's figures.
     *
     * @param function the function's name
     * @param flat what it asked for itself
     * @param cumulative what was asked for with it on the stack
     */
    public record Row(String function, double flat, double cumulative) {}

    /** What rows are ordered by. */
    public enum Order {
        /** By flat figures; equal ones by name, as {@code go tool pprof -top} has them. */
        FLAT,
        /** By cumulative figures; equal ones by name. */
        CUMULATIVE
    }

    /**
     * Makes the list unchangeable.
     *
     * @param rows the functions; copied
     * @param measure what is counted
     * @param total all of it
     */
    public Top {
        rows = List.copyOf(rows);
    }

    /**
     * Counts a profile by functions.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param order what to order by
     * @return the functions that have anything of the measure
     */
    public static Top of(Profile profile, Measure measure, Order order) {
        Map<String, double[]> figures = new HashMap<>();
        double total = 0;
        Set<String> seen = new HashSet<>();
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            if (value == 0) {
                continue;
            }
            total += value;
            seen.clear();
            boolean innermost = true;
            for (Frame frame : Stacks.frames(sample)) {
                String function = frame.label();
                double[] flatAndCumulative = figures.computeIfAbsent(function, any -> new double[2]);
                if (innermost) {
                    flatAndCumulative[0] += value;
                    innermost = false;
                }
                if (seen.add(function)) {
                    flatAndCumulative[1] += value;
                }
            }
        }
        List<Row> rows = new ArrayList<>(figures.size());
        for (Map.Entry<String, double[]> entry : figures.entrySet()) {
            rows.add(new Row(entry.getKey(), entry.getValue()[0], entry.getValue()[1]));
        }
        rows.sort((one, other) -> compare(one, other, order));
        return new Top(rows, measure, total);
    }

    private static int compare(Row one, Row other, Order order) {
        int byFigure = order == Order.FLAT
                ? Double.compare(other.flat, one.flat)
                : Double.compare(other.cumulative, one.cumulative);
        return byFigure != 0 ? byFigure : one.function.compareTo(other.function);
    }
}
