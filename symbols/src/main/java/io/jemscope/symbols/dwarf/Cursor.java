package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a section value by value, through a window of it on the heap: a mapped buffer is slow to read by the byte until
 * the code is compiled.
 *
 * <p>The window slides along ({@link #seek}) or is fixed to a range ({@link #load}), and then nothing outside is read.
 */
final class Cursor {

    private static final int WINDOW_BYTES = 1 << 12;
    private static final int LONGEST_STRING_BYTES = 1 << 16;
    private static final long MOST_BYTES =
            Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);

    private final SectionContent content;
    private byte[] window = new byte[WINDOW_BYTES];
    private boolean fixed;
    /** Where in the section the window begins. */
    private long start;

    private int at;
    private int limit;

    Cursor(SectionContent content) {
        this.content = content;
    }

    long bytes() {
        return content.bytes();
    }

    /** Goes to a place; from there on the whole section can be read. */
    void seek(long offset) {
        boolean inside = !fixed && offset >= start && offset - start < limit;
        if (inside) {
            at = (int) (offset - start);
            return;
        }
        if (offset < 0 || offset > content.bytes()) {
            throw new MalformedDwarfException("A reference leads out of a section");
        }
        fixed = false;
        start = offset;
        at = 0;
        limit = 0;
    }

    /**
     * Takes a range into the window and goes to its beginning.
     *
     * @throws ElfException where the file can't be read there
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
        if (length > MOST_BYTES) {
            throw new ElfException("Debug information can't be read for source lines: a part of " + length
                    + " bytes is too large for this JVM's heap. Give more heap (-Xmx).");
        }
    }

    /**
     * Makes the loaded range longer and stays where it is: what has been read of a compressed section needn't be
     * inflated again.
     *
     * @throws ElfException where the file can't be read there
     */
    void extend(long length) throws ElfException {
        int loaded = limit;
        if (length <= loaded) {
            return;
        }
        checkRange(start, length);
        if (window.length < length) {
            window = Arrays.copyOf(window, (int) Math.max(length, Math.min(MOST_BYTES, length + (length >> 1))));
        }
        content.read(start + loaded, window, loaded, (int) length - loaded);
        limit = (int) length;
    }

    /** How much of the loaded range hasn't been read. */
    int remaining() {
        return limit - at;
    }

    /** Goes to a place of the section that lies in the loaded range. */
    void moveTo(long offset) {
        if (offset < start || offset - start > limit) {
            throw new MalformedDwarfException("A reference leads out of its unit");
        }
        at = (int) (offset - start);
    }

    /** Says whether a place lies in the loaded range. */
    boolean holds(long offset) {
        return fixed && offset >= start && offset - start < limit;
    }

    /** Where in the section the next value is. */
    long position() {
        return start + at;
    }

    /** Says whether the loaded range has been read to its end. */
    boolean atEnd() {
        return at >= limit;
    }

    /** The bytes that the loaded range is in, for loops that can't afford a call for each; not to be changed. */
    byte[] window() {
        return window;
    }

    /** Where in the window the loaded range ends. */
    int windowLimit() {
        return limit;
    }

    /** Where in the window the next value is. */
    int windowAt() {
        return at;
    }

    /** Goes to a place in the window; one behind its limit is where nothing can be read. */
    void setWindowAt(int place) {
        at = place;
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

    /** An unsigned number of as many bytes as addresses or offsets have. */
    long number(int bytes) {
        return switch (bytes) {
            case 1 -> u1();
            case 2 -> u2();
            case 4 -> u4();
            case 8 -> s8();
            default -> throw new MalformedDwarfException("Numbers of " + bytes + " bytes");
        };
    }

    /** An unsigned LEB128 number; bits beyond 64 are lost. */
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

    /** An unsigned LEB128 number that is to be an index or length; larger ones are none that a file can have. */
    int index() {
        long value = uleb();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new MalformedDwarfException("An index is beyond all bounds");
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
            throw new MalformedDwarfException("A part ends in the middle of a value");
        } else {
            seek(position() + count);
        }
    }

    /** A string up to its NUL, which is skipped. */
    String string() {
        int length = 0;
        while (true) {
            need(length + 1);
            if (window[at + length] == 0) {
                String text = new String(window, at, length, StandardCharsets.UTF_8);
                at += length + 1;
                return text;
            }
            if (++length > LONGEST_STRING_BYTES) {
                throw new MalformedDwarfException("A string has no end");
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
            throw new MalformedDwarfException("A part ends in the middle of a value");
        }
        int length = (int) Math.min(Math.max(count, WINDOW_BYTES), content.bytes() - here);
        if (count > WINDOW_BYTES) {
            // Twice as much as asked for, or a long string would be read again for each of its bytes.
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
