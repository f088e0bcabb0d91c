package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.List;

/**
 * Flat and cumulative figures over all frames. Flat is what a function asked for itself, as the innermost frame;
 * cumulative is what was asked for with the function anywhere on the stack, each stack counted once.
 *
 * @param rows the functions, or what else is counted by, ordered
 * @param measure what is counted
 * @param grouping what rows stand for
 * @param total all of it, in the measure's unit
 */
public record Top(List<Row> rows, SampleType measure, Grouping grouping, double total) {

    /**
     * One function's figures.
     *
     * @param flat what it asked for itself
     * @param cumulative what was asked for with it on the stack
     * @param flatMeanBytes the mean size of the objects it asked for itself, in bytes; 0 where there are none
     * @param cumulativeMeanBytes the mean size of all objects asked for with it on the stack, in bytes
     */
    public record Row(String name, double flat, double cumulative, double flatMeanBytes, double cumulativeMeanBytes) {}

    /** What rows are ordered by. */
    public enum Order {
        /** By flat figures without their signs; equal ones by name, as {@code go tool pprof -top} has them. */
        FLAT,
        /** By cumulative figures without their signs; equal ones by name. */
        CUMULATIVE;

        int compare(
                double flat,
                double cumulative,
                String name,
                double otherFlat,
                double otherCumulative,
                String otherName) {
            int byFigure = this == FLAT
                    ? Double.compare(Math.abs(otherFlat), Math.abs(flat))
                    : Double.compare(Math.abs(otherCumulative), Math.abs(cumulative));
            return byFigure != 0 ? byFigure : name.compareTo(otherName);
        }
    }

    /**
     * Makes the list unchangeable.
     *
     * @param rows the rows; copied
     * @param measure what is counted
     * @param grouping what rows stand for
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
     * @return the functions that have anything of the measure
     */
    public static Top of(Profile profile, SampleType measure, Order order) {
        return of(profile, measure, Grouping.FUNCTION, order);
    }

    /**
     * Counts a profile.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param grouping what to count by
     * @return the rows that have anything of the measure
     */
    public static Top of(Profile profile, SampleType measure, Grouping grouping, Order order) {
        FlatAndCumulative figures = FlatAndCumulative.of(profile, measure, grouping);
        FrameNames names = figures.names();
        List<Row> rows = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            if (figures.isAny(i)) {
                rows.add(new Row(
                        names.name(i),
                        figures.flat(i),
                        figures.cumulative(i),
                        figures.flatMeanBytes(i),
                        figures.cumulativeMeanBytes(i)));
            }
        }
        rows.sort((one, other) ->
                order.compare(one.flat, one.cumulative, one.name, other.flat, other.cumulative, other.name));
        return new Top(rows, measure, grouping, figures.total());
    }

    /**
     * The rows that are to be shown.
     *
     * @param layout how many, and the least cumulative share of one
     * @return the first rows that are great enough
     */
    public List<Row> shown(TextOptions layout) {
        return layout.shown(rows, Row::cumulative, total);
    }
}
