package io.jemscope.agent.dumps;

import io.jemscope.agent.events.UtcTime;
import io.jemscope.allocator.DumpKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a dump of the store says: {@code <pid>.<UTC time>.<number>.<kind>.heap}. In the order of their names
 * dumps are in the order of their making.
 *
 * @param number which one of the process's it is
 * @param kind why it was made
 */
record DumpName(long number, DumpKind kind) {

    static final String ENDING = ".heap";

    /** The id of a new dump. */
    static String id(long pid, Instant made, long number, DumpKind kind) {
        StringBuilder name = new StringBuilder(48);
        name.append(pid).append('.').append(UtcTime.compact(made)).append('.');
        String digits = Long.toString(number);
        name.append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
        return name.append('.').append(kind.word()).toString();
    }

    /** What an id of that process says; null where it is none. */
    static @Nullable DumpName of(String id, long pid) {
        String begin = pid + ".";
        int kindAt = id.lastIndexOf('.');
        int numberAt = kindAt < 0 ? -1 : id.lastIndexOf('.', kindAt - 1);
        if (!id.startsWith(begin) || numberAt < begin.length()) {
            return null;
        }
        long number = Digits.number(id, numberAt + 1, kindAt);
        for (DumpKind kind : DumpKind.values()) {
            if (number >= 0 && id.substring(kindAt + 1).equals(kind.word())) {
                return new DumpName(number, kind);
            }
        }
        return null;
    }
}
