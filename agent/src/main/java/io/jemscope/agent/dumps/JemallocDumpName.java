package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a dump says that jemalloc chose: {@code <prefix>.<pid>.<seq>.<kind><n>.heap}, with the number of the
 * process's namespace before its own under {@code prof_pid_namespace} (jemalloc, {@code prof_sys.c}).
 *
 * @param sequence which one of the process's it is
 * @param kind why it was made
 * @param word the kind and its own number, as they stand in the name
 */
record JemallocDumpName(long sequence, DumpKind kind, String word) {

    /** What a name says; null where it isn't that of a dump of that process under that prefix. */
    static @Nullable JemallocDumpName of(String fileName, String prefix, long pid) {
        if (!fileName.startsWith(prefix + ".") || !fileName.endsWith(DumpName.ENDING)) {
            return null;
        }
        int end = fileName.length() - DumpName.ENDING.length();
        int wordAt = fileName.lastIndexOf('.', end - 1) + 1;
        int sequenceAt = fileName.lastIndexOf('.', wordAt - 2) + 1;
        int pidAt = sequenceAt < 2 ? 0 : fileName.lastIndexOf('.', sequenceAt - 2) + 1;
        if (pidAt <= prefix.length()
                || Digits.number(fileName, pidAt, sequenceAt - 1) != pid
                || !isNamespace(fileName, prefix.length() + 1, pidAt)) {
            return null;
        }
        long sequence = Digits.number(fileName, sequenceAt, wordAt - 1);
        String word = fileName.substring(wordAt, end);
        DumpKind kind = kind(word);
        return sequence < 0 || kind == null ? null : new JemallocDumpName(sequence, kind, word);
    }

    /** What the {@link #id} of one of that process's says, whatever the prefix is; null where it can be none. */
    static @Nullable JemallocDumpName ofId(String id, long pid) {
        String begin = pid + ".";
        int wordAt = id.lastIndexOf('.') + 1;
        if (!id.startsWith(begin)) {
            return null;
        }
        long sequence = Digits.number(id, begin.length(), wordAt - 1);
        String word = id.substring(wordAt);
        DumpKind kind = kind(word);
        JemallocDumpName says = sequence < 0 || kind == null ? null : new JemallocDumpName(sequence, kind, word);
        // The same number can be written in several ways.
        return says != null && says.id(pid).equals(id) ? says : null;
    }

    private static boolean isNamespace(String name, int from, int to) {
        return from == to || Digits.number(name, from, to - 1) >= 0;
    }

    private static @Nullable DumpKind kind(String word) {
        if (word.equals("f")) {
            return DumpKind.FINAL;
        }
        if (word.isEmpty() || Digits.number(word, 1, word.length()) < 0) {
            return null;
        }
        return switch (word.charAt(0)) {
            case 'i' -> DumpKind.INTERVAL;
            case 'u' -> DumpKind.HIGH_WATER;
            case 'm' -> DumpKind.MANUAL;
            default -> null;
        };
    }

    /** An id that no dump of the store's own has, and that says nothing of the prefix, which is a path. */
    String id(long pid) {
        return pid + "." + sequence + "." + word;
    }
}
