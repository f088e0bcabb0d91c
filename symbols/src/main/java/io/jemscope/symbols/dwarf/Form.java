package io.jemscope.symbols.dwarf;

/** Reads and skips attributes' values by their form (DWARF 5, 7.5.6, table 7.6; the extensions of GCC and dwz). */
final class Form {

    static final int ADDR = 0x01;
    static final int BLOCK2 = 0x03;
    static final int BLOCK4 = 0x04;
    static final int DATA2 = 0x05;
    static final int DATA4 = 0x06;
    static final int DATA8 = 0x07;
    static final int STRING = 0x08;
    static final int BLOCK = 0x09;
    static final int BLOCK1 = 0x0a;
    static final int DATA1 = 0x0b;
    static final int FLAG = 0x0c;
    static final int SDATA = 0x0d;
    static final int STRP = 0x0e;
    static final int UDATA = 0x0f;
    static final int REF_ADDR = 0x10;
    static final int REF1 = 0x11;
    static final int REF2 = 0x12;
    static final int REF4 = 0x13;
    static final int REF8 = 0x14;
    static final int REF_UDATA = 0x15;
    static final int INDIRECT = 0x16;
    static final int SEC_OFFSET = 0x17;
    static final int EXPRLOC = 0x18;
    static final int FLAG_PRESENT = 0x19;
    static final int STRX = 0x1a;
    static final int ADDRX = 0x1b;
    static final int REF_SUP4 = 0x1c;
    static final int STRP_SUP = 0x1d;
    static final int DATA16 = 0x1e;
    static final int LINE_STRP = 0x1f;
    static final int REF_SIG8 = 0x20;
    static final int IMPLICIT_CONST = 0x21;
    static final int LOCLISTX = 0x22;
    static final int RNGLISTX = 0x23;
    static final int REF_SUP8 = 0x24;
    static final int STRX1 = 0x25;
    static final int STRX2 = 0x26;
    static final int STRX3 = 0x27;
    static final int STRX4 = 0x28;
    static final int ADDRX1 = 0x29;
    static final int ADDRX2 = 0x2a;
    static final int ADDRX3 = 0x2b;
    static final int ADDRX4 = 0x2c;
    static final int GNU_ADDR_INDEX = 0x1f01;
    static final int GNU_STR_INDEX = 0x1f02;
    static final int GNU_REF_ALT = 0x1f20;
    static final int GNU_STRP_ALT = 0x1f21;

    private Form() {}

    /** Returns the length of a form's values in bytes; -1 if they differ. */
    static int fixedBytes(int form, Encoding encoding) {
        return switch (form) {
            case FLAG_PRESENT, IMPLICIT_CONST -> 0;
            case DATA1, FLAG, REF1, STRX1, ADDRX1 -> 1;
            case DATA2, REF2, STRX2, ADDRX2 -> 2;
            case STRX3, ADDRX3 -> 3;
            case DATA4, REF4, REF_SUP4, STRX4, ADDRX4 -> 4;
            case DATA8, REF8, REF_SIG8, REF_SUP8 -> 8;
            case DATA16 -> 16;
            case ADDR -> encoding.addressBytes();
            case REF_ADDR -> encoding.version() <= 2 ? encoding.addressBytes() : encoding.offsetBytes();
            case STRP, SEC_OFFSET, STRP_SUP, LINE_STRP, GNU_REF_ALT, GNU_STRP_ALT -> encoding.offsetBytes();
            default -> -1;
        };
    }

    /** Skips a value. */
    static void skip(SectionCursor cursor, int form, Encoding encoding) {
        int bytes = fixedBytes(form, encoding);
        if (bytes >= 0) {
            cursor.skip(bytes);
            return;
        }
        switch (form) {
            case SDATA, UDATA, REF_UDATA, STRX, ADDRX, LOCLISTX, RNGLISTX, GNU_ADDR_INDEX, GNU_STR_INDEX ->
                cursor.skipLeb();
            case STRING -> cursor.skipString();
            case BLOCK, EXPRLOC -> cursor.skip(cursor.index());
            case BLOCK1 -> cursor.skip(cursor.u1());
            case BLOCK2 -> cursor.skip(cursor.u2());
            case BLOCK4 -> cursor.skip(cursor.u4());
            case INDIRECT -> skip(cursor, direct(cursor), encoding);
            default -> throw unknown(form);
        }
    }

    /** Reads a number, an offset or an index; returns the offset of an inline string, and the length of a block. */
    static long read(SectionCursor cursor, int form, Encoding encoding) {
        return switch (form) {
            case FLAG_PRESENT -> 1;
            case DATA1, FLAG, REF1, STRX1, ADDRX1 -> cursor.u1();
            case DATA2, REF2, STRX2, ADDRX2 -> cursor.u2();
            case STRX3, ADDRX3 -> cursor.u3();
            case DATA4, REF4, REF_SUP4, STRX4, ADDRX4 -> cursor.u4();
            case DATA8, REF8, REF_SIG8, REF_SUP8 -> cursor.s8();
            case SDATA -> cursor.sleb();
            case UDATA, REF_UDATA, STRX, ADDRX, LOCLISTX, RNGLISTX, GNU_ADDR_INDEX, GNU_STR_INDEX -> cursor.uleb();
            case STRING -> {
                long start = cursor.position();
                cursor.skipString();
                yield start;
            }
            case BLOCK, EXPRLOC, BLOCK1, BLOCK2, BLOCK4, DATA16 -> {
                long start = cursor.position();
                skip(cursor, form, encoding);
                yield cursor.position() - start;
            }
            default -> {
                int bytes = fixedBytes(form, encoding);
                if (bytes <= 0) {
                    throw unknown(form);
                }
                yield cursor.number(bytes);
            }
        };
    }

    /** Reads the form before a value; another indirection is invalid. */
    static int direct(SectionCursor cursor) {
        int form = cursor.index();
        if (form == INDIRECT || form == IMPLICIT_CONST) {
            throw unknown(form);
        }
        return form;
    }

    private static MalformedDwarfException unknown(int form) {
        return new MalformedDwarfException("Unknown form: " + form);
    }
}
