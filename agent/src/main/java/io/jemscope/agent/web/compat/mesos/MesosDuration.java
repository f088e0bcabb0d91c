package io.jemscope.agent.web.compat.mesos;

import java.time.Duration;

/**
 * A length of time as Mesos writes it: a number, with or without a fraction, and behind it one of {@code ns us ms secs
 * mins hrs days weeks}. A number alone is seconds: Mesos's own documentation sends it so.
 */
final class MesosDuration {

    static final String UNITS = "ns, us, ms, secs, mins, hrs, days and weeks";

    /** Longer than any run, and short enough to be counted in nanoseconds. */
    private static final double MOST_NANOS = 1e18; // 31 years

    private MesosDuration() {}

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException where it is none, with half a sentence that says why
     */
    static Duration parse(String text) {
        int end = 0;
        while (end < text.length() && isOfNumber(text.charAt(end))) {
            end++;
        }
        double nanos = number(text.substring(0, end)) * unitNanos(text.substring(end));
        // Cut, not rounded, as there: just under a second is no second.
        return Duration.ofNanos((long) Math.min(nanos, MOST_NANOS));
    }

    private static boolean isOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it doesn't begin with a number", e);
        }
    }

    private static double unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "", "secs" -> 1e9;
            case "mins" -> 60e9;
            case "hrs" -> 3_600e9;
            case "days" -> 86_400e9;
            case "weeks" -> 604_800e9;
            default -> throw new IllegalArgumentException("units are " + UNITS + ", and " + unit + " is none of them");
        };
    }
}
