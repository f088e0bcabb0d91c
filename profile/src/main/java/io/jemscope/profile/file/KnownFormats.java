package io.jemscope.profile.file;

import io.jemscope.profile.FormatException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Explains files that aren't heap profiles, by their first bytes. */
final class KnownFormats {

    private static final String SUPPORTED =
            "Supported are heap dumps of jemalloc, tcmalloc, gperftools and Go (text that"
                    + " begins with 'heap_v2/' or 'heap profile:'), pprof's profile.proto, and jemalloc's prof_log; each also"
                    + " packed by gzip";

    private static final int EXCERPT_LENGTH = 40;

    /**
     * A format that isn't read.
     *
     * @param beginning what its files begin with
     * @param next what to do with such a file
     */
    private record Other(String beginning, String why, String next) {}

    private static final List<Other> OTHERS = List.of(
            new Other("FLR\0", "it is a flight recording", "Open it with JDK Mission Control"),
            new Other(
                    "JAVA PROFILE",
                    "it is a dump of the Java heap, not of native memory",
                    "Open it with a Java heap analyser"),
            new Other(
                    "--- heapz ",
                    "it is a profile of Java objects by Google's agent, not of native memory",
                    "Open it with pprof"),
            new Other("--- contentionz ", "it is a profile of lock contention, not of memory", "Open it with pprof"),
            new Other("--- contention:", "it is a profile of lock contention, not of memory", "Open it with pprof"),
            new Other("--- mutex:", "it is a profile of lock contention, not of memory", "Open it with pprof"),
            new Other("--- threadz ", "it is a list of threads, not a profile of memory", "Open it with pprof"),
            new Other(
                    "\u007fELF",
                    "it is a program or library",
                    "Name its profile; a program may be named before a profile"),
            new Other("PK\u0003\u0004", "it is a zip archive", "Unpack it, and name the profile in it"));

    private KnownFormats() {}

    /** Fails for files of a known format that isn't supported. */
    static void refuse(Path file, String beginning) throws FormatException {
        for (Other other : OTHERS) {
            if (beginning.startsWith(other.beginning)) {
                throw ProfileFile.unreadable(file, other.why, other.next);
            }
        }
    }

    /** The exception for a file of no known format. */
    static FormatException unknown(Path file, byte[] beginning) {
        String why = isText(beginning)
                ? "it is not a heap profile of any known format: it looks like a text file that begins with '"
                        + excerpt(beginning) + "'"
                : "it is not a heap profile of any known format";
        return ProfileFile.unreadable(file, why, SUPPORTED);
    }

    /** Whether a file looks like text. Messages of pprof have control characters among their first bytes. */
    static boolean isText(byte[] beginning) {
        for (byte character : beginning) {
            boolean isBreak = character == '\n' || character == '\r' || character == '\t' || character == '\f';
            if (character >= 0 && character < ' ' && !isBreak) {
                return false;
            }
        }
        return true;
    }

    private static String excerpt(byte[] beginning) {
        String text = new String(beginning, StandardCharsets.UTF_8).strip();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end).strip();
        return line.length() > EXCERPT_LENGTH ? line.substring(0, EXCERPT_LENGTH) + "…" : line;
    }
}
