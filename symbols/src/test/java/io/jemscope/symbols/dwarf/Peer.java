package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of addresses by llvm-symbolizer and addr2line. */
final class Peer {

    private Peer() {}

    static Map<Long, List<LineFrame>> llvmSymbolizer(Path file, long[] addresses) {
        return run(addresses, "llvm-symbolizer", "--addresses", "--no-demangle", "--obj=" + file);
    }

    static Map<Long, List<LineFrame>> addr2line(Path file, long[] addresses) {
        return run(addresses, "addr2line", "-a", "-f", "-i", "-e", file.toString());
    }

    /** Both print each address, then two lines for each frame: the function, and file and line. */
    private static Map<Long, List<LineFrame>> run(long[] addresses, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        for (long address : addresses) {
            words.add("0x" + Long.toHexString(address));
        }
        Map<Long, List<LineFrame>> frames = new LinkedHashMap<>();
        List<LineFrame> current = List.of();
        @Nullable String function = null;
        for (String line : Tool.run(words.toArray(String[]::new))) {
            if (line.startsWith("0x")) {
                current = new ArrayList<>();
                frames.put(Long.decode(line), current);
                function = null;
            } else if (function == null) {
                function = line.isEmpty() ? null : line;
            } else {
                current.add(frame(function, line, command[0].startsWith("llvm")));
                function = null;
            }
        }
        return frames;
    }

    private static LineFrame frame(String function, String place, boolean columns) {
        String text = place.replaceAll(" \\(discriminator \\d+\\)", "");
        if (columns) {
            text = text.substring(0, text.lastIndexOf(':'));
        }
        int colon = text.lastIndexOf(':');
        String file = text.substring(0, colon);
        String line = text.substring(colon + 1);
        return new LineFrame(
                function.equals("??") ? null : function,
                file.equals("??") ? null : file,
                line.equals("?") ? 0 : Integer.parseInt(line));
    }

    /** The frames' files and lines, without the functions' names. */
    static List<String> places(List<LineFrame> frames) {
        List<String> places = new ArrayList<>();
        for (LineFrame frame : frames) {
            places.add(frame.file() + ":" + frame.line());
        }
        return places;
    }

    /** The inlined functions, without the outermost one, for which a tool may use the symbol table's name. */
    static List<@Nullable String> inlined(List<LineFrame> frames) {
        List<@Nullable String> names = new ArrayList<>();
        for (LineFrame frame : frames.subList(0, Math.max(0, frames.size() - 1))) {
            names.add(frame.function());
        }
        return names;
    }

    static Path copy(Path from, Path to) {
        try {
            return Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
