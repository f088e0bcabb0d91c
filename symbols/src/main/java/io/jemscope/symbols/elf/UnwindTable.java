package io.jemscope.symbols.elf;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where functions begin and end by what exception handling needs to know of them: the sorted table of {@code .eh_frame_hdr}
 * and the entries of {@code .eh_frame} it points at (Linux Standard Base, Core, "Exception Frames"). Stripping leaves
 * both in place, so they tell which addresses belong together where no symbol does.
 *
 * <p>Both are read where they are mapped, a few values for each address that is asked for. All that doesn't fit together
 * is no function.
 */
final class UnwindTable {

    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 4;
    private static final int ENTRY_BYTES = 8;
    // How pointers are encoded (DWARF's DW_EH_PE_…): the low half is the form, the next three bits what it counts from.
    private static final int FORM = 0x0f;
    private static final int UNSIGNED_4 = 0x03;
    private static final int SIGNED_4 = 0x0b;
    private static final int UNSIGNED_8 = 0x04;
    private static final int SIGNED_8 = 0x0c;
    private static final int NATIVE = 0x00;
    private static final int ORIGIN = 0x70;
    private static final int FROM_HERE = 0x10;
    private static final int FROM_TABLE_SIGNED_4 = 0x3b;
    private static final int OMITTED = 0xff;
    private static final int MOST_LETTERS = 16;
    private static final int MOST_DIGITS = 10;

    private final ByteBuffer bytes;
    private final long address;
    private final int header;
    private final int entries;
    private final int count;

    private UnwindTable(ByteBuffer bytes, long address, int header, int entries, int count) {
        this.bytes = bytes;
        this.address = address;
        this.header = header;
        this.entries = entries;
        this.count = count;
    }

    /**
     * Reads the table's header.
     *
     * @param bytes the segment that holds the table and the entries it points at, little-endian
     * @param address the segment's first address
     * @param header where in the segment the table begins
     * @return the table; null where it has none that is sorted, or one in a form that linkers don't write
     */
    static @Nullable UnwindTable read(ByteBuffer bytes, long address, int header) {
        if (header > bytes.limit() - HEADER_BYTES || bytes.get(header) != VERSION) {
            return null;
        }
        int count = header + HEADER_BYTES + pointerBytes(Byte.toUnsignedInt(bytes.get(header + 1)));
        boolean usual = Byte.toUnsignedInt(bytes.get(header + 2)) == UNSIGNED_4
                && Byte.toUnsignedInt(bytes.get(header + 3)) == FROM_TABLE_SIGNED_4;
        if (!usual || count > bytes.limit() - 4) {
            return null;
        }
        int entries = count + 4;
        long number = Integer.toUnsignedLong(bytes.getInt(count));
        return number * ENTRY_BYTES <= bytes.limit() - entries
                ? new UnwindTable(bytes, address, header, entries, (int) number)
                : null;
    }

    /**
     * The function that covers an address.
     *
     * @param wanted the address, in the file's own terms
     * @return its first address; empty where none is known to cover it
     */
    OptionalLong functionStart(long wanted) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (start(middle) <= wanted) {
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
            return covers(entry, start(high), wanted) ? OptionalLong.of(start(high)) : OptionalLong.empty();
        } catch (IndexOutOfBoundsException e) {
            // The file is damaged: something points out of the segment.
            return OptionalLong.empty();
        }
    }

    private long start(int index) {
        return address + header + bytes.getInt(entries + index * ENTRY_BYTES);
    }

    /** Whether the entry at a place of the segment is of a function that begins there and reaches that far. */
    private boolean covers(long entry, long start, long wanted) {
        int at = Math.toIntExact(Math.max(0, Math.min(entry, bytes.limit())));
        int cie = bytes.getInt(at + 4);
        int length = bytes.getInt(at);
        // A length of all ones would be a 64-bit one, which needs code of 4 GiB; 0 ends the entries.
        if (entry != at || length == -1 || length == 0 || cie == 0) {
            return false;
        }
        int encoding = pointerEncoding(at + 4 - cie);
        int size = pointerBytes(encoding);
        if (encoding == OMITTED || size == 0) {
            return false;
        }
        int pointer = at + 8;
        long origin = (encoding & ORIGIN) == FROM_HERE ? address + pointer : 0;
        long range = size == 4 ? Integer.toUnsignedLong(bytes.getInt(pointer + 4)) : bytes.getLong(pointer + 8);
        return origin + pointer(pointer, encoding) == start && wanted - start < range;
    }

    private long pointer(int at, int encoding) {
        return switch (encoding & FORM) {
            case UNSIGNED_4 -> Integer.toUnsignedLong(bytes.getInt(at));
            case SIGNED_4 -> bytes.getInt(at);
            default -> bytes.getLong(at);
        };
    }

    /** How the entries that share a common one write the address of their function. */
    private int pointerEncoding(int cie) {
        int at = cie + 8;
        int version = bytes.get(at++);
        if (bytes.get(at) != 'z') {
            return bytes.get(at) == 0 ? NATIVE : OMITTED;
        }
        int letter = at + 1;
        while (bytes.get(at) != 0) {
            at++;
            if (at - letter > MOST_LETTERS) {
                return OMITTED;
            }
        }
        at = behindNumber(at + 1);
        at = behindNumber(at);
        at = version == 1 ? at + 1 : behindNumber(at);
        at = behindNumber(at);
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

    /** The place behind a number of seven bits a byte. */
    private int behindNumber(int at) {
        int end = at;
        while (end - at < MOST_DIGITS && bytes.get(end) < 0) {
            end++;
        }
        return end + 1;
    }

    /** How many bytes a pointer takes; 0 for forms that linkers don't write here. */
    private static int pointerBytes(int encoding) {
        return switch (encoding & FORM) {
            case UNSIGNED_4, SIGNED_4 -> 4;
            case NATIVE, UNSIGNED_8, SIGNED_8 -> 8;
            default -> 0;
        };
    }
}
