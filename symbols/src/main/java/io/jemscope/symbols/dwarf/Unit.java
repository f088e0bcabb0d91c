package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.Nullable;

/**
 * A unit of {@code .debug_info} (DWARF 5, 7.5.1), usually from one source file. The constructor reads the header; the attributes of
 * the first entry are set later.
 */
final class Unit {

    private static final int TYPE = 0x02;
    private static final int SKELETON = 0x04;
    private static final int SPLIT_COMPILE = 0x05;
    private static final int SPLIT_TYPE = 0x06;
    private static final long FORMAT_64 = 0xffff_ffffL;
    /** The length of the longest header, of a type unit in the 64-bit format. */
    static final int MAX_HEADER_BYTES = 48;

    final DwarfFile file;

    /** The file with its addresses and older range lists: for a split unit, the file of its skeleton. */
    final DwarfFile home;

    // Offsets in its section: of its start, its end and its first entry.
    final long offset;
    final long limit;
    final long firstEntry;

    final Encoding encoding;
    final boolean holdsTypes;

    /** The id that a skeleton shares with its split part. */
    long splitId;

    /** The offset of its abbreviations in {@code .debug_abbrev}. */
    long abbreviations;

    /** The offset of its line program in {@code .debug_line}; -1 if it has none. */
    long lineProgram = -1;

    long stringOffsetsBase;
    long addressBase;
    long rangeListsBase;
    long gnuRangesBase;

    /** The base of offsets in range lists. */
    long lowPc;

    /** The compilation folder. */
    String folder = "";

    /** The name of the file with its split part; null if it has none. */
    @Nullable
    String splitName;

    /** Reads the header at the cursor. */
    Unit(DwarfFile file, DwarfFile home, SectionCursor info) {
        this.file = file;
        this.home = home;
        this.offset = info.position();
        long length = length(info);
        int offsetBytes = info.position() - offset > 4 ? 8 : 4;
        this.limit = info.position() + length;
        int version = info.u2();
        int type = version >= 5 ? info.u1() : 0;
        int addressBytes = version >= 5 ? info.u1() : 0;
        this.abbreviations = info.number(offsetBytes);
        this.encoding = new Encoding(version, version >= 5 ? addressBytes : info.u1(), offsetBytes);
        this.holdsTypes = type == TYPE || type == SPLIT_TYPE;
        if (holdsTypes) {
            info.skip(8 + offsetBytes);
        } else if (type == SKELETON || type == SPLIT_COMPILE) {
            splitId = info.s8();
        }
        this.firstEntry = info.position();
        // By default, the tables begin behind the section's header.
        int tableHeader = version < 5 ? 0 : 2 * offsetBytes;
        this.stringOffsetsBase = tableHeader;
        this.addressBase = tableHeader;
        this.rangeListsBase = version < 5 ? 0 : 2 * offsetBytes + 4;
    }

    /** Reads the length of a unit: 4 bytes, or 12 in the 64-bit format. */
    static long length(SectionCursor info) {
        long length = info.u4();
        if (length == FORMAT_64) {
            length = info.s8();
        }
        if (length < 0 || length > info.bytes() - info.position()) {
            throw new MalformedDwarfException("A unit is longer than its section");
        }
        return length;
    }

    /** Sets the fields from the attributes of the first entry. */
    void setAttributes(Attributes root) {
        stringOffsetsBase = root.value(Attributes.STRING_OFFSETS_BASE, stringOffsetsBase);
        addressBase = root.value(Attributes.ADDRESS_BASE, addressBase);
        rangeListsBase = root.value(Attributes.RANGE_LISTS_BASE, rangeListsBase);
        gnuRangesBase = root.value(Attributes.GNU_RANGES_BASE, gnuRangesBase);
        splitId = root.value(Attributes.SPLIT_ID, splitId);
        lineProgram = root.value(Attributes.LINE_PROGRAM, lineProgram);
        if (root.has(Attributes.LOW_PC)) {
            lowPc = address(root.form(Attributes.LOW_PC), root.value(Attributes.LOW_PC));
        }
    }

    /** Sets the fields of a split unit that its skeleton has. */
    void inherit(Unit skeleton) {
        addressBase = skeleton.addressBase;
        gnuRangesBase = skeleton.gnuRangesBase;
        lowPc = skeleton.lowPc;
    }

    /** Adds the offsets of the unit's parts of the sections in a packed file. */
    void moveBy(long abbreviationsStart, long stringOffsetsStart, long rangeListsStart) {
        abbreviations += abbreviationsStart;
        stringOffsetsBase += stringOffsetsStart;
        rangeListsBase += rangeListsStart;
    }

    /** Converts an attribute's value to an address. */
    long address(int form, long value) {
        return switch (form) {
            case Form.ADDR -> value;
            case Form.ADDRX, Form.ADDRX1, Form.ADDRX2, Form.ADDRX3, Form.ADDRX4, Form.GNU_ADDR_INDEX -> indexed(value);
            default -> throw new MalformedDwarfException("Not an address: form " + form);
        };
    }

    /** Reads the address at an index of {@code .debug_addr}. */
    long indexed(long index) {
        SectionCursor addresses = home.need(".debug_addr");
        addresses.seek(offsetOf(addressBase, index, encoding.addressBytes()));
        return addresses.number(encoding.addressBytes());
    }

    /** Reads the string that an attribute's value refers to. */
    String string(SectionCursor info, int form, long value) {
        return switch (form) {
            case Form.STRING -> {
                long back = info.position();
                info.moveTo(value);
                String text = info.string();
                info.moveTo(back);
                yield text;
            }
            case Form.STRP -> text(file, ".debug_str", value);
            case Form.LINE_STRP -> text(file, ".debug_line_str", value);
            case Form.STRP_SUP, Form.GNU_STRP_ALT -> text(file.alternate(), ".debug_str", value);
            case Form.STRX, Form.STRX1, Form.STRX2, Form.STRX3, Form.STRX4, Form.GNU_STR_INDEX -> {
                SectionCursor offsets = file.need(".debug_str_offsets");
                offsets.seek(offsetOf(stringOffsetsBase, value, encoding.offsetBytes()));
                yield text(file, ".debug_str", offsets.number(encoding.offsetBytes()));
            }
            default -> throw new MalformedDwarfException("Not a string: form " + form);
        };
    }

    /** Reads a string of a line program's list: these are in the file with the program. */
    String lineString(SectionCursor header, int form, long value) {
        return switch (form) {
            case Form.STRP -> text(home, ".debug_str", value);
            case Form.LINE_STRP -> text(home, ".debug_line_str", value);
            default -> string(header, form, value);
        };
    }

    private static String text(DwarfFile file, String section, long offset) {
        SectionCursor strings = file.need(section);
        strings.seek(offset);
        return strings.string();
    }

    /** Returns the offset of an entry in a table. */
    static long offsetOf(long base, long index, int entryBytes) {
        if (index < 0 || index > Integer.MAX_VALUE) {
            throw new MalformedDwarfException("An index is too large");
        }
        return base + index * entryBytes;
    }
}
