package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a section value by value, through a window of it on the heap: single bytes from a mapped buffer are slow until the JVM has
 * compiled the code.
 *
 * <p>The window moves along with the reads ({@link #seek}), or is a fixed range outside of which nothing is read ({@link #load}).
 */
final class SectionCursor {

    private static final int WINDOW_BYTES = 1 << 12;
    private static final int MAX_STRING_BYTES = 1 << 16;
    private static final long MAX_BYTES =
            Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);

    private final SectionContent content;
    private byte[] window = new byte[WINDOW_BYTES];
    private boolean fixed;
    // The window's offset in the section.
    private long start;

    private int at;
    private int limit;

    SectionCursor(SectionContent content) {
        this.content = content;
    }

    long bytes() {
        return content.bytes();
    }

    /** Moves to an offset, from which the whole section can be read. */
    void seek(long offset) {
        boolean inside = !fixed && offset >= start && offset - start < limit;
        if (inside) {
            at = (int) (offset - start);
            return;
        }
        if (offset < 0 || offset > content.bytes()) {
            throw new MalformedDwarfException("A reference points outside a section");
        }
        fixed = false;
        start = offset;
        at = 0;
        limit = 0;
    }

    /**
     * Loads a range into the window and moves to its start.
     *
     * @throws ElfException if the file can't be read there
     */
    void load(long offset, long length) throws ElfException {
        checkRange(offset, length);
        fixed = true;
        start = offset;
        at = 0;
        limit = 0;
        extend(length);
    }

    private void checkRange(long offset, long length) throws ElfException {
        if (offset < 0 || length < 0 || offset > content.bytes() || length > content.bytes() - offset) {
            throw new MalformedDwarfException("A part is longer than its section");
        }
        if (length > MAX_BYTES) {
            throw new ElfException("Debug information can't be read for source lines: a part of " + length
                    + " bytes is too large for this JVM's heap. Give more heap (-Xmx).");
        }
    }

    /**
     * Extends the loaded range without moving: the start of a compressed section isn't inflated again.
     *
     * @throws ElfException if the file can't be read there
     */
    void extend(long length) throws ElfException {
        int loaded = limit;
        if (length <= loaded) {
            return;
        }
        checkRange(start, length);
        if (window.length < length) {
            window = Arrays.copyOf(window, (int) Math.max(length, Math.min(MAX_BYTES, length + (length >> 1))));
        }
        content.read(start + loaded, window, loaded, (int) length - loaded);
        limit = (int) length;
    }

    /** Returns the number of unread bytes of the loaded range. */
    int remaining() {
        return limit - at;
    }

    /** Moves to an offset in the section, which must be in the loaded range. */
    void moveTo(long offset) {
        if (offset < start || offset - start > limit) {
            throw new MalformedDwarfException("A reference points outside its unit");
        }
        at = (int) (offset - start);
    }

    /** Returns whether an offset is in the loaded range. */
    boolean holds(long offset) {
        return fixed && offset >= start && offset - start < limit;
    }

    /** The offset of the next value in the section. */
    long position() {
        return start + at;
    }

    /** Returns whether the loaded range has been read to its end. */
    boolean atEnd() {
        return at >= limit;
    }

    /** The bytes of the loaded range, for loops in which a call for each is too slow; read only. */
    byte[] window() {
        return window;
    }

    /** The end of the loaded range in the window. */
    int windowLimit() {
        return limit;
    }

    /** The index of the next value in the window. */
    int windowAt() {
        return at;
    }

    /** Moves to an index in the window; behind the limit, reads fail. */
    void setWindowAt(int index) {
        at = index;
    }

    int u1() {
        need(1);
        return window[at++] & 0xff;
    }

    int u2() {
        need(2);
        int value = (window[at] & 0xff) | (window[at + 1] & 0xff) << 8;
        at += 2;
        return value;
    }

    int u3() {
        int low = u2();
        return low | u1() << 16;
    }

    int s4() {
        need(4);
        byte[] bytes = window;
        int here = at;
        at = here + 4;
        return (bytes[here] & 0xff)
                | (bytes[here + 1] & 0xff) << 8
                | (bytes[here + 2] & 0xff) << 16
                | bytes[here + 3] << 24;
    }

    long u4() {
        return Integer.toUnsignedLong(s4());
    }

    long s8() {
        long low = u4();
        return low | u4() << 32;
    }

    /** An unsigned number of the length of an address or offset. */
    long number(int bytes) {
        return switch (bytes) {
            case 1 -> u1();
            case 2 -> u2();
            case 4 -> u4();
            case 8 -> s8();
            default -> throw new MalformedDwarfException("Unsupported numbers of " + bytes + " bytes");
        };
    }

    /** An unsigned LEB128 number; higher bits than 64 are dropped. */
    long uleb() {
        if (at < limit && window[at] >= 0) {
            return window[at++];
        }
        return longUleb();
    }

    private long longUleb() {
        long value = 0;
        int shift = 0;
        while (true) {
            need(1);
            byte part = window[at++];
            if (shift < Long.SIZE) {
                value |= (long) (part & 0x7f) << shift;
                shift += 7;
            }
            if (part >= 0) {
                return value;
            }
        }
    }

    /** An unsigned LEB128 number that is an index or a length; fails if it is larger than an int. */
    int index() {
        long value = uleb();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new MalformedDwarfException("An index is too large");
        }
        return (int) value;
    }

    /** A signed LEB128 number. */
    long sleb() {
        long value = 0;
        int shift = 0;
        while (true) {
            need(1);
            byte part = window[at++];
            if (shift < Long.SIZE) {
                value |= (long) (part & 0x7f) << shift;
                shift += 7;
            }
            if (part >= 0) {
                return shift < Long.SIZE && (part & 0x40) != 0 ? value | -1L << shift : value;
            }
        }
    }

    void skipLeb() {
        do {
            need(1);
        } while (window[at++] < 0);
    }

    void skip(long count) {
        if (count >= 0 && count <= limit - at) {
            at += (int) count;
        } else if (fixed) {
            throw new MalformedDwarfException("A part ends within a value");
        } else {
            seek(position() + count);
        }
    }

    /** A string up to its NUL, which is skipped, too. */
    String string() {
        int length = 0;
        while (true) {
            need(length + 1);
            if (window[at + length] == 0) {
                String text = new String(window, at, length, StandardCharsets.UTF_8);
                at += length + 1;
                return text;
            }
            if (++length > MAX_STRING_BYTES) {
                throw new MalformedDwarfException("A string is too long");
            }
        }
    }

    void skipString() {
        do {
            need(1);
        } while (window[at++] != 0);
    }

    private void need(int count) {
        if (limit - at < count) {
            refill(count);
        }
    }

    private void refill(int count) {
        long here = position();
        if (fixed || count > content.bytes() - here) {
            throw new MalformedDwarfException("A part ends within a value");
        }
        int length = (int) Math.min(Math.max(count, WINDOW_BYTES), content.bytes() - here);
        if (count > WINDOW_BYTES) {
            // Twice the length, or a long string would be read again for each of its bytes.
            length = (int) Math.min(2L * count, content.bytes() - here);
        }
        if (window.length < length) {
            window = new byte[length];
        }
        try {
            limit = 0;
            content.read(here, window, 0, length);
        } catch (ElfException e) {
            throw new MalformedDwarfException(e);
        }
        start = here;
        at = 0;
        limit = length;
    }
}
