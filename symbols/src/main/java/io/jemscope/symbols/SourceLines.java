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
 * The frames of one mapping's addresses with their source lines and inlined functions. Only {@link Detail#LINES} uses this
 * class, so that other reports don't load the classes that read debug information.
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
     * Looks addresses up in the file's debug information or its debug file's.
     *
     * @param addresses addresses in the file
     */
    static SourceLines find(
            Mapping mapping, LazyDebugFile debug, ElfFile binary, long[] addresses, SymbolSources sources) {
        SymbolCache cache = sources.cache();
        try {
            DebugInfo info = open(binary, binary, sources);
            if (info == null) {
                ElfFile debugFile = debug.get();
                info = debugFile == null ? null : open(debugFile, binary, sources);
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
        // Without a build id, the cache could not recognize the same file later.
        return cache == null || id == null
                ? info.lines(addresses)
                : cache.lines(id, info.identity(), addresses, info::lines);
    }

    /** Opens a file's debug information; null if it has none, or if the file was replaced after its symbols were read. */
    private static @Nullable DebugInfo open(ElfFile file, ElfFile binary, SymbolSources sources) throws IOException {
        DebugSections sections = DebugSections.open(file.path());
        boolean same = Objects.equals(sections.buildId(), file.buildId()) && sections.bytes() == file.bytes();
        return same ? DebugInfo.of(sections, binary.path(), sources.binaries().debugFolders()) : null;
    }

    /** Returns why the debug information couldn't be read; null if it could, or if there is none. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Returns the frames of an address.
     *
     * @param address an address in the file
     * @param function the function in the symbol tables; null if there is none. It names the outermost frame, so that a
     *     function has the same name with and without lines.
     * @return innermost first; empty if nothing is known
     */
    List<Frame> frames(long address, @Nullable NativeFrame function) {
        List<LineFrame> lines = table.frames(address);
        List<Frame> frames = new ArrayList<>(lines.size());
        for (int index = 0; index < lines.size(); index++) {
            LineFrame line = lines.get(index);
            boolean outermost = index == lines.size() - 1;
            String system = outermost && function != null ? function.systemName() : line.function();
            if (system == null && outermost) {
                // A line without a function: the frame has no name.
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

    /** Demangles each name once. */
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
