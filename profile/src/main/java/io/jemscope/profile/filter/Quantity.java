package io.jemscope.profile.filter;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A number with its unit, compared as pprof compares them (google/pprof, {@code internal/measurement}).
 *
 * @param value the number
 * @param unit the unit's shortest name if known; empty for counts and without a unit
 */
record Quantity(double value, String unit) {

    private static final Unit BYTE = new Unit("B", 1, true, List.of("b", "byte"));
    private static final Unit SECOND = new Unit("s", 1e9, false, List.of("s", "sec", "second"));

    private static final List<Unit> UNITS = List.of(
            BYTE,
            new Unit("kB", 1L << 10, true, List.of("kb", "kbyte", "kilobyte")),
            new Unit("MB", 1L << 20, true, List.of("mb", "mbyte", "megabyte")),
            new Unit("GB", 1L << 30, true, List.of("gb", "gbyte", "gigabyte")),
            new Unit("TB", 1L << 40, true, List.of("tb", "tbyte", "terabyte")),
            new Unit("PB", 1L << 50, true, List.of("pb", "pbyte", "petabyte")),
            new Unit("ns", 1, false, List.of("ns", "nanosecond")),
            new Unit("us", 1e3, false, List.of("μs", "us", "microsecond")),
            new Unit("ms", 1e6, false, List.of("ms", "millisecond")),
            SECOND,
            new Unit("hrs", 3600e9, false, List.of("hour", "hr")));

    /**
     * A known unit.
     *
     * @param shown its shortest name
     * @param factor how many bytes, or nanoseconds, one of it is
     * @param isMemory whether it counts memory, and not time
     * @param names its names, in lower case and for one of it
     */
    private record Unit(String shown, double factor, boolean isMemory, List<String> names) {

        static @Nullable Unit of(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            String one = lower.length() > 2 && lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
            for (Unit unit : UNITS) {
                if (unit.names.contains(one)) {
                    return unit;
                }
            }
            return null;
        }
    }

    /**
     * A number of one unit in another.
     *
     * @param from its unit; empty if it has none
     * @param to the unit wanted
     * @return the number in the wanted unit, or in bytes or seconds if that unit is of another kind
     */
    static Quantity in(long number, String from, String to) {
        Unit source = Unit.of(from);
        if (source == null) {
            boolean counted = to.equals("count") || to.equals("sample") || to.equals("unit");
            return new Quantity(number, counted ? "" : to);
        }
        Unit wanted = Unit.of(to);
        if (wanted == null || wanted.isMemory != source.isMemory) {
            wanted = source.isMemory ? BYTE : SECOND;
        }
        return new Quantity(number * source.factor / wanted.factor, wanted.shown);
    }

    /** Reads a label that is a number, with its unit behind a blank or without one; null if it isn't. */
    static @Nullable Label label(String key, String text) {
        int blank = text.indexOf(' ');
        String digits = blank < 0 ? text : text.substring(0, blank);
        try {
            long number = Long.parseLong(digits);
            if (blank >= 0) {
                return new Label(number, text.substring(blank + 1));
            }
            return new Label(number, key.equals("alignment") || key.equals("request") ? "bytes" : key);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * A label that is a number.
     *
     * @param unit its unit; without one, its key
     */
    record Label(long number, String unit) {}
}
