package io.jemscope.report;

import io.jemscope.profile.SampleType;

/** A measure's figures and name as text. */
public final class SampleTypeText {

    private SampleTypeText() {}

    /**
     * A figure in the unit that suits it.
     *
     * @param value the figure
     * @return such as {@code 96.0 MiB} or {@code 1,024}
     */
    public static String value(SampleType measure, double value) {
        return value(measure, value, ByteUnit.AUTO);
    }

    static String value(SampleType measure, double value, ByteUnit unit) {
        return measure.isBytes() ? Units.bytes(value, unit) : Units.count(value);
    }

    /** Both ends of a change's range, such as {@code -0.4 to +2.9 MiB}. */
    static String signedRange(SampleType measure, double low, double high) {
        return measure.isBytes()
                ? Units.signedBytesRange(low, high)
                : Units.signedCount(low) + " to " + Units.signedCount(high);
    }

    /** What a report's heading says of the whole. */
    static String heading(SampleType measure, double total, TextOptions layout) {
        String heading = value(measure, total, layout.unit()) + ", " + name(measure);
        return layout.whole().isEmpty()
                ? heading
                : heading + "; shares are of " + value(measure, layout.whole().getAsDouble(), layout.unit());
    }

    /**
     * What a measure counts.
     *
     * @return such as {@code live bytes}
     */
    public static String name(SampleType measure) {
        return switch (measure) {
            case LIVE_BYTES -> "live bytes";
            case LIVE_OBJECTS -> "live objects";
            case ACCUMULATED_BYTES -> "total bytes allocated";
            case ACCUMULATED_OBJECTS -> "total objects allocated";
        };
    }
}
