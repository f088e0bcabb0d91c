package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.Nullable;

/**
 * A unit of {@code .debug_info} (DWARF 5, 7.5.1): usually what was compiled from one source file. The header is read
 * when it is made, what its first entry says afterwards.
 */
final class Unit {

    private static final int TYPE = 0x02;
    private static final int SKELETON = 0x04;
    private static final int SPLIT_COMPILE = 0x05;
    private static final int SPLIT_TYPE = 0x06;
    private static final long FORMAT_64 = 0xffff_ffffL;
    /** The longest header there is: of a type unit in the 64-bit format. */
    static final int MOST_HEADER_BYTES = 48;

    /** The file it stands in. */
    final DwarfFile file;

    /** The file whose addresses and older range lists it refers to: another one where debug information is split. */
    final DwarfFile home;

    /** Where it begins in its section. */
    final long offset;

    /** Where it ends in its section. */
    final long limit;

    /** Where its first entry begins in its section. */
    final long firstEntry;

    final Encoding encoding;
    final boolean holdsTypes;

    /** What tells its split part; only meaningful where it has one, or is one. */
    long splitId;

    /** Where its shapes begin in {@code .debug_abbrev}. */
    long abbreviations;

    /** Where its line program begins in {@code .debug_line}; -1 where it has none. */
    long statements = -1;

    long stringOffsetsBase;
    long addressBase;
    long rangeListsBase;
    long gnuRangesBase;

    /** What offsets in range lists count from. */
    long lowPc;

    /** The folder it was compiled in. */
    String folder = "";

    /** The file that holds its split part; null where it has none. */
    @Nullable
    String splitName;

    /** Reads the header at the cursor. */
    Unit(DwarfFile file, DwarfFile home, Cursor info) {
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
        // Behind the section's own header, where the unit doesn't say.
        int tableHeader = version < 5 ? 0 : 2 * offsetBytes;
        this.stringOffsetsBase = tableHeader;
        this.addressBase = tableHeader;
        this.rangeListsBase = version < 5 ? 0 : 2 * offsetBytes + 4;
    }

    /** Reads the length of a unit behind the cursor: 4 bytes, or 12 in the 64-bit format. */
    static long length(Cursor info) {
        long length = info.u4();
        if (length == FORMAT_64) {
            length = info.s8();
        }
        if (length < 0 || length > info.bytes() - info.position()) {
            throw new MalformedDwarfException("A unit is longer than its section");
        }
        return length;
    }

    /** Takes what the first entry says, its attributes read. */
    void describe(Attributes root) {
        stringOffsetsBase = root.value(Attributes.STRING_OFFSETS_BASE, stringOffsetsBase);
        addressBase = root.value(Attributes.ADDRESS_BASE, addressBase);
        rangeListsBase = root.value(Attributes.RANGE_LISTS_BASE, rangeListsBase);
        gnuRangesBase = root.value(Attributes.GNU_RANGES_BASE, gnuRangesBase);
        splitId = root.value(Attributes.SPLIT_ID, splitId);
        statements = root.value(Attributes.STATEMENTS, statements);
        if (root.has(Attributes.LOW_PC)) {
            lowPc = address(root.form(Attributes.LOW_PC), root.value(Attributes.LOW_PC));
        }
    }

    /** Takes what a split unit's skeleton says for it. */
    void inherit(Unit skeleton) {
        addressBase = skeleton.addressBase;
        gnuRangesBase = skeleton.gnuRangesBase;
        lowPc = skeleton.lowPc;
    }

    /** Counts from where the unit's parts of the sections begin in a packed file. */
    void moveBy(long abbreviationsStart, long stringOffsetsStart, long rangeListsStart) {
        abbreviations += abbreviationsStart;
        stringOffsetsBase += stringOffsetsStart;
        rangeListsBase += rangeListsStart;
    }

    /** The address that an attribute's value stands for. */
    long address(int form, long value) {
        return switch (form) {
            case Form.ADDR -> value;
            case Form.ADDRX, Form.ADDRX1, Form.ADDRX2, Form.ADDRX3, Form.ADDRX4, Form.GNU_ADDR_INDEX -> indexed(value);
            default -> throw new MalformedDwarfException("No address: form " + form);
        };
    }

    /** The address at an index of {@code .debug_addr}. */
    long indexed(long index) {
        Cursor addresses = home.need(".debug_addr");
        addresses.seek(place(addressBase, index, encoding.addressBytes()));
        return addresses.number(encoding.addressBytes());
    }

    /** The text that an attribute's value stands for. */
    String string(Cursor info, int form, long value) {
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
                Cursor offsets = file.need(".debug_str_offsets");
                offsets.seek(place(stringOffsetsBase, value, encoding.offsetBytes()));
                yield text(file, ".debug_str", offsets.number(encoding.offsetBytes()));
            }
            default -> throw new MalformedDwarfException("No string: form " + form);
        };
    }

    /** The text of a line program's list: its strings are in the file that holds the program. */
    String lineString(Cursor header, int form, long value) {
        return switch (form) {
            case Form.STRP -> text(home, ".debug_str", value);
            case Form.LINE_STRP -> text(home, ".debug_line_str", value);
            default -> string(header, form, value);
        };
    }

    private static String text(DwarfFile file, String section, long offset) {
        Cursor strings = file.need(section);
        strings.seek(offset);
        return strings.string();
    }

    /** Where the entry of an index begins in a table. */
    static long place(long base, long index, int entryBytes) {
        if (index < 0 || index > Integer.MAX_VALUE) {
            throw new MalformedDwarfException("An index is beyond all bounds");
        }
        return base + index * entryBytes;
    }
}
