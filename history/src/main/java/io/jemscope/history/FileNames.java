package io.jemscope.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The names of a folder's files: {@code <start>.<pid>.jsonl} for the statistics of a process, {@code <start>.<pid>.<time>.pb.gz} for a
 * profile, where times are {@code 20260131-235959-123} in UTC. So files sort by process and time. Without the JDK's formatters, which take a
 * megabyte in the target.
 */
final class FileNames {

    static final String STATISTICS = ".jsonl";
    static final String PROFILE = ".pb.gz";

    /** Behind the name of a file that is being written. */
    static final String PART = ".part";

    private static final String TIME = "00000000-000000-000";

    /** What a name says. The time is that of a profile, null for statistics. */
    record Parts(Instant started, long pid, @Nullable Instant time) {}

    private FileNames() {}

    static String statistics(ProcessIdentity process) {
        return compact(process.started()) + "." + process.pid() + STATISTICS;
    }

    static String profile(ProcessIdentity process, Instant time) {
        return compact(process.started()) + "." + process.pid() + "." + compact(time) + PROFILE;
    }

    /** What a name says; null for any other name. */
    static @Nullable Parts parse(String name) {
        boolean isProfile = name.endsWith(PROFILE);
        if (!isProfile && !name.endsWith(STATISTICS)) {
            return null;
        }
        int end = name.length() - (isProfile ? PROFILE : STATISTICS).length();
        int pidStart = TIME.length() + 1;
        int pidEnd = isProfile ? end - TIME.length() - 1 : end;
        if (pidEnd <= pidStart || name.charAt(pidStart - 1) != '.' || (isProfile && name.charAt(pidEnd) != '.')) {
            return null;
        }
        Instant started = instant(name.substring(0, TIME.length()));
        long pid = digits(name, pidStart, pidEnd);
        Instant time = isProfile ? instant(name.substring(pidEnd + 1, end)) : null;
        return started == null || pid < 0 || (isProfile && time == null) ? null : new Parts(started, pid, time);
    }

    private static String compact(Instant instant) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(TIME.length());
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

    private static @Nullable Instant instant(String text) {
        if (text.charAt(8) != '-' || text.charAt(15) != '-') {
            return null;
        }
        long date = digits(text, 0, 8);
        long time = digits(text, 9, 15);
        long millis = digits(text, 16, 19);
        if (date < 0 || time < 0 || millis < 0) {
            return null;
        }
        try {
            return LocalDateTime.of(
                            (int) (date / 10_000),
                            (int) (date / 100 % 100),
                            (int) (date % 100),
                            (int) (time / 10_000),
                            (int) (time / 100 % 100),
                            (int) (time % 100))
                    .toInstant(ZoneOffset.UTC)
                    .plusMillis(millis);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The number in these characters; -1 if there are others, or too many. */
    private static long digits(String text, int from, int until) {
        if (until - from > 18) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < until; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
