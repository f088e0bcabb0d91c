package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a dump says that some process has left: one of its store's, {@code <pid>.<UTC time>.<number>.<kind>.heap}
 * ({@link DumpName}), or the last of all, {@code <pid>.final.heap} or {@code <pid>.<n>.final.heap}, which the native library
 * makes as the program ends. Whatever differs from these in the least is somebody's own.
 *
 * @param pid who made it; a number that another process may have had too
 * @param number which one of its maker's it is, or 0
 * @param kind why it was made
 */
record OrphanName(long pid, long number, DumpKind kind) {

    private static final int TIME_LENGTH = 19; // 20260131-235959-123

    /** What the name of a file says; null where it is none of ours. */
    static @Nullable OrphanName of(String fileName) {
        if (!fileName.endsWith(DumpName.ENDING)) {
            return null;
        }
        String id = fileName.substring(0, fileName.length() - DumpName.ENDING.length());
        int pidEnd = id.indexOf('.');
        long pid = Digits.number(id, 0, Math.max(0, pidEnd));
        if (pid < 1) {
            return null;
        }
        if (isTime(id, pidEnd + 1)) {
            DumpName says = DumpName.of(id, pid);
            if (says == null || !id.equals(id.substring(0, pidEnd + 1 + TIME_LENGTH) + ending(says))) {
                return null;
            }
            return new OrphanName(pid, says.number(), says.kind());
        }
        int last = id.lastIndexOf('.');
        long number = last == pidEnd ? 0 : Digits.number(id, pidEnd + 1, last);
        return number < 0 || !id.substring(last + 1).equals(DumpKind.FINAL.word())
                ? null
                : new OrphanName(pid, number, DumpKind.FINAL);
    }

    /** Whose it is, where a file's name begins as a dump's does, {@code <pid>.<UTC time>.}; else -1. */
    static long pidOf(String fileName) {
        int pidEnd = fileName.indexOf('.');
        return isTime(fileName, pidEnd + 1) ? Digits.number(fileName, 0, Math.max(0, pidEnd)) : -1;
    }

    private static String ending(DumpName says) {
        String digits = Long.toString(says.number());
        return "." + "0".repeat(Math.max(0, 4 - digits.length())) + digits + "."
                + says.kind().word();
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
