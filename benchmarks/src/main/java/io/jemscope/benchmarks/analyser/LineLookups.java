package io.jemscope.benchmarks.analyser;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.binaries.DebugFiles;
import io.jemscope.symbols.cache.SymbolCache;
import io.jemscope.symbols.dwarf.DebugInfo;
import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Answers what {@code addr2line -i -f} and {@code llvm-symbolizer --no-demangle} answer, with the classes that a report by
 * line uses and without the report around them: reads a library's addresses from standard input, writes the functions at
 * each, innermost first, a line for the name as the compiler wrote it and one for the source.
 *
 * <pre>
 * java -cp … io.jemscope.benchmarks.analyser.LineLookups LIBRARY CACHE &lt; addresses
 * </pre>
 */
public final class LineLookups {

    // Characters; written together.
    private static final int MOST_HELD = 1 << 16;

    private LineLookups() {}

    /**
     * Looks the addresses up: in the cache where it knows them, else in the library's debug file.
     *
     * @param arguments the library, and the folder of the cache
     * @throws IOException where the library, its debug file or the addresses can't be read
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("Name LIBRARY and CACHE");
        }
        Path library = Path.of(arguments[0]).toRealPath();
        ElfFile binary = ElfFile.open(library);
        ElfFile debugFile = new DebugFiles(List.of(DebugFiles.SYSTEM_FOLDER)).find(binary, library.toString());
        BuildId id = binary.buildId();
        DebugInfo info = debugFile == null
                ? null
                : DebugInfo.of(DebugSections.open(debugFile.path()), debugFile.path(), List.of());
        if (info == null || id == null) {
            throw new IOException("no debug file for " + library + ": install its debug symbols");
        }
        long[] addresses = addresses(System.in.readAllBytes());
        SymbolCache cache = new SymbolCache(Path.of(arguments[1]), SymbolCache.DEFAULT_BYTES);
        LineTable lines = cache.lines(id, info.identity(), addresses, info::lines);
        StringBuilder text = new StringBuilder();
        for (long address : addresses) {
            append(lines.frames(address), text);
            if (text.length() > MOST_HELD) {
                write(text);
            }
        }
        write(text);
    }

    private static void write(StringBuilder text) {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
        text.setLength(0);
    }

    private static void append(List<LineFrame> frames, StringBuilder text) {
        for (LineFrame frame : frames) {
            text.append(frame.function() == null ? "??" : frame.function()).append('\n');
            text.append(frame.file() == null ? "??" : frame.file());
            text.append(':').append(frame.line()).append('\n');
        }
        text.append('\n');
    }

    /** Hexadecimal numbers, with or without their prefix, a line each. */
    private static long[] addresses(byte[] text) {
        long[] addresses = new long[text.length / 2 + 1];
        int count = 0;
        long address = 0;
        for (byte character : text) {
            if (character == '\n') {
                addresses[count++] = address;
            }
            // The prefix's x and the end of a line are no digits: what comes after them begins anew.
            int digit = Character.digit(character, 16);
            address = digit < 0 ? 0 : address << 4 | digit;
        }
        return Arrays.copyOf(addresses, count);
    }
}
