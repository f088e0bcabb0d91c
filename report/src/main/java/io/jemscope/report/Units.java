package io.jemscope.report;

import java.time.Duration;

/**
 * The one place where figures become text. Written by hand instead of with {@link String#format}, whose first use
 * loads many classes: a report has to be there in less than half a second from a cold start.
 */
public final class Units {

    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private static final int GIB = 3;

    private Units() {}

    /**
     * Bytes in the unit that suits them, powers of 1024, with one decimal from KiB on.
     *
     * @param bytes how many bytes
     * @return such as {@code 96.0 MiB} or {@code 512 B}
     */
    public static String bytes(double bytes) {
        int unit = unit(Math.abs(bytes));
        double value = Math.abs(bytes) / scale(unit);
        String figure = unit == 0 ? Long.toString(Math.round(value)) : decimal(value);
        return (bytes < 0 && Math.round(value * 10) != 0 ? "-" : "") + figure + " " + BYTE_UNITS[unit];
    }

    /**
     * Bytes whose rounding is no larger than their error. One decimal is enough up to MiB; of GiB and more it would hide 5 %, so
     * these have up to four digits.
     *
     * @param bytes how many bytes; at least 0
     * @param error by how much they may be wrong, in bytes; NaN where that isn't known
     * @return such as {@code 1.017 GiB} for an error of 0.5 MiB, {@code 1.0 GiB} for one of 100 MiB
     */
    static String bytes(double bytes, double error) {
        int unit = unit(bytes);
        double value = bytes / scale(unit);
        int most = unit < GIB || value >= 100 ? 1 : value >= 10 ? 2 : 3;
        int decimals = 1;
        long tens = 10;
        while (decimals < most && error < scale(unit) / tens) {
            decimals++;
            tens *= 10;
        }
        if (decimals == 1) {
            return bytes(bytes);
        }
        long digits = Math.round(value * tens);
        String fraction = Long.toString(digits % tens);
        return digits / tens + "." + "0".repeat(decimals - fraction.length()) + fraction + " " + BYTE_UNITS[unit];
    }

    /**
     * A range of bytes, both ends in the unit of the upper one.
     *
     * @param low the lower end
     * @param high the upper end
     * @return such as {@code 0.6–4.4 MiB} or {@code 137–712 KiB}
     */
    static String bytesRange(double low, double high, ByteUnit unit) {
        if (unit != ByteUnit.AUTO) {
            String begin = bytes(low, unit);
            return begin.substring(0, begin.indexOf(' ')) + "–" + bytes(high, unit);
        }
        int upper = unit(high);
        double end = high / scale(upper);
        double begin = low / scale(upper);
        boolean whole = upper == 0 || end >= 99.95;
        return (whole ? count(begin) + "–" + count(end) : decimal(begin) + "–" + decimal(end)) + " "
                + BYTE_UNITS[upper];
    }

    /**
     * A range of a change of bytes, both ends in the unit of the one that is farther from 0.
     *
     * @param low the lower end
     * @param high the upper end
     * @return such as {@code -0.4 to +2.9 MiB}
     */
    static String signedBytesRange(double low, double high) {
        double most = Math.max(Math.abs(low), Math.abs(high));
        int unit = unit(most);
        boolean whole = unit == 0 || most / scale(unit) >= 99.95;
        return signed(low / scale(unit), whole) + " to " + signed(high / scale(unit), whole) + " " + BYTE_UNITS[unit];
    }

    private static String signed(double value, boolean whole) {
        if (whole) {
            return signedCount(value);
        }
        String sign = Math.round(value * 10) == 0 ? "" : value < 0 ? "-" : "+";
        return sign + decimal(Math.abs(value));
    }

    /** A rounded count with its sign; 0 has none. */
    static String signedCount(double count) {
        String text = count(count);
        return Math.round(count) > 0 ? "+" + text : text;
    }

    /** Just below the next unit a figure already prints as 1024.0: it takes the next one. */
    private static int unit(double bytes) {
        double value = bytes;
        int unit = 0;
        while (unit < BYTE_UNITS.length - 1 && value >= (unit == 0 ? 1023.5 : 1023.95)) {
            value /= 1024;
            unit++;
        }
        return unit;
    }

    private static double scale(int unit) {
        return Math.scalb(1.0, 10 * unit);
    }

    /**
     * A whole number of bytes in the unit that suits them.
     *
     * @param bytes how many bytes
     * @return such as {@code 96.0 MiB} or {@code 512 B}
     */
    public static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /**
     * Bytes in a certain unit: whole bytes, else with one decimal, or with two digits that count where that would be less.
     *
     * @param bytes how many bytes
     * @return such as {@code 98,304.0 KiB}, {@code 0.0021 GiB} or {@code 100,663,296 B}
     */
    public static String bytes(double bytes, ByteUnit unit) {
        if (unit == ByteUnit.AUTO) {
            return bytes(bytes);
        }
        return (unit == ByteUnit.B ? count(bytes) : figure(bytes / unit.bytes())) + " " + unit.symbol();
    }

    /** One decimal; below 1 as many as it takes for two digits that count, seven at most. */
    private static String figure(double value) {
        double size = Math.abs(value);
        if (size >= 0.95 || size == 0) {
            return (value < 0 ? "-" : "") + decimal(size);
        }
        int decimals = 1;
        double scaled = size * 10;
        while (scaled < 9.5 && decimals < 7) {
            scaled *= 10;
            decimals++;
        }
        String digits = Long.toString(Math.round(scaled));
        return (value < 0 ? "-" : "") + "0." + "0".repeat(decimals - digits.length()) + digits;
    }

    /**
     * A count, rounded, with a comma between thousands.
     *
     * @param count how many
     * @return such as {@code 12,345}
     */
    public static String count(double count) {
        return count(Math.round(count));
    }

    /**
     * A whole number, with a comma between thousands.
     *
     * @param count how many
     * @return such as {@code 12,345}
     */
    public static String count(long count) {
        String digits = Long.toString(Math.abs(count));
        StringBuilder text = new StringBuilder(digits.length() + digits.length() / 3 + 1);
        if (count < 0) {
            text.append('-');
        }
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (digits.length() - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        return text.toString();
    }

    /**
     * A part of a whole in per cent, with one decimal.
     *
     * @param whole the whole, in the same unit
     * @return such as {@code 42.8%}; {@code 0.0%} where the whole is 0
     */
    public static String percent(double part, double whole) {
        return whole == 0 ? "0.0%" : ratioPercent(part / whole);
    }

    /**
     * A part of a whole number in per cent, with one decimal.
     *
     * @return such as {@code 42.8%}; {@code 0.0%} where the whole is 0
     */
    public static String percent(long part, long whole) {
        return percent((double) part, (double) whole);
    }

    /**
     * A ratio in per cent, with one decimal.
     *
     * @param ratio the ratio; 1 is all
     * @return such as {@code 42.8%}; {@code ?} for NaN, which stands for what isn't known
     */
    public static String ratioPercent(double ratio) {
        if (Double.isNaN(ratio)) {
            return "?";
        }
        double percent = ratio * 100;
        return (percent < 0 && Math.round(percent * 10) != 0 ? "-" : "") + decimal(Math.abs(percent)) + "%";
    }

    /**
     * A time span in at most two units.
     *
     * @param span the span; negative ones count as none
     * @return such as {@code 12 ms}, {@code 3.4 s}, {@code 2 min 5 s} or {@code 3 h 20 min}
     */
    public static String span(Duration span) {
        long millis = Math.max(0, span.toMillis());
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 59_950) {
            return decimal(millis / 1000.0) + " s";
        }
        long seconds = Math.round(millis / 1000.0);
        if (seconds < 3_600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    /** One decimal, thousands apart; {@code value} is at least 0. */
    private static String decimal(double value) {
        long tenths = Math.round(value * 10);
        return count(tenths / 10) + "." + tenths % 10;
    }
}
