package io.jemscope.symbols.cache;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.dwarf.LineTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Source lines that were found before, by build id. Reading the debug information of a large library takes seconds; what
 * it said of an address never changes, since a build id stands for one content. Answers from which something was left out
 * aren't kept ({@link LineTable#isComplete(long)}).
 *
 * <p>It holds the answers to what was asked so far, not whole tables: reports ask for some hundred addresses of the
 * hundred thousands that a library has.
 *
 * <p>Nothing that goes wrong with it is an error: without it, everything is looked up. Safe for use by several threads and
 * processes; of two that add to the same file at once, one's answers are lost, and found out again when they are next
 * asked for.
 */
public final class SymbolCache {

    /** How much it holds unless the user says otherwise, in bytes. */
    public static final long USUAL_BYTES = 512L << 20;

    // More answers than this for one file are those of a program that asks for everything; then it starts anew.
    private static final int MOST_ANSWERS = 1 << 22;

    private final CacheFolder folder;

    /**
     * Makes it, and reads nothing yet.
     *
     * @param folder the folder, this cache's own; made when something is to be kept
     * @param mostBytes how much it may hold; the files that were used longest ago go first
     */
    public SymbolCache(Path folder, long mostBytes) {
        this.folder = new CacheFolder(folder, mostBytes);
    }

    /**
     * Where the user's cache lies: {@code $JEMSCOPE_CACHE}, else {@code $XDG_CACHE_HOME/jemscope}, or
     * {@code ~/.cache/jemscope} where that isn't set (XDG Base Directory Specification).
     *
     * @param environment the environment's variables
     * @return the folder; empty where the user has no home
     */
    public static Optional<Path> usersFolder(Map<String, String> environment) {
        String named = environment.getOrDefault("JEMSCOPE_CACHE", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        // As the specification has it, a relative path counts as none.
        if (cache.startsWith("/")) {
            return Optional.of(Path.of(cache, "jemscope"));
        }
        return home.startsWith("/") ? Optional.of(Path.of(home, ".cache", "jemscope")) : Optional.empty();
    }

    /**
     * The source lines of addresses: those known here, and those that are looked up now, which are kept.
     *
     * @param debugFile what tells the file with the debug information from others of the same build, such as its length
     * @param addresses the addresses, in the file's own terms; in any order, repetitions allowed
     * @param lookup finds what isn't known; isn't asked where all is
     * @return what is known of the addresses; good for one thread
     * @throws IOException where the lookup does
     */
    public LineTable lines(BuildId id, String debugFile, long[] addresses, LineLookup lookup) throws IOException {
        String key = id.hex() + " " + debugFile;
        String name = name(id, key);
        ByteBuffer bytes = folder.read(name);
        LineAnswers kept = bytes == null ? null : LineAnswersForm.decode(bytes, key);
        LineAnswers known = kept == null ? LineAnswers.EMPTY : kept;
        long[] missing = missing(known, addresses);
        if (missing.length == 0) {
            return known;
        }
        if (!known.canGrow()) {
            known = LineAnswers.EMPTY;
            missing = missing(known, addresses);
        }
        LineTable found = lookup.lines(missing);
        if (found == null) {
            return address -> List.of();
        }
        long[] whole = found.isComplete() ? missing : complete(missing, found);
        boolean tooMany = known.size() > MOST_ANSWERS - whole.length;
        LineAnswers all = LineAnswersBuilder.join(tooMany ? LineAnswers.EMPTY : known, whole, found);
        ByteBuffer encoded = whole.length == 0 ? null : LineAnswersForm.encode(key, all);
        if (encoded != null) {
            folder.write(name, encoded);
        }
        return whole.length == missing.length && !tooMany ? all : new JoinedAnswers(known, found);
    }

    /** Those of the addresses whose answers stay the same: a missing file may be there next time, or the heap be larger. */
    private static long[] complete(long[] addresses, LineTable found) {
        long[] complete = new long[addresses.length];
        int count = 0;
        for (long address : addresses) {
            if (found.isComplete(address)) {
                complete[count++] = address;
            }
        }
        return Arrays.copyOf(complete, count);
    }

    private static long[] missing(LineAnswers known, long[] addresses) {
        long[] sorted = addresses.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (int index = 0; index < sorted.length; index++) {
            boolean first = index == 0 || sorted[index] != sorted[index - 1];
            long address = sorted[index];
            if (first && !known.has(address)) {
                sorted[count++] = address;
            }
        }
        return Arrays.copyOf(sorted, count);
    }

    /** A file for each build and debug file. The key stands in the file as well, so that a chance likeness does no harm. */
    private static String name(BuildId id, String key) {
        long hash = 0xcbf29ce484222325L;
        for (int index = 0; index < key.length(); index++) {
            // Fowler, Noll and Vo's, variant 1a.
            hash = (hash ^ key.charAt(index)) * 0x100000001b3L;
        }
        return id.hex() + "-" + Long.toHexString(hash) + CacheFolder.LINES;
    }
}
