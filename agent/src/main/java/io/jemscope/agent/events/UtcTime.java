package io.jemscope.agent.events;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Moments as text, in UTC. By hand: the JDK's formatters would take 20 ms of the target's start, and a megabyte. */
public final class UtcTime {

    private UtcTime() {}

    /**
     * For file names: {@code 20260131-235959-123}.
     *
     * @param instant the moment, of the years 0 to 9999
     * @return the text, to the millisecond
     */
    public static String compact(Instant instant) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(19);
        append(text, time.getYear(), 4);
        append(text, time.getMonthValue(), 2);
        append(text, time.getDayOfMonth(), 2);
        text.append('-');
        append(text, time.getHour(), 2);
        append(text, time.getMinute(), 2);
        append(text, time.getSecond(), 2);
        text.append('-');
        append(text, time.getNano() / 1_000_000, 3);
        return text.toString();
    }

    /**
     * For JSON: {@code 2026-01-31T23:59:59Z}.
     *
     * @param instant the moment, of the years 0 to 9999
     * @return the text, to the second
     */
    public static String iso(Instant instant) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(20);
        append(text, time.getYear(), 4);
        text.append('-');
        append(text, time.getMonthValue(), 2);
        text.append('-');
        append(text, time.getDayOfMonth(), 2);
        text.append('T');
        append(text, time.getHour(), 2);
        text.append(':');
        append(text, time.getMinute(), 2);
        text.append(':');
        append(text, time.getSecond(), 2);
        return text.append('Z').toString();
    }

    private static void append(StringBuilder text, int value, int digits) {
        String known = Integer.toString(value);
        text.append("0".repeat(Math.max(0, digits - known.length()))).append(known);
    }
}
