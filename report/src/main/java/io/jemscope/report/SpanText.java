package io.jemscope.report;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;

/**
 * A span of time as a person writes it: numbers with units ({@code 500ms}, {@code 30s}, {@code 1h30m}, and as Mesos writes them,
 * {@code 1.5hrs}), or seconds.
 */
public final class SpanText {

    private SpanText() {}

    /** Some hundred years: what nanoseconds can still count. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** Of one number. */
    private static final int MOST_DIGITS = 12;

    /**
     * Reads a span.
     *
     * @throws IllegalArgumentException with a sentence for the person, if it isn't one
     */
    public static Duration parse(String text) {
        Duration sum = Duration.ZERO;
        int at = 0;
        String lower = text.trim().toLowerCase(Locale.ROOT);
        while (at < lower.length()) {
            int digits = end(lower, at, true);
            int unit = end(lower, digits, false);
            if (digits == at || digits - at > MOST_DIGITS) {
                throw mistake(text);
            }
            sum = sum.plus(span(lower.substring(at, digits), lower.substring(digits, unit), text));
            at = unit;
        }
        if (lower.isEmpty()) {
            throw mistake(text);
        }
        if (sum.compareTo(LONGEST) > 0) {
            throw tooLong(text);
        }
        return sum;
    }

    /** The same without seconds alone: {@code 2026} may be meant as a year. */
    public static Duration parseWithUnit(String text) {
        Duration span = parse(text);
        String word = text.trim();
        if (isOfNumber(word.charAt(word.length() - 1))) {
            throw new IllegalArgumentException("'" + word + "' ends without a unit: write such as 30s, 5m or 1h30m");
        }
        return span;
    }

    private static int end(String text, int from, boolean digits) {
        int end = from;
        while (end < text.length() && isOfNumber(text.charAt(end)) == digits) {
            end++;
        }
        return end;
    }

    private static boolean isOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    private static Duration span(String number, String unit, String text) {
        try {
            BigDecimal millis = new BigDecimal(number).multiply(BigDecimal.valueOf(millis(unit, text)));
            if (millis.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) > 0) {
                throw tooLong(text);
            }
            return Duration.ofNanos(millis.movePointRight(6).longValue());
        } catch (NumberFormatException e) {
            throw mistake(text);
        }
    }

    private static long millis(String unit, String text) {
        return switch (unit) {
            case "ms" -> 1;
            case "", "s", "sec", "secs" -> 1_000;
            case "m", "min", "mins" -> 60_000;
            case "h", "hr", "hrs" -> 3_600_000;
            case "d", "day", "days" -> 86_400_000;
            case "w", "week", "weeks" -> 604_800_000;
            default -> throw mistake(text);
        };
    }

    private static IllegalArgumentException tooLong(String text) {
        return new IllegalArgumentException("'" + text + "' is too long: name " + LONGEST.toDays() + "d or less");
    }

    private static IllegalArgumentException mistake(String text) {
        return new IllegalArgumentException("'" + text + "' is not a time: write such as 30s, 5m or 1h30m");
    }
}
