package io.jemscope.profile.file;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a dump, or of a log of {@code prof_log}, says of it. jemalloc names its dumps {@code <prefix>.<pid>.<sequence>.<kind>.heap}, with the
 * number of the process's namespace before its id where it runs with {@code prof_pid_namespace} (jemalloc,
 * {@code prof_sys.c}, {@code prof_dump_filename}). Jemscope's own are {@code <pid>.final.heap}, or
 * {@code <pid>.<run>.final.heap} where earlier runs of the same number left their dumps, and, of a process that runs on,
 * {@code <pid>.<UTC time>.<number>.<kind>.heap}. A packed dump has {@code .gz} behind its name. jemalloc's logs are
 * {@code <prefix>.<pid>.<sequence>.json} ({@code prof_log.c}), counted on their own.
 *
 * @param prefix the text before the numbers, and the time if it has one; may be empty
 * @param namespace the number of the namespace of process ids; 0 if the name has none
 * @param pid the process
 * @param sequence which dump of the process it is, from 0; {@link #LAST} for the one at its end, if its name has no number
 * @param kind what made the allocator write it
 * @param kindNumber which dump of this kind it is, from 0; of Jemscope's final ones, which run of the process's number
 *     left it; -1 if the name doesn't tell
 */
public record DumpName(String prefix, long namespace, long pid, long sequence, Kind kind, long kindNumber)
        implements Comparable<DumpName> {

    /** The sequence of a final dump whose name has no number: behind all others. */
    public static final long LAST = Long.MAX_VALUE;

    private static final String SUFFIX = ".heap";

    private static final String LOG_SUFFIX = ".json";

    private static final String PACKED = ".gz";

    /** What made the allocator write a dump. */
    public enum Kind {
        /** So many bytes were allocated since the last one ({@code lg_prof_interval}). */
        INTERVAL,
        /** Requested by {@code prof.dump} without a name, or through Jemscope. */
        ASKED,
        /** More memory was in use than ever before ({@code prof_gdump}). */
        PEAK,
        /** Jemscope took it of its own accord. */
        SNAPSHOT,
        /** Taken by Jemscope at the start of a run: the memory from before the run. */
        BASELINE,
        /** The program ended ({@code prof_final}). */
        FINAL,
        /** Not a dump but a log of allocations that were freed while it ran ({@code prof_log}). */
        LOG
    }

    /**
     * Reads a name.
     *
     * @param fileName the name, without a folder
     * @return the parts of the name; null for any other name
     */
    public static @Nullable DumpName of(String fileName) {
        String plain = without(PACKED, fileName);
        if (plain.endsWith(LOG_SUFFIX)) {
            return log(new NameWords(without(LOG_SUFFIX, plain)));
        }
        if (!plain.endsWith(SUFFIX)) {
            return null;
        }
        NameWords words = new NameWords(without(SUFFIX, plain));
        String word = words.take();
        Kind own = ownKind(word);
        if (own != null) {
            return own(words, own);
        }
        Kind kind = jemallocKind(word);
        long sequence = words.takeNumber();
        long pid = words.takeNumber();
        if (kind == null || sequence < 0 || pid < 0) {
            return null;
        }
        long namespace = Math.max(0, words.takeNumber());
        return new DumpName(words.rest(), namespace, pid, sequence, kind, NameWords.number(word.substring(1)));
    }

    private static @Nullable DumpName log(NameWords words) {
        long sequence = words.takeNumber();
        long pid = words.takeNumber();
        if (sequence < 0 || pid < 0) {
            return null;
        }
        long namespace = Math.max(0, words.takeNumber());
        // Without a prefix it is anybody's file: a date, say.
        return words.rest().isEmpty() ? null : new DumpName(words.rest(), namespace, pid, sequence, Kind.LOG, -1);
    }

    private static String without(String ending, String name) {
        return name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    }

    private static @Nullable DumpName own(NameWords words, Kind kind) {
        long number = words.takeNumber();
        if (number < 0) {
            return null;
        }
        if (words.rest().isEmpty()) {
            return kind == Kind.FINAL ? new DumpName("", 0, number, LAST, kind, -1) : null;
        }
        long process = words.takeNumber();
        if (process >= 0) {
            boolean isLaterRun =
                    kind == Kind.FINAL && number > 0 && words.rest().isEmpty();
            return isLaterRun ? new DumpName("", 0, process, LAST, kind, number - 1) : null;
        }
        String time = words.take();
        long pid = words.takeNumber();
        return pid < 0 || !words.rest().isEmpty() ? null : new DumpName(time, 0, pid, number, kind, -1);
    }

    private static @Nullable Kind ownKind(String word) {
        for (Kind kind : new Kind[] {Kind.FINAL, Kind.ASKED, Kind.SNAPSHOT, Kind.BASELINE, Kind.LOG}) {
            if (word.equals(kind.name().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        return null;
    }

    private static @Nullable Kind jemallocKind(String word) {
        if (word.equals("f")) {
            return Kind.FINAL;
        }
        if (word.length() < 2 || NameWords.number(word.substring(1)) < 0) {
            return null;
        }
        return switch (word.charAt(0)) {
            case 'i' -> Kind.INTERVAL;
            case 'm' -> Kind.ASKED;
            case 'u' -> Kind.PEAK;
            default -> null;
        };
    }

    /** By namespace, process, prefix (of Jemscope's own: the time), number and kind; a process's logs behind its dumps. */
    @Override
    public int compareTo(DumpName other) {
        int order = Long.compare(namespace, other.namespace);
        order = order != 0 ? order : Long.compare(pid, other.pid);
        order = order != 0 ? order : Boolean.compare(kind == Kind.LOG, other.kind == Kind.LOG);
        // A final dump without a number stands behind those of its process, whose names have the time in front.
        order = order != 0 ? order : Boolean.compare(sequence == LAST, other.sequence == LAST);
        order = order != 0 ? order : prefix.compareTo(other.prefix);
        order = order != 0 ? order : Long.compare(sequence, other.sequence);
        order = order != 0 ? order : kind.compareTo(other.kind);
        return order != 0 ? order : Long.compare(kindNumber, other.kindNumber);
    }
}
