package io.jemscope.agent.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The addresses of what a loaded library exports, from its dynamic section in memory (System V ABI, chapter 5: Dynamic
 * Section). The file isn't opened: it may have been replaced since.
 */
final class LibraryExports {

    private static final int ELF_MAGIC = 0x464c457f;
    private static final int PT_DYNAMIC = 2;
    private static final int DT_STRTAB = 5;
    private static final int DT_SYMTAB = 6;
    private static final int DT_STRSZ = 10;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int SYMBOL_BYTES = 24;
    private static final int MOST_HEADERS = 64;
    private static final int MOST_DYNAMIC = 256;
    private static final int MOST_SYMBOLS = 1 << 16;
    private static final long MOST_STRING_BYTES = 1 << 20;

    private LibraryExports() {}

    /**
     * Finds symbols.
     *
     * @param memory the process's
     * @param base where the library begins
     * @param prefix what the names that are wanted begin with
     * @return the addresses by name
     * @throws IOException where the library isn't as it should be
     */
    static Map<String, Long> find(ProcessMemory memory, long base, String prefix) throws IOException {
        long dynamic = dynamicSection(memory, base);
        long symbols = 0;
        long strings = 0;
        long stringBytes = 0;
        for (int i = 0; i < MOST_DYNAMIC; i++) {
            long tag = memory.word(dynamic + i * 16L);
            long value = memory.word(dynamic + i * 16L + 8);
            if (tag == 0) {
                break;
            } else if (tag == DT_SYMTAB) {
                symbols = absolute(base, value);
            } else if (tag == DT_STRTAB) {
                strings = absolute(base, value);
            } else if (tag == DT_STRSZ) {
                stringBytes = value;
            }
        }
        // No entry has the number of symbols; every linker puts their names behind them.
        long count = (strings - symbols) / SYMBOL_BYTES;
        if (symbols == 0 || count <= 0 || count > MOST_SYMBOLS || stringBytes <= 0 || stringBytes > MOST_STRING_BYTES) {
            throw new IOException("its table of symbols isn't where it should be");
        }
        return find(
                memory.read(symbols, (int) count * SYMBOL_BYTES),
                memory.read(strings, (int) stringBytes),
                base,
                prefix);
    }

    private static Map<String, Long> find(ByteBuffer symbols, ByteBuffer strings, long base, String prefix) {
        Map<String, Long> found = new HashMap<>();
        for (int at = 0; at + SYMBOL_BYTES <= symbols.limit(); at += SYMBOL_BYTES) {
            int name = symbols.getInt(at);
            boolean defined = symbols.getShort(at + 6) != 0;
            if (defined && startsWith(strings, name, prefix)) {
                found.put(text(strings, name), base + symbols.getLong(at + 8));
            }
        }
        return found;
    }

    private static long dynamicSection(ProcessMemory memory, long base) throws IOException {
        ByteBuffer header = memory.read(base, 64);
        int headers = header.getShort(56) & 0xffff;
        if (header.getInt(0) != ELF_MAGIC || header.get(4) != 2 || headers > MOST_HEADERS) {
            throw new IOException("it doesn't begin as a 64-bit library does");
        }
        ByteBuffer table = memory.read(base + header.getLong(32), headers * PROGRAM_HEADER_BYTES);
        for (int at = 0; at < table.limit(); at += PROGRAM_HEADER_BYTES) {
            if (table.getInt(at) == PT_DYNAMIC) {
                return base + table.getLong(at + 16);
            }
        }
        throw new IOException("it has no dynamic section");
    }

    /** The C library's loader has added the base to these on most machines, and on some it hasn't. */
    private static long absolute(long base, long value) {
        return Long.compareUnsigned(value, base) < 0 ? base + value : value;
    }

    private static boolean startsWith(ByteBuffer strings, int at, String prefix) {
        if (at < 0 || at > strings.limit() - prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (strings.get(at + i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static String text(ByteBuffer strings, int from) {
        StringBuilder text = new StringBuilder();
        for (int at = from; at < strings.limit() && strings.get(at) != 0; at++) {
            text.append((char) strings.get(at));
        }
        return text.toString();
    }
}
