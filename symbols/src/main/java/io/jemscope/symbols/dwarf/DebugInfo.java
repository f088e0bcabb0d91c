package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The debug information of one file, DWARF 2 to 5: source lines and inlined functions.
 *
 * <p>All wanted addresses are known at the start, so no index is built. {@code .debug_aranges}, or the units' first entries, give
 * the units that have wanted addresses. Each of them is walked once, and its line program is run once, both against the sorted
 * addresses. Entries and rows that aren't wanted create no objects. A compressed {@code .debug_info} is inflated unit by unit.
 *
 * <p>Not safe for use by several threads.
 */
public final class DebugInfo {

    private final DwarfFile file;
    private final Path binary;
    private final String identity;

    private DebugInfo(DwarfFile file, Path binary, String identity) {
        this.file = file;
        this.binary = binary;
        this.identity = identity;
    }

    /**
     * Opens the debug information in a file's sections, and of the file it shares data with.
     *
     * @param binary the executable or library; split debug information is searched beside it
     * @param debugFolders searched for the shared file by build id, after the paths that the file itself names
     * @return the debug information; null if the file has none
     */
    public static @Nullable DebugInfo of(DebugSections sections, Path binary, List<Path> debugFolders) {
        if (!sections.has(".debug_info") || !sections.has(".debug_abbrev")) {
            return null;
        }
        DebugSections alternate = LinkedFiles.alternate(sections, debugFolders);
        DwarfFile shared = alternate == null ? null : new DwarfFile(alternate, "", null);
        String identity = sections.bytes() + (alternate == null ? "" : "+" + alternate.bytes());
        return new DebugInfo(new DwarfFile(sections, "", shared), binary, identity);
    }

    /**
     * The lengths of its files: they differ from those of other debug information of the same build, such as a compressed copy or
     * one without its shared file.
     */
    public String identity() {
        return identity;
    }

    /**
     * Looks up addresses together.
     *
     * @param addresses addresses in the file, of calls and not return addresses; in any order, they may repeat
     * @return the lines found; damaged or missing parts are left out
     * @throws ElfException if the sections can't be read at all: unsupported compression, or a truncated file
     */
    public LineTable lines(long[] addresses) throws ElfException {
        long[] sorted = Arrays.stream(addresses).sorted().distinct().toArray();
        SectionContent info = file.info();
        if (info == null) {
            return address -> List.of();
        }
        Budget budget = new Budget(file.bytes());
        LineSearch search = new LineSearch(file, binary, sorted, budget);
        search.run(info);
        return search;
    }
}
