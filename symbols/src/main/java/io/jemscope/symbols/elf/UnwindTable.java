package io.jemscope.symbols.elf;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The bounds of functions from the data for exception handling: the sorted table of {@code .eh_frame_hdr} and the entries of
 * {@code .eh_frame} it points to (Linux Standard Base, Core, "Exception Frames"). Stripped files keep both, so addresses of one
 * function can be grouped without a symbol.
 *
 * <p>Both are read from the mapped file, a few values for each address. Inconsistent entries are ignored.
 */
final class UnwindTable {

    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 4;
    private static final int ENTRY_BYTES = 8;
    // Pointer encodings (DWARF's DW_EH_PE_…): the low four bits are the form, the next three the base.
    private static final int FORM = 0x0f;
    private static final int UNSIGNED_4 = 0x03;
    private static final int SIGNED_4 = 0x0b;
    private static final int UNSIGNED_8 = 0x04;
    private static final int SIGNED_8 = 0x0c;
    private static final int NATIVE = 0x00;
    private static final int BASE = 0x70;
    private static final int FROM_POINTER = 0x10;
    private static final int FROM_TABLE_SIGNED_4 = 0x3b;
    private static final int OMITTED = 0xff;
    private static final int MAX_LETTERS = 16;
    private static final int MAX_LEB_BYTES = 10;

    private final ByteBuffer bytes;
    private final long address;
    private final int header;

    /**
     * Reads nothing yet: the first read of a mapped page makes its neighbours resident, too, and most files are asked for nothing.
     *
     * @param bytes the segment with the table and its entries, little-endian
     * @param address the segment's first address
     * @param header the table's offset in the segment
     */
    UnwindTable(ByteBuffer bytes, long address, int header) {
        this.bytes = bytes;
        this.address = address;
        this.header = header;
    }

    /** Where the entries' number is; empty if the table isn't sorted, or has a form that linkers don't write. */
    private OptionalInt number() {
        if (header > bytes.limit() - HEADER_BYTES || bytes.get(header) != VERSION) {
            return OptionalInt.empty();
        }
        int number = header + HEADER_BYTES + pointerBytes(Byte.toUnsignedInt(bytes.get(header + 1)));
        boolean usual = Byte.toUnsignedInt(bytes.get(header + 2)) == UNSIGNED_4
                && Byte.toUnsignedInt(bytes.get(header + 3)) == FROM_TABLE_SIGNED_4;
        return usual
                        && number <= bytes.limit() - 4
                        && Integer.toUnsignedLong(bytes.getInt(number)) * ENTRY_BYTES <= bytes.limit() - number - 4
                ? OptionalInt.of(number)
                : OptionalInt.empty();
    }

    /**
     * Returns the start of the function that covers an address.
     *
     * @param wanted an address in the file
     * @return the function's first address; empty if no known function covers it
     */
    OptionalLong functionStart(long wanted) {
        OptionalInt number = number();
        if (number.isEmpty()) {
            return OptionalLong.empty();
        }
        int entries = number.getAsInt() + 4;
        int low = 0;
        int high = bytes.getInt(number.getAsInt()) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (start(entries, middle) <= wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        if (high < 0) {
            return OptionalLong.empty();
        }
        long entry = (long) header + bytes.getInt(entries + high * ENTRY_BYTES + 4);
        try {
            long start = start(entries, high);
            return covers(entry, start, wanted) ? OptionalLong.of(start) : OptionalLong.empty();
        } catch (IndexOutOfBoundsException e) {
            // The file is damaged: an offset points outside the segment.
            return OptionalLong.empty();
        }
    }

    private long start(int entries, int index) {
        return address + header + bytes.getInt(entries + index * ENTRY_BYTES);
    }

    /** Returns whether the entry at an offset is of the function at {@code start}, and that covers {@code wanted}. */
    private boolean covers(long entry, long start, long wanted) {
        int at = Math.toIntExact(Math.max(0, Math.min(entry, bytes.limit())));
        int cie = bytes.getInt(at + 4);
        int length = bytes.getInt(at);
        // A length of all ones marks the 64-bit format, for more than 4 GiB of entries; 0 ends the entries.
        if (entry != at || length == -1 || length == 0 || cie == 0) {
            return false;
        }
        int encoding = pointerEncoding(at + 4 - cie);
        int size = pointerBytes(encoding);
        if (encoding == OMITTED || size == 0) {
            return false;
        }
        int pointer = at + 8;
        long base = (encoding & BASE) == FROM_POINTER ? address + pointer : 0;
        long range = size == 4 ? Integer.toUnsignedLong(bytes.getInt(pointer + 4)) : bytes.getLong(pointer + 8);
        return base + pointer(pointer, encoding) == start && wanted - start < range;
    }

    private long pointer(int at, int encoding) {
        return switch (encoding & FORM) {
            case UNSIGNED_4 -> Integer.toUnsignedLong(bytes.getInt(at));
            case SIGNED_4 -> bytes.getInt(at);
            default -> bytes.getLong(at);
        };
    }

    /** Returns the encoding of function addresses in the entries that share a common entry (CIE). */
    private int pointerEncoding(int cie) {
        int at = cie + 8;
        int version = bytes.get(at++);
        if (bytes.get(at) != 'z') {
            return bytes.get(at) == 0 ? NATIVE : OMITTED;
        }
        int letter = at + 1;
        while (bytes.get(at) != 0) {
            at++;
            if (at - letter > MAX_LETTERS) {
                return OMITTED;
            }
        }
        at = skipLeb(at + 1);
        at = skipLeb(at);
        at = version == 1 ? at + 1 : skipLeb(at);
        at = skipLeb(at);
        for (; bytes.get(letter) != 0; letter++) {
            switch (bytes.get(letter)) {
                case 'R' -> {
                    return Byte.toUnsignedInt(bytes.get(at));
                }
                case 'L' -> at++;
                case 'P' -> {
                    int size = pointerBytes(Byte.toUnsignedInt(bytes.get(at)));
                    if (size == 0) {
                        return OMITTED;
                    }
                    at += 1 + size;
                }
                case 'S', 'B' -> {
                    // Neither has data.
                }
                default -> {
                    return OMITTED;
                }
            }
        }
        return NATIVE;
    }

    /** Returns the offset behind a LEB128 number. */
    private int skipLeb(int at) {
        int end = at;
        while (end - at < MAX_LEB_BYTES && bytes.get(end) < 0) {
            end++;
        }
        return end + 1;
    }

    /** Returns the length of a pointer in bytes; 0 for forms that linkers don't write here. */
    private static int pointerBytes(int encoding) {
        return switch (encoding & FORM) {
            case UNSIGNED_4, SIGNED_4 -> 4;
            case NATIVE, UNSIGNED_8, SIGNED_8 -> 8;
            default -> 0;
        };
    }
}
