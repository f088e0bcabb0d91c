package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;

/**
 * Goes through the units of a {@code .debug_info} section. A unit is read no further than it is needed, and never twice:
 * the section may be compressed, and then it can only be read in order.
 */
final class UnitReader {

    // The first entry of a unit fits in practice.
    private static final int FIRST_ENTRY_BYTES = 512;

    private final DwarfFile file;
    private final DwarfFile home;
    private final Cursor cursor;
    private final Budget budget;
    private final Abbreviations abbreviations = new Abbreviations();
    private final Attributes root = new Attributes();
    private final Ranges ranges;

    UnitReader(DwarfFile file, DwarfFile home, SectionContent info, Budget budget) {
        this.file = file;
        this.home = home;
        this.cursor = new Cursor(info);
        this.budget = budget;
        this.ranges = new Ranges(budget);
    }

    /** The cursor over what has been read of the unit. */
    Cursor cursor() {
        return cursor;
    }

    /** The shapes of the unit's entries, once the first has been read. */
    Abbreviations abbreviations() {
        return abbreviations;
    }

    /** Whether a unit can begin at an offset. */
    boolean has(long offset) {
        return offset >= 0 && offset < cursor.bytes();
    }

    /** Reads the header of the unit at an offset, and nothing behind it. */
    Unit readHeader(long offset) throws ElfException {
        cursor.load(offset, 4);
        boolean wide = cursor.s4() == -1;
        if (wide) {
            cursor.extend(12);
        }
        cursor.moveTo(offset);
        long length = Unit.length(cursor);
        cursor.extend(Math.min(cursor.position() - offset + length, Unit.MOST_HEADER_BYTES));
        cursor.moveTo(offset);
        return new Unit(file, home, cursor);
    }

    /** Reads the unit's first entry: what it says of itself, and where its code is. */
    void readRoot(Unit unit, RangeSet code) throws ElfException {
        abbreviations.read(unit.file.need(".debug_abbrev"), unit.abbreviations, unit.encoding, budget);
        cursor.extend(Math.min(unit.limit - unit.offset, FIRST_ENTRY_BYTES));
        try {
            parseRoot(unit, code);
        } catch (MalformedDwarfException e) {
            if (unit.limit - unit.offset <= FIRST_ENTRY_BYTES) {
                throw e;
            }
            // It may be longer than most.
            readWhole(unit);
            parseRoot(unit, code);
        }
    }

    private void parseRoot(Unit unit, RangeSet code) {
        cursor.moveTo(unit.firstEntry);
        root.clear();
        abbreviations.readEntry(cursor, abbreviations.shape(cursor.uleb()), root, unit.encoding);
        unit.describe(root);
        unit.folder = text(unit, Attributes.FOLDER);
        String name = text(unit, Attributes.SPLIT_NAME);
        unit.splitName = name.isEmpty() ? null : name;
        ranges.read(unit, root, code);
    }

    private String text(Unit unit, int slot) {
        if (!root.has(slot)) {
            return "";
        }
        String text = unit.string(cursor, root.form(slot), root.value(slot));
        // Many units may point at one long text.
        budget.spend(text.length());
        return text;
    }

    /** Reads the rest of the unit. */
    void readWhole(Unit unit) throws ElfException {
        cursor.extend(unit.limit - unit.offset);
    }
}
