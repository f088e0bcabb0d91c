package io.jemscope.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How much of a report is printed, and how.
 *
 * @param rows how many rows at most; at least 0
 * @param nodeFraction rows with a smaller share of the whole are left out, 0.01 being a per cent; for functions the
 *     cumulative share counts
 * @param meanSizes whether a column has the mean size of an object, where the report knows it
 * @param whole what shares are of, in the measure's unit; empty for the report's own total. The total of a difference says
 *     little, since what came and what went cancel out in it
 * @param columns how wide a line should be at most, in columns of a terminal; names are made short for that
 */
public record TextOptions(
        int rows, double nodeFraction, ByteUnit unit, boolean meanSizes, OptionalDouble whole, int columns) {

    /** Everything. */
    public static final TextOptions WHOLE =
            new TextOptions(Integer.MAX_VALUE, 0, ByteUnit.AUTO, false, OptionalDouble.empty(), Integer.MAX_VALUE);

    /**
     * Checks the figures.
     *
     * @param rows how many rows at most
     * @param nodeFraction the least share of a row
     * @param unit the unit of bytes
     * @param meanSizes whether mean sizes are wanted
     * @param whole what shares are of
     * @param columns how wide a line should be at most
     * @throws IllegalArgumentException where the rows are below 0, or the share isn't from 0 to 1
     */
    public TextOptions {
        if (rows < 0) {
            throw new IllegalArgumentException("A report can't have " + rows + " rows");
        }
        if (!(nodeFraction >= 0 && nodeFraction <= 1)) {
            throw new IllegalArgumentException("A share is from 0 to 1, not " + nodeFraction);
        }
    }

    /**
     * A number of rows, in the units that suit the figures.
     *
     * @param rows how many rows at most
     * @return the layout
     */
    public static TextOptions rows(int rows) {
        return new TextOptions(Math.max(0, rows), 0, ByteUnit.AUTO, false, OptionalDouble.empty(), Integer.MAX_VALUE);
    }

    /**
     * The same with another least share.
     *
     * @param least the least share of a row
     * @return the layout
     */
    public TextOptions withNodeFraction(double least) {
        return new TextOptions(rows, least, unit, meanSizes, whole, columns);
    }

    /**
     * The same with another unit.
     *
     * @return the layout
     */
    public TextOptions withUnit(ByteUnit other) {
        return new TextOptions(rows, nodeFraction, other, meanSizes, whole, columns);
    }

    /**
     * The same with mean sizes.
     *
     * @return the layout
     */
    public TextOptions withMeanSizes() {
        return new TextOptions(rows, nodeFraction, unit, true, whole, columns);
    }

    /**
     * The same with shares of something else than the report's total.
     *
     * @param other what shares are of, in the measure's unit
     * @return the layout
     */
    public TextOptions withWhole(double other) {
        return new TextOptions(rows, nodeFraction, unit, meanSizes, OptionalDouble.of(other), columns);
    }

    /**
     * The same for a terminal.
     *
     * @param most how wide a line should be at most
     * @return the layout
     */
    public TextOptions withColumns(int most) {
        return new TextOptions(rows, nodeFraction, unit, meanSizes, whole, most);
    }

    /**
     * What shares are of.
     *
     * @param total the report's own total
     * @return that, unless something else was named
     */
    public double wholeOr(double total) {
        return whole.orElse(total);
    }

    /** The rows that are to be shown: the first that are great enough, in whatever order they are. */
    <T> List<T> shown(List<T> ordered, ToDoubleFunction<T> cumulative, double total) {
        double least = least(total);
        List<T> shown = new ArrayList<>();
        for (T row : ordered) {
            if (shown.size() == rows) {
                break;
            }
            if (Math.abs(cumulative.applyAsDouble(row)) >= least) {
                shown.add(row);
            }
        }
        return shown;
    }

    /**
     * How much a row must have at least to be shown, its sign aside.
     *
     * @param total the report's own total
     * @return the least share of the whole, in the measure's unit
     */
    public double least(double total) {
        return nodeFraction * Math.abs(wholeOr(total));
    }
}
