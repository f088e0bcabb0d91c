package io.jemscope.symbols.cache;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of source lines by build id. Reading the debug information of a large library takes seconds; its lines never change,
 * since a build id stands for one content. Incomplete lines aren't kept ({@link LineTable#isComplete(long)}).
 *
 * <p>The cache has only the addresses that were looked up, not whole tables: reports look up some hundred of the hundred
 * thousands of addresses that a library has.
 *
 * <p>Problems with the cache are not errors: addresses are then looked up again. Safe for use by several threads and processes; if
 * two add to the same file at the same time, one's lines are lost and looked up again later.
 */
public final class SymbolCache {

    /** The default maximum size, in bytes. */
    public static final long DEFAULT_BYTES = 512L << 20;

    // A program that looks up all addresses exceeds this; then the file starts again from empty.
    private static final int MAX_ADDRESSES = 1 << 22;

    private final CacheFolder folder;

    /** Finds the source lines of addresses that aren't cached: reads debug information. */
    @FunctionalInterface
    public interface Lookup {

        /**
         * Looks up addresses.
         *
         * @param addresses addresses in the file, ascending and distinct
         * @return their lines; null if the file has no debug information at all
         * @throws ElfException if the debug information can't be used
         * @throws IOException if it can't be read
         */
        @Nullable
        LineTable lines(long[] addresses) throws IOException;
    }

    /** Cached lines, and new ones that aren't all added to the cache. */
    private record Joined(CachedLines cached, LineTable found) implements LineTable {

        @Override
        public List<LineFrame> frames(long address) {
            return cached.has(address) ? cached.frames(address) : found.frames(address);
        }

        @Override
        public boolean isComplete() {
            return found.isComplete();
        }

        @Override
        public boolean isComplete(long address) {
            return cached.has(address) || found.isComplete(address);
        }

        @Override
        public @Nullable String problem() {
            return found.problem();
        }
    }

    /**
     * Reads nothing yet.
     *
     * @param folder the cache's own folder; created at the first write
     * @param maxBytes the maximum size; the least recently used files are evicted first
     */
    public SymbolCache(Path folder, long maxBytes) {
        this.folder = new CacheFolder(folder, maxBytes);
    }

    /**
     * Returns the folder of the user's cache: {@code $JEMSCOPE_CACHE}, else {@code $XDG_CACHE_HOME/jemscope}, else
     * {@code ~/.cache/jemscope} (XDG Base Directory Specification).
     *
     * @param environment the environment's variables
     * @return the folder; empty if the user has no home
     */
    public static Optional<Path> usersFolder(Map<String, String> environment) {
        String named = environment.getOrDefault("JEMSCOPE_CACHE", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        // By the specification, a relative path is ignored.
        if (cache.startsWith("/")) {
            return Optional.of(Path.of(cache, "jemscope"));
        }
        return home.startsWith("/") ? Optional.of(Path.of(home, ".cache", "jemscope")) : Optional.empty();
    }

    /**
     * Returns the source lines of addresses: cached lines, and for the others lines that are looked up and then cached.
     *
     * @param debugFile identifies the file with the debug information among those of the same build, such as by its length
     * @param addresses addresses in the file, in any order; they may repeat
     * @param lookup called for addresses that aren't cached, if there are any
     * @return the lines; for use by one thread
     * @throws IOException if the lookup does
     */
    public LineTable lines(BuildId id, String debugFile, long[] addresses, Lookup lookup) throws IOException {
        String key = id.hex() + " " + debugFile;
        String name = name(id, key);
        ByteBuffer bytes = folder.read(name);
        CachedLines read = bytes == null ? null : CachedLinesFormat.decode(bytes, key);
        CachedLines cached = read == null ? CachedLines.EMPTY : read;
        long[] missing = missing(cached, addresses);
        if (missing.length == 0) {
            return cached;
        }
        if (!cached.isValid()) {
            cached = CachedLines.EMPTY;
            missing = missing(cached, addresses);
        }
        LineTable found = lookup.lines(missing);
        if (found == null) {
            return cached;
        }
        long[] complete = found.isComplete() ? missing : completeOf(missing, found);
        boolean tooMany = cached.size() > MAX_ADDRESSES - complete.length;
        CachedLines all = CachedLinesBuilder.merge(tooMany ? CachedLines.EMPTY : cached, complete, found);
        ByteBuffer encoded = complete.length == 0 ? null : CachedLinesFormat.encode(key, all);
        if (encoded != null) {
            folder.write(name, encoded);
        }
        return complete.length == missing.length && !tooMany ? all : new Joined(cached, found);
    }

    /** Returns the addresses whose lines are final; for others a missing file may exist later, or the heap may be larger. */
    private static long[] completeOf(long[] addresses, LineTable found) {
        long[] complete = new long[addresses.length];
        int count = 0;
        for (long address : addresses) {
            if (found.isComplete(address)) {
                complete[count++] = address;
            }
        }
        return Arrays.copyOf(complete, count);
    }

    private static long[] missing(CachedLines cached, long[] addresses) {
        long[] sorted = addresses.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (int index = 0; index < sorted.length; index++) {
            boolean first = index == 0 || sorted[index] != sorted[index - 1];
            long address = sorted[index];
            if (first && !cached.has(address)) {
                sorted[count++] = address;
            }
        }
        return Arrays.copyOf(sorted, count);
    }

    /** Returns a file name for each build and debug file. The file has the key, too, so that a hash collision does no harm. */
    private static String name(BuildId id, String key) {
        long hash = 0xcbf29ce484222325L;
        for (int index = 0; index < key.length(); index++) {
            // FNV-1a.
            hash = (hash ^ key.charAt(index)) * 0x100000001b3L;
        }
        return id.hex() + "-" + Long.toHexString(hash) + CacheFolder.LINES;
    }
}
