package io.jemscope.symbols.elf;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A symbol table ({@code .symtab} or {@code .dynsym}) with its strings, both mapped.
 *
 * <p>A profile needs a few hundred addresses, all known, and libjvm's table has 70,000 entries, so no index is built. One pass
 * over the table looks up each function's range among the wanted addresses; names are read only for matches. The table is copied
 * in blocks: single reads from a mapped buffer are slow until the JVM has compiled the code, and a short command ends before.
 *
 * <p>A symbol covers {@code [value, value + size)}; one without a size covers nothing. If several symbols cover an address,
 * {@link Candidate} chooses: the innermost, then functions before untyped symbols, exported before local, fewer leading
 * underscores, the shorter name, the first in the alphabet. So the result doesn't depend on the table's order.
 */
final class SymbolTable {

    static final int ENTRY_BYTES = 24;

    private static final int ENTRY_LONGS = 3;
    // Small, so that the JVM compiles the method for a block early in a large table.
    private static final int BLOCK_ENTRIES = 128;
    private static final int TYPE_UNTYPED = 0;
    private static final int TYPE_FUNCTION = 2;
    private static final int TYPE_INDIRECT_FUNCTION = 10;
    private static final int UNDEFINED = 0;
    private static final int ABSOLUTE = 0xfff1;
    private static final int COMMON = 0xfff2;
    private static final int MAX_NAME_BYTES = 1 << 16;

    private final LongBuffer entries;
    private final ByteBuffer strings;

    /** Both buffers are little-endian. */
    SymbolTable(ByteBuffer entries, ByteBuffer strings) {
        this.entries = entries.asLongBuffer();
        this.strings = strings;
    }

    int size() {
        return entries.limit() / ENTRY_LONGS;
    }

    /** Looks up the search's missing addresses. */
    void search(SymbolSearch search) {
        long[] wanted = search.missing();
        if (wanted.length == 0) {
            return;
        }
        Candidate[] best = new Candidate[wanted.length];
        long[] block = new long[BLOCK_ENTRIES * ENTRY_LONGS];
        int count = size();
        for (int first = 0; first < count; first += BLOCK_ENTRIES) {
            int longs = Math.min(BLOCK_ENTRIES, count - first) * ENTRY_LONGS;
            entries.get(first * ENTRY_LONGS, block, 0, longs);
            searchBlock(block, longs, wanted, best);
        }
        for (int index = 0; index < wanted.length; index++) {
            if (best[index] != null && !best[index].name().isEmpty()) {
                search.set(wanted[index], best[index].toSymbol());
            }
        }
    }

    private void searchBlock(long[] block, int longs, long[] wanted, Candidate[] best) {
        long lowest = wanted[0];
        long highest = wanted[wanted.length - 1];
        for (int at = 0; at < longs; at += ENTRY_LONGS) {
            long start = block[at + 1];
            long bytes = block[at + 2];
            // User addresses are below 2^63; a sum beyond that wraps and covers nothing.
            if (start > highest || start + bytes <= lowest || start < 0 || bytes <= 0) {
                continue;
            }
            int index = Arrays.binarySearch(wanted, start);
            index = index < 0 ? -index - 1 : index;
            if (index < wanted.length && wanted[index] < start + bytes && isFunction(block[at])) {
                Candidate candidate = new Candidate(this, block[at], start, bytes);
                for (; index < wanted.length && wanted[index] < start + bytes; index++) {
                    if (best[index] == null || candidate.compareTo(best[index]) < 0) {
                        best[index] = candidate;
                    }
                }
            }
        }
    }

    /** The first word of an entry: name (32 bits), info (8), other (8), section (16). */
    private static boolean isFunction(long word) {
        int type = (int) (word >>> 32) & 0xf;
        int section = (int) (word >>> 48);
        return (type == TYPE_FUNCTION || type == TYPE_INDIRECT_FUNCTION || type == TYPE_UNTYPED)
                && section != UNDEFINED
                && section != ABSOLUTE
                && section != COMMON;
    }

    static boolean isTypedFunction(long word) {
        return ((int) (word >>> 32) & 0xf) != TYPE_UNTYPED;
    }

    static boolean isLocal(long word) {
        return (word >>> 36 & 0xf) == 0;
    }

    /** Returns the name of an entry by its first word; empty if that points outside the strings. */
    String name(long word) {
        String name = FileBytes.text(strings, (int) word, MAX_NAME_BYTES, StandardCharsets.UTF_8);
        int version = name.indexOf('@');
        return version > 0 ? name.substring(0, version) : name;
    }
}
