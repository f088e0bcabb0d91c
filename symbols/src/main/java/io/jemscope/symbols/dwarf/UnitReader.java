package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;

/**
 * Reads the units of a {@code .debug_info} section. A unit is read only as far as needed, and never twice: a compressed section can
 * only be read in order.
 */
final class UnitReader {

    // In practice the first entry of a unit is shorter.
    private static final int FIRST_ENTRY_BYTES = 512;

    private final DwarfFile file;
    private final DwarfFile home;
    private final SectionCursor cursor;
    private final Budget budget;
    private final Abbreviations abbreviations = new Abbreviations();
    private final Attributes root = new Attributes();
    private final CodeRanges code;

    UnitReader(DwarfFile file, DwarfFile home, SectionContent info, Budget budget) {
        this.file = file;
        this.home = home;
        this.cursor = new SectionCursor(info);
        this.budget = budget;
        this.code = new CodeRanges(budget);
    }

    /** The cursor over the part of the unit that has been read. */
    SectionCursor cursor() {
        return cursor;
    }

    /** The abbreviations of the unit's entries, after {@link #readRoot}. */
    Abbreviations abbreviations() {
        return abbreviations;
    }

    /** The unit's address ranges, after {@link #readRoot}. */
    CodeRanges code() {
        return code;
    }

    /** Returns whether an offset is in the section. */
    boolean has(long offset) {
        return offset >= 0 && offset < cursor.bytes();
    }

    /** Reads only the header of the unit at an offset. */
    Unit readHeader(long offset) throws ElfException {
        cursor.load(offset, 4);
        boolean wide = cursor.s4() == -1;
        if (wide) {
            cursor.extend(12);
        }
        cursor.moveTo(offset);
        long length = Unit.length(cursor);
        cursor.extend(Math.min(cursor.position() - offset + length, Unit.MAX_HEADER_BYTES));
        cursor.moveTo(offset);
        return new Unit(file, home, cursor);
    }

    /** Reads the unit's first entry: its attributes and its address ranges. */
    void readRoot(Unit unit) throws ElfException {
        abbreviations.read(unit.file.need(".debug_abbrev"), unit.abbreviations, unit.encoding, budget);
        cursor.extend(Math.min(unit.limit - unit.offset, FIRST_ENTRY_BYTES));
        try {
            parseRoot(unit);
        } catch (MalformedDwarfException e) {
            if (unit.limit - unit.offset <= FIRST_ENTRY_BYTES) {
                throw e;
            }
            // The entry may be longer.
            readWhole(unit);
            parseRoot(unit);
        }
    }

    private void parseRoot(Unit unit) {
        cursor.moveTo(unit.firstEntry);
        root.clear();
        abbreviations.readEntry(cursor, abbreviations.find(cursor.uleb()), root, unit.encoding);
        unit.setAttributes(root);
        unit.folder = text(unit, Attributes.COMPILATION_FOLDER);
        String name = text(unit, Attributes.SPLIT_NAME);
        unit.splitName = name.isEmpty() ? null : name;
        code.read(unit, root);
    }

    private String text(Unit unit, int slot) {
        if (!root.has(slot)) {
            return "";
        }
        String text = unit.string(cursor, root.form(slot), root.value(slot));
        // Many units may refer to one long text.
        budget.spend(text.length());
        return text;
    }

    /** Reads the rest of the unit. */
    void readWhole(Unit unit) throws ElfException {
        cursor.extend(unit.limit - unit.offset);
    }
}
