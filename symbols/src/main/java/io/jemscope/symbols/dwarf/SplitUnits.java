package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the split parts of units: their entries are beside the object files ({@code .dwo}) or packed into one file ({@code .dwp};
 * DWARF 5, 7.3). The program itself has a skeleton of each: the code's ranges, the line program, the addresses, and the name of the
 * split file.
 */
final class SplitUnits {

    private static final String SUFFIX = ".dwo";
    private static final int INFO = 1;
    private static final int ABBREVIATIONS = 3;
    private static final int STRING_OFFSETS = 6;
    private static final int RANGE_LISTS = 8;
    private static final int MAX_COLUMNS = 64;
    // Any number of skeletons may name one file.
    private static final int STEPS_TO_OPEN = 256;

    private final DwarfFile home;
    private final Path binary;
    private final Budget budget;
    private final Set<Path> charged = new HashSet<>();
    private @Nullable DwarfFile pack;
    private boolean packSearched;
    // The last file opened: if one has several units, they follow each other.
    private @Nullable Path lastPath;
    private @Nullable DwarfFile last;

    /** A unit and its reader, the first entry read. */
    record Found(Unit unit, UnitReader reader) {}

    /**
     * Opens nothing yet.
     *
     * @param home the file with the skeletons
     * @param binary the executable or library; the packed file is searched beside it
     */
    SplitUnits(DwarfFile home, Path binary, Budget budget) {
        this.home = home;
        this.binary = binary;
        this.budget = budget;
    }

    /** Finds a skeleton's split part; null if it is missing. */
    @Nullable
    Found find(Unit skeleton) throws ElfException {
        Found packed = inPack(skeleton);
        return packed != null || skeleton.splitName == null ? packed : inFile(skeleton, skeleton.splitName);
    }

    private @Nullable Found inFile(Unit skeleton, String name) throws ElfException {
        for (Path candidate : LinkedFiles.candidates(binary, skeleton.folder, name)) {
            DwarfFile file = open(candidate);
            Found found = file == null ? null : search(file, skeleton);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable DwarfFile open(Path path) {
        Path real = real(path);
        if (real != null && real.equals(lastPath)) {
            return last;
        }
        budget.spend(STEPS_TO_OPEN);
        DebugSections sections = LinkedFiles.open(path);
        if (sections == null) {
            return null;
        }
        DwarfFile file = new DwarfFile(sections, SUFFIX, null);
        if (real != null && !charged.contains(real)) {
            budget.add(file.bytes());
            charged.add(real);
        }
        if (last != null) {
            // Unresolved names still refer to the file.
            last.release();
        }
        lastPath = real;
        last = file;
        return file;
    }

    /** Resolves links and dots, so that each file has one path; null if that fails. */
    private static @Nullable Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable Found search(DwarfFile file, Unit skeleton) throws ElfException {
        SectionContent info = file.infoAt(0, budget);
        if (info == null) {
            return null;
        }
        UnitReader reader = new UnitReader(file, home, info, budget);
        try {
            long offset = 0;
            while (reader.has(offset)) {
                budget.spend(1);
                Unit unit = reader.readHeader(offset);
                file.setReadTo(unit.limit);
                if (!unit.holdsTypes && isPartOf(skeleton, unit, reader)) {
                    return new Found(unit, reader);
                }
                offset = unit.limit;
            }
        } catch (MalformedDwarfException e) {
            if (e.getCause() instanceof ElfException unreadable) {
                throw unreadable;
            }
            // Another file, or a damaged one.
            return null;
        }
        return null;
    }

    private static boolean isPartOf(Unit skeleton, Unit unit, UnitReader reader) throws ElfException {
        unit.inherit(skeleton);
        reader.readRoot(unit);
        return unit.splitId == skeleton.splitId;
    }

    private @Nullable Found inPack(Unit skeleton) throws ElfException {
        DwarfFile file = pack();
        if (file == null) {
            return null;
        }
        try {
            // The index's name has no suffix.
            SectionContent section = file.sections().content(".debug_cu_index");
            if (section == null) {
                return null;
            }
            SectionCursor index = new SectionCursor(section.randomAccess());
            long[] parts = parts(index, skeleton.splitId);
            if (parts.length == 0) {
                return null;
            }
            SectionContent info = file.infoAt(parts[INFO], budget);
            if (info == null) {
                return null;
            }
            UnitReader reader = new UnitReader(file, home, info, budget);
            Unit unit = reader.readHeader(parts[INFO]);
            file.setReadTo(unit.limit);
            unit.moveBy(parts[ABBREVIATIONS], parts[STRING_OFFSETS], parts[RANGE_LISTS]);
            return isPartOf(skeleton, unit, reader) ? new Found(unit, reader) : null;
        } catch (MalformedDwarfException e) {
            // The index is damaged; the single files may still exist.
            return null;
        }
    }

    private @Nullable DwarfFile pack() {
        if (!packSearched) {
            packSearched = true;
            for (Path beside : List.of(binary, home.sections().path())) {
                DebugSections sections = LinkedFiles.open(Path.of(beside + ".dwp"));
                if (sections != null && pack == null) {
                    pack = new DwarfFile(sections, SUFFIX, null);
                    budget.add(pack.bytes());
                }
            }
        }
        return pack;
    }

    /** Returns the offsets of a unit's parts, by the sections' numbers; empty if the index doesn't have the unit. */
    private long[] parts(SectionCursor index, long id) {
        index.seek(0);
        // GNU's version 2 has 4 bytes for the number, version 5 has 2 and 2 reserved.
        long version = index.u4() & 0xffff;
        int columns = index.s4();
        long units = index.u4();
        long slots = index.u4();
        if ((version != 2 && version != 5) || columns <= 0 || columns > MAX_COLUMNS || Long.bitCount(slots) != 1) {
            throw new MalformedDwarfException("A packed file's index is damaged");
        }
        long row = row(index, id, slots);
        if (row == 0 || row > units) {
            return new long[0];
        }
        long sections = 16 + slots * 12;
        long[] parts = new long[MAX_COLUMNS];
        for (int column = 0; column < columns; column++) {
            index.seek(sections + column * 4L);
            int number = index.s4();
            index.seek(sections + (row * columns + column) * 4L);
            if (number >= 0 && number < parts.length) {
                parts[number] = index.u4();
            }
        }
        return parts;
    }

    /** Returns the row of a unit in the hash table, 0 if it isn't there. The upper half of the id gives the step after a collision. */
    private long row(SectionCursor index, long id, long slots) {
        long mask = slots - 1;
        long slot = id & mask;
        long step = (id >>> 32 & mask) | 1;
        for (long tries = 0; tries < slots; tries++) {
            budget.spend(1);
            index.seek(16 + slot * 8);
            long found = index.s8();
            index.seek(16 + slots * 8 + slot * 4);
            long row = index.u4();
            if (row == 0 || found == id) {
                return row;
            }
            slot = slot + step & mask;
        }
        return 0;
    }
}
