package io.jemscope.cli;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A span of time on the command line: numbers with units ({@code 500ms}, {@code 30s}, {@code 1h30m}), or seconds. */
final class TimeSpan implements ITypeConverter<Duration> {

    /** Some hundred years: what nanoseconds can still count. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    @Override
    public Duration convert(String text) {
        Duration sum = Duration.ZERO;
        int at = 0;
        String lower = text.trim().toLowerCase(Locale.ROOT);
        while (at < lower.length()) {
            int digits = end(lower, at, true);
            int unit = end(lower, digits, false);
            if (digits == at || digits - at > 9) {
                throw mistake(text);
            }
            sum = sum.plus(span(Long.parseLong(lower.substring(at, digits)), lower.substring(digits, unit), text));
            at = unit;
        }
        if (lower.isEmpty()) {
            throw mistake(text);
        }
        if (sum.compareTo(LONGEST) > 0) {
            throw new TypeConversionException("'" + text + "' is too long: name " + LONGEST.toDays() + "d or less");
        }
        return sum;
    }

    private static int end(String text, int from, boolean digits) {
        int end = from;
        while (end < text.length() && Character.isDigit(text.charAt(end)) == digits) {
            end++;
        }
        return end;
    }

    private static Duration span(long number, String unit, String text) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "", "s", "sec", "secs" -> Duration.ofSeconds(number);
            case "m", "min", "mins" -> Duration.ofMinutes(number);
            case "h", "hr", "hrs" -> Duration.ofHours(number);
            case "d", "day", "days" -> Duration.ofDays(number);
            case "w", "week", "weeks" -> Duration.ofDays(7 * number);
            default -> throw mistake(text);
        };
    }

    private static TypeConversionException mistake(String text) {
        return new TypeConversionException("'" + text + "' is no span of time: write such as 30s, 5m or 1h30m");
    }
}
