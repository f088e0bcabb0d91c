package io.jemscope.symbols;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.SourceLine;
import io.jemscope.symbols.cache.SymbolCache;
import io.jemscope.symbols.demangle.Demangler;
import io.jemscope.symbols.dwarf.DebugInfo;
import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one mapping's addresses with their source lines and inlined functions. Made only where lines are asked
 * for: without, none of what reads debug information is loaded.
 */
final class SourceLines {

    private static final String UNNAMED = "[unnamed inlined function]";

    private final @Nullable String library;
    private final LineTable table;
    private final @Nullable String problem;
    private final Map<String, String> names = new HashMap<>();

    private SourceLines(Mapping mapping, LineTable table, @Nullable String problem) {
        this.library = mapping.file();
        this.table = table;
        this.problem = problem;
    }

    /**
     * Looks the addresses up in the file's debug information, or that of its debug file.
     *
     * @param addresses the addresses, in the file's own terms
     * @param lookup how files are looked into
     */
    static SourceLines find(
            Mapping mapping, SoughtDebugFile sought, ElfFile binary, long[] addresses, FileLookup lookup) {
        SymbolCache cache = lookup.cache();
        try {
            DebugInfo info = open(binary, binary, lookup);
            if (info == null) {
                ElfFile debugFile = sought.find();
                info = debugFile == null ? null : open(debugFile, binary, lookup);
            }
            LineTable table = info == null ? address -> List.of() : lines(info, binary.buildId(), addresses, cache);
            return new SourceLines(mapping, table, table.problem());
        } catch (ElfException e) {
            return new SourceLines(mapping, address -> List.of(), e.getMessage());
        } catch (IOException e) {
            String problem = binary.path() + " can't be read for source lines: " + e;
            return new SourceLines(mapping, address -> List.of(), problem);
        }
    }

    private static LineTable lines(DebugInfo info, @Nullable BuildId id, long[] addresses, @Nullable SymbolCache cache)
            throws IOException {
        // Without a build id nothing tells that a file met later is the same one.
        return cache == null || id == null
                ? info.lines(addresses)
                : cache.lines(id, info.identity(), addresses, info::lines);
    }

    /** Opens a file's debug information; null where it has none, or the file was replaced since its symbols were read. */
    private static @Nullable DebugInfo open(ElfFile file, ElfFile binary, FileLookup lookup) throws IOException {
        DebugSections sections = DebugSections.open(file.path());
        boolean same = Objects.equals(sections.buildId(), file.buildId()) && sections.bytes() == file.bytes();
        return same ? DebugInfo.of(sections, binary.path(), lookup.binaries().debugFolders()) : null;
    }

    /** Why the debug information couldn't be read though there is some; null where it could, or there is none. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * The frames of an address.
     *
     * @param address the address, in the file's own terms
     * @param function what the symbol tables say; null where they say nothing. It names the outermost frame, so that a
     *     function has one name whether or not its lines are known.
     * @return innermost first; empty where nothing is known
     */
    List<Frame> frames(long address, @Nullable NativeFrame function) {
        List<LineFrame> lines = table.frames(address);
        List<Frame> frames = new ArrayList<>(lines.size());
        for (int index = 0; index < lines.size(); index++) {
            LineFrame line = lines.get(index);
            boolean outermost = index == lines.size() - 1;
            String system = outermost && function != null ? function.systemName() : line.function();
            if (system == null && outermost) {
                // A line without a function: nothing to call the frame by.
                return frames;
            }
            frames.add(new NativeFrame(
                    outermost && function != null ? function.name() : name(system),
                    system == null ? UNNAMED : system,
                    library,
                    source(line)));
        }
        return frames.isEmpty() && function != null ? List.of(function) : frames;
    }

    /** Names are demangled once and kept once. */
    private String name(@Nullable String system) {
        if (system == null) {
            return UNNAMED;
        }
        String name = names.get(system);
        if (name == null) {
            name = Demangler.name(system);
            names.put(system, name);
        }
        return name;
    }

    private static @Nullable SourceLine source(LineFrame line) {
        String file = line.file();
        return file == null ? null : new SourceLine(file, line.line());
    }
}
