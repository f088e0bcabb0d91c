package io.jemscope.symbols.dwarf;

/** The attributes of one entry that are needed, each in its slot. The object is reused for each entry. */
final class Attributes {

    static final int SIBLING = 0;
    static final int NAME = 1;
    static final int LINKAGE_NAME = 2;
    static final int LOW_PC = 3;
    static final int HIGH_PC = 4;
    static final int RANGES = 5;
    static final int ABSTRACT_ORIGIN = 6;
    static final int SPECIFICATION = 7;
    static final int CALL_FILE = 8;
    static final int CALL_LINE = 9;
    static final int LINE_PROGRAM = 10;
    static final int COMPILATION_FOLDER = 11;
    static final int STRING_OFFSETS_BASE = 12;
    static final int ADDRESS_BASE = 13;
    static final int RANGE_LISTS_BASE = 14;
    static final int GNU_RANGES_BASE = 15;
    static final int SPLIT_NAME = 16;
    static final int SPLIT_ID = 17;
    private static final int SLOTS = 18;
    private static final int NONE = -1;

    private int present;
    private final int[] forms = new int[SLOTS];
    private final long[] values = new long[SLOTS];

    /** Returns the slot of an attribute, by the tag of its entry; -1 if it isn't needed. */
    static int slot(int tag, int attribute) {
        if (attribute == 0x01) {
            return SIBLING;
        }
        return switch (tag) {
            case Tag.SUBPROGRAM, Tag.INLINED_SUBROUTINE -> ofFunction(attribute);
            case Tag.LEXICAL_BLOCK -> ofCode(attribute);
            case Tag.COMPILE_UNIT, Tag.PARTIAL_UNIT, Tag.SKELETON_UNIT, Tag.TYPE_UNIT -> ofUnit(attribute);
            default -> NONE;
        };
    }

    private static int ofCode(int attribute) {
        return switch (attribute) {
            case 0x11 -> LOW_PC;
            case 0x12 -> HIGH_PC;
            case 0x55 -> RANGES;
            default -> NONE;
        };
    }

    private static int ofFunction(int attribute) {
        return switch (attribute) {
            case 0x03 -> NAME;
            case 0x31 -> ABSTRACT_ORIGIN;
            case 0x47 -> SPECIFICATION;
            case 0x58 -> CALL_FILE;
            case 0x59 -> CALL_LINE;
            // The second is from MIPS; compilers wrote it before there was a standard one.
            case 0x6e, 0x2007 -> LINKAGE_NAME;
            default -> ofCode(attribute);
        };
    }

    private static int ofUnit(int attribute) {
        return switch (attribute) {
            case 0x10 -> LINE_PROGRAM;
            case 0x1b -> COMPILATION_FOLDER;
            case 0x72 -> STRING_OFFSETS_BASE;
            case 0x73, 0x2133 -> ADDRESS_BASE;
            case 0x74 -> RANGE_LISTS_BASE;
            case 0x2132 -> GNU_RANGES_BASE;
            case 0x76, 0x2130 -> SPLIT_NAME;
            case 0x2131 -> SPLIT_ID;
            default -> ofCode(attribute);
        };
    }

    void clear() {
        present = 0;
    }

    void set(int slot, int form, long value) {
        present |= 1 << slot;
        forms[slot] = form;
        values[slot] = value;
    }

    boolean has(int slot) {
        return (present & 1 << slot) != 0;
    }

    /** The form of an attribute that the entry has. */
    int form(int slot) {
        return forms[slot];
    }

    /** The value of an attribute that the entry has. */
    long value(int slot) {
        return values[slot];
    }

    /** The value, or a default if the entry doesn't have the attribute. */
    long value(int slot, long fallback) {
        return has(slot) ? values[slot] : fallback;
    }
}
