package io.jemscope.agent.dumps;

import io.jemscope.agent.events.UtcTime;
import io.jemscope.allocator.DumpKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The name of a dump: a store's, {@code <pid>.<UTC time>.<number>.<kind>.heap}, or the last of all, {@code <pid>.final.heap} or
 * {@code <pid>.<n>.final.heap}, which the native library writes as the program ends. A name that differs in the least belongs to
 * something else. Dumps of a store sort by name as they were made.
 *
 * @param pid the process that made it; another process may have had the same number
 * @param number which one of its maker's it is, or 0
 * @param isOfStore whether a store named it
 */
record DumpName(long pid, long number, DumpKind kind, boolean isOfStore) {

    static final String ENDING = ".heap";
    private static final int TIME_LENGTH = 19; // 20260131-235959-123

    /** The id of a new dump. */
    static String id(long pid, Instant made, long number, DumpKind kind) {
        return pid + "." + UtcTime.compact(made) + "." + digits(number) + "." + kind.word();
    }

    private static String digits(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, 4 - digits.length())) + digits;
    }

    /** The id of a dump by its file's name, which ends as dumps do. */
    static String idOf(String fileName) {
        return fileName.substring(0, fileName.length() - ENDING.length());
    }

    /** What the name of a file says; null if it isn't one of ours. */
    static @Nullable DumpName of(String fileName) {
        long pid = fileName.endsWith(ENDING) ? pid(fileName) : -1;
        if (pid < 1) {
            return null;
        }
        String id = idOf(fileName);
        int kindAt = id.lastIndexOf('.') + 1;
        int at = id.indexOf('.') + 1;
        if (isTime(id, at)) {
            int numberAt = at + TIME_LENGTH + 1;
            long number = Digits.number(id, numberAt, kindAt - 1);
            DumpKind kind = kind(id.substring(kindAt));
            boolean isOurs = number >= 0 && id.startsWith(digits(number) + ".", numberAt);
            return isOurs && kind != null ? new DumpName(pid, number, kind, true) : null;
        }
        long number = at == kindAt ? 0 : Digits.number(id, at, kindAt - 1);
        return number < 0 || !id.endsWith("." + DumpKind.FINAL.word())
                ? null
                : new DumpName(pid, number, DumpKind.FINAL, false);
    }

    private static @Nullable DumpKind kind(String word) {
        for (DumpKind kind : DumpKind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** The process of a file whose name begins as a store's dump, {@code <pid>.<UTC time>.}; else -1. */
    static long pidOf(String fileName) {
        return isTime(fileName, fileName.indexOf('.') + 1) ? pid(fileName) : -1;
    }

    private static long pid(String fileName) {
        return Digits.number(fileName, 0, Math.max(0, fileName.indexOf('.')));
    }

    private static boolean isTime(String id, int from) {
        return id.length() > from + TIME_LENGTH
                && id.charAt(from + TIME_LENGTH) == '.'
                && Digits.number(id, from, from + 8) >= 0
                && id.charAt(from + 8) == '-'
                && Digits.number(id, from + 9, from + 15) >= 0
                && id.charAt(from + 15) == '-'
                && Digits.number(id, from + 16, from + TIME_LENGTH) >= 0;
    }
}
