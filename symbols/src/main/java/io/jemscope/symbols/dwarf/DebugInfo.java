package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The debug information of one file, DWARF 2 to 5: source lines and inlined functions.
 *
 * <p>The addresses that are wanted are known beforehand, so nothing is indexed: {@code .debug_aranges}, or the first
 * entries of the units, tell which units hold wanted addresses; of these the entries are gone through once, and the line
 * program is run once, both past the sorted addresses. No object is made for an entry or a row that isn't wanted. A
 * compressed {@code .debug_info} is inflated unit by unit as it is read.
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
     * Opens the debug information of a file, and what it shares with other debug files.
     *
     * @param path the file that has it: the executable or library, or its debug file
     * @param binary the executable or library, beside which split debug information is looked for
     * @return the debug information; null where the file has none
     * @throws ElfException where the file is no ELF file, or damaged
     * @throws IOException where it can't be opened or read
     */
    public static @Nullable DebugInfo open(Path path, Path binary) throws IOException {
        return of(DebugSections.open(path), binary, List.of());
    }

    /**
     * The debug information in a file's sections, and what it shares with other debug files.
     *
     * @param binary the executable or library, beside which split debug information is looked for
     * @return the debug information; null where the file has none
     */
    public static @Nullable DebugInfo of(DebugSections sections, Path binary) {
        return of(sections, binary, List.of());
    }

    /**
     * The debug information in a file's sections, and what it shares with other debug files.
     *
     * @param binary the executable or library, beside which split debug information is looked for
     * @param debugFolders where what is shared with other debug files is looked for by build id, after the places that
     *     the file itself tells
     * @return the debug information; null where the file has none
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
     * What tells this debug information from other of the same build, such as a file that was compressed since or one
     * that lacks what it shares with others.
     *
     * @return the lengths of its files
     */
    public String identity() {
        return identity;
    }

    /**
     * Looks up addresses, all at once.
     *
     * @param addresses the addresses, in the file's own terms: of calls, not return addresses; in any order, repetitions
     *     allowed
     * @return what is known of them; what is damaged or not at hand is left out
     * @throws ElfException where the sections can't be read at all: compressed in a way that isn't read, or cut short
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
