package io.jemscope.report;

/**
 * How much of a report is printed, and how.
 *
 * @param rows how many rows at most; at least 0
 * @param nodeFraction rows with a smaller share of the whole are left out, 0.01 being a per cent; for functions the
 *     cumulative share counts
 * @param unit the unit of bytes
 * @param meanSizes whether a column has the mean size of an object, where the report knows it
 */
public record Layout(int rows, double nodeFraction, ByteUnit unit, boolean meanSizes) {

    /** Everything. */
    public static final Layout WHOLE = new Layout(Integer.MAX_VALUE, 0, ByteUnit.AUTO, false);

    /**
     * Checks the figures.
     *
     * @param rows how many rows at most
     * @param nodeFraction the least share of a row
     * @param unit the unit of bytes
     * @param meanSizes whether mean sizes are wanted
     * @throws IllegalArgumentException where the rows are below 0, or the share isn't from 0 to 1
     */
    public Layout {
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
    public static Layout rows(int rows) {
        return new Layout(Math.max(0, rows), 0, ByteUnit.AUTO, false);
    }

    /**
     * The same with another least share.
     *
     * @param least the least share of a row
     * @return the layout
     */
    public Layout withNodeFraction(double least) {
        return new Layout(rows, least, unit, meanSizes);
    }

    /**
     * The same with another unit.
     *
     * @param other the unit of bytes
     * @return the layout
     */
    public Layout withUnit(ByteUnit other) {
        return new Layout(rows, nodeFraction, other, meanSizes);
    }

    /**
     * The same with mean sizes.
     *
     * @return the layout
     */
    public Layout withMeanSizes() {
        return new Layout(rows, nodeFraction, unit, true);
    }
}
