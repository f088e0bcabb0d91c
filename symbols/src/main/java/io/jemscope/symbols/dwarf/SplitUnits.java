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
 * The split parts of units, whose entries were left beside the object files ({@code .dwo}) or packed into one file
 * ({@code .dwp}; DWARF 5, 7.3). What stays in the program is a skeleton: where the code is, the line program, the
 * addresses, and where to look.
 */
final class SplitUnits {

    private static final String SUFFIX = ".dwo";
    private static final int INFO = 1;
    private static final int ABBREVIATIONS = 3;
    private static final int STRING_OFFSETS = 6;
    private static final int RANGE_LISTS = 8;
    private static final int MOST_COLUMNS = 64;
    // Any number of skeletons may name one file.
    private static final int OPENING = 256;

    private final DwarfFile home;
    private final Path binary;
    private final Budget budget;
    private final Set<Path> met = new HashSet<>();
    private @Nullable DwarfFile pack;
    private boolean packSought;
    // The file that was opened last: where one holds several units, they follow each other.
    private @Nullable Path lastPath;
    private @Nullable DwarfFile last;

    /** A unit and the reader that stands at it, its first entry read. */
    record Found(Unit unit, UnitReader reader) {}

    /**
     * Makes it.
     *
     * @param home the file with the skeletons
     * @param binary the executable or library, beside which the packed file lies
     */
    SplitUnits(DwarfFile home, Path binary, Budget budget) {
        this.home = home;
        this.binary = binary;
        this.budget = budget;
    }

    /** Finds a skeleton's split part; null where it isn't at hand. */
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
        budget.spend(OPENING);
        DebugSections sections = LinkedFiles.open(path);
        if (sections == null) {
            return null;
        }
        DwarfFile file = new DwarfFile(sections, SUFFIX, null);
        if (real != null && !met.contains(real)) {
            budget.allow(file.bytes());
            met.add(real);
        }
        if (last != null) {
            // Names that are still to be followed hold on to the file.
            last.letGo();
        }
        lastPath = real;
        last = file;
        return file;
    }

    /** A path without links and dots: one file, spelled in many ways, is one; null where that can't be told. */
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
                file.readTo(unit.limit);
                if (!unit.holdsTypes && isPartOf(skeleton, unit, reader)) {
                    return new Found(unit, reader);
                }
                offset = unit.limit;
            }
        } catch (MalformedDwarfException e) {
            if (e.getCause() instanceof ElfException unreadable) {
                throw unreadable;
            }
            // Not the file that was meant, or a damaged one.
            return null;
        }
        return null;
    }

    private static boolean isPartOf(Unit skeleton, Unit unit, UnitReader reader) throws ElfException {
        unit.inherit(skeleton);
        reader.readRoot(unit, new RangeSet());
        return unit.splitId == skeleton.splitId;
    }

    private @Nullable Found inPack(Unit skeleton) throws ElfException {
        DwarfFile file = pack();
        if (file == null) {
            return null;
        }
        try {
            // The index has no suffix to its name.
            SectionContent section = file.sections().content(".debug_cu_index");
            if (section == null) {
                return null;
            }
            Cursor index = new Cursor(section.inAnyOrder());
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
            file.readTo(unit.limit);
            unit.moveBy(parts[ABBREVIATIONS], parts[STRING_OFFSETS], parts[RANGE_LISTS]);
            return isPartOf(skeleton, unit, reader) ? new Found(unit, reader) : null;
        } catch (MalformedDwarfException e) {
            // A damaged index: the files that were packed may still be there.
            return null;
        }
    }

    private @Nullable DwarfFile pack() {
        if (!packSought) {
            packSought = true;
            for (Path beside : List.of(binary, home.sections().path())) {
                DebugSections sections = LinkedFiles.open(Path.of(beside + ".dwp"));
                if (sections != null && pack == null) {
                    pack = new DwarfFile(sections, SUFFIX, null);
                    budget.allow(pack.bytes());
                }
            }
        }
        return pack;
    }

    /** Where the parts of a unit begin, by the sections' numbers; empty where the index doesn't have the unit. */
    private long[] parts(Cursor index, long id) {
        index.seek(0);
        // Version 2 is GNU's own and has 4 bytes for it, version 5 has 2 and 2 of nothing.
        long version = index.u4() & 0xffff;
        int columns = index.s4();
        long units = index.u4();
        long slots = index.u4();
        if ((version != 2 && version != 5) || columns <= 0 || columns > MOST_COLUMNS || Long.bitCount(slots) != 1) {
            throw new MalformedDwarfException("A packed file's index is damaged");
        }
        long row = row(index, id, slots);
        if (row == 0 || row > units) {
            return new long[0];
        }
        long numbers = 16 + slots * 12;
        long[] parts = new long[MOST_COLUMNS];
        for (int column = 0; column < columns; column++) {
            index.seek(numbers + column * 4L);
            int section = index.s4();
            index.seek(numbers + (row * columns + column) * 4L);
            if (section >= 0 && section < parts.length) {
                parts[section] = index.u4();
            }
        }
        return parts;
    }

    /** The table is hashed; a slot that is taken leads on by a step that the other half of the id tells. */
    private long row(Cursor index, long id, long slots) {
        long mask = slots - 1;
        long slot = id & mask;
        long step = (id >>> 32 & mask) | 1;
        for (long tries = 0; tries < slots; tries++) {
            budget.spend(1);
            index.seek(16 + slot * 8);
            long there = index.s8();
            index.seek(16 + slots * 8 + slot * 4);
            long row = index.u4();
            if (row == 0 || there == id) {
                return row;
            }
            slot = slot + step & mask;
        }
        return 0;
    }
}
