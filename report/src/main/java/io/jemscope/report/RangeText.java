package io.jemscope.report;

import io.jemscope.profile.Estimate;

/** How sure a figure is: its 95 % range as text. */
public final class RangeText {

    /** Up to this share of a figure the range is as good as symmetric, and {@code ±} in per cent says it in fewer columns. */
    static final double MOST_SYMMETRIC = 0.2;

    private RangeText() {}

    /**
     * The 95 % range of bytes.
     *
     * @param bytes the figure
     * @return such as {@code ±3.5%}; where the range is wide, and then not symmetric, its ends, such as {@code 0.6–4.4 MiB};
     *     {@code ?} where nothing tells
     */
    public static String of(Estimate bytes) {
        return of(bytes, ByteUnit.AUTO);
    }

    /**
     * The 95 % range of bytes in a certain unit.
     *
     * @param bytes the figure
     * @param unit the unit of the ends
     * @return see {@link #of(Estimate)}
     */
    public static String of(Estimate bytes, ByteUnit unit) {
        String percent = percent(bytes);
        return percent.isEmpty() ? Units.bytesRange(bytes.low(), bytes.high(), unit) : percent;
    }

    /**
     * The 95 % range of objects.
     *
     * @param objects the figure
     * @return see {@link #of(Estimate)}; the ends are such as {@code 12–88}
     */
    public static String ofObjects(Estimate objects) {
        String percent = percent(objects);
        return percent.isEmpty() ? Units.count(objects.low()) + "–" + Units.count(objects.high()) : percent;
    }

    /** The range in per cent; empty where it takes both ends. */
    private static String percent(Estimate figure) {
        if (Double.isNaN(figure.standardError())) {
            return "?";
        }
        double reach = Math.max(figure.high() - figure.value(), figure.value() - figure.low());
        return reach <= MOST_SYMMETRIC * figure.value() ? "±" + Units.percent(reach, figure.value()) : "";
    }

    /**
     * Bytes whose rounding is no larger than their error.
     *
     * @return such as {@code 96.0 MiB}, or {@code 1.017 GiB} where the error is that small
     */
    public static String figure(Estimate bytes) {
        return Units.bytes(bytes.value(), bytes.high() - bytes.value());
    }
}
