package io.jemscope.report;

import io.jemscope.profile.Measure;

/** A measure's figures and name as text. */
final class MeasureText {

    private MeasureText() {}

    static String value(Measure measure, double value) {
        return value(measure, value, ByteUnit.AUTO);
    }

    static String value(Measure measure, double value, ByteUnit unit) {
        return measure.isBytes() ? Units.bytes(value, unit) : Units.count(value);
    }

    static String name(Measure measure) {
        return switch (measure) {
            case LIVE_BYTES -> "live bytes";
            case LIVE_OBJECTS -> "live objects";
            case ACCUMULATED_BYTES -> "bytes asked for, freed or not";
            case ACCUMULATED_OBJECTS -> "objects asked for, freed or not";
        };
    }
}
