package io.jemscope.agent;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A moment as file names have it: {@code 20260131-235959-123}, UTC. By hand: a formatter would cost 1 MB of heap. */
final class FileTime {

    private FileTime() {}

    static String of(Instant instant) {
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

    private static void append(StringBuilder text, int value, int digits) {
        String known = Integer.toString(value);
        text.append("0".repeat(Math.max(0, digits - known.length()))).append(known);
    }
}
