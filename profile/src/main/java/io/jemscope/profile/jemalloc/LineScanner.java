package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a text line by line, and a line byte by byte, without a string for each. The current line is in one piece in a
 * buffer, which grows to the longest line, at most {@link #LONGEST_LINE_BYTES}.
 */
final class LineScanner {

    /** Room for a stack of some 50,000 addresses; jemalloc keeps 128 by default, and paths end at 4 KiB. */
    static final int LONGEST_LINE_BYTES = 1 << 20;

    /** No process has more objects or bytes. */
    static final long LARGEST_NUMBER = 1L << 60;

    private static final int EXCERPT_BYTES = 60;

    /** The value of each byte that is a hexadecimal digit; -1 for others. Don't modify. */
    static final byte[] DIGITS = hexDigits();

    private final InputStream in;
    private final String what;

    /** {@code filled} bytes of the text, then a line break as a sentinel that ends every search. */
    private byte[] buffer = new byte[1 << 17];

    private int filled;

    /** The index of the last line break of the text in the buffer; -1 without one. */
    private int lastBreak = -1;

    private int lineStart;
    private int lineEnd;
    private int nextLine;
    private int position;
    private long number;
    private boolean ended;
    private boolean over;

    /**
     * Begins before the first line.
     *
     * @param what the kind of text, for messages: {@code heap dump}
     */
    LineScanner(InputStream in, String what) {
        this.in = in;
        this.what = what;
    }

    /**
     * Goes to the beginning of the next line.
     *
     * @return false at the end of the text
     */
    boolean next() throws IOException {
        if (!nextOpen()) {
            return false;
        }
        close();
        return true;
    }

    /**
     * Goes to the beginning of the next line without a search for its end: stacks, nine tenths of a dump, are read up to
     * their line break anyway, and the search would take 8 % of the time. The line seems to go on behind its line break
     * until {@link #close}.
     *
     * @return false at the end of the text
     */
    boolean nextOpen() throws IOException {
        while (nextLine > lastBreak && !ended) {
            fill();
        }
        if (nextLine >= filled) {
            over = true;
            return false;
        }
        lineStart = nextLine;
        position = lineStart;
        lineEnd = filled;
        number++;
        return true;
    }

    /** Finds the end of the line, from the position on. */
    void close() {
        byte[] bytes = buffer;
        int at = position;
        while (bytes[at] != '\n') {
            at++;
        }
        // A last line without a line break ends at the sentinel.
        nextLine = Math.min(at + 1, filled);
        lineEnd = at > lineStart && bytes[at - 1] == '\r' ? at - 1 : at;
    }

    /** Whether the text ends without a line break, and the current line is its last. */
    boolean endsWithinLine() {
        return ended && filled > 0 && nextLine >= filled && buffer[filled - 1] != '\n';
    }

    /** Whether there was no next line. */
    boolean isOver() {
        return over;
    }

    /** Reads more bytes and moves the unfinished line to the front of the buffer. Sets {@code ended} at the end of the text. */
    private void fill() throws IOException {
        int kept = filled - nextLine;
        if (kept > LONGEST_LINE_BYTES) {
            number++;
            lineStart = nextLine;
            position = lineStart;
            lineEnd = filled;
            throw fail("the line is longer than " + LONGEST_LINE_BYTES + " bytes");
        }
        System.arraycopy(buffer, nextLine, buffer, 0, kept);
        nextLine = 0;
        filled = kept;
        if (filled == buffer.length - 1) {
            buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, LONGEST_LINE_BYTES + 2));
        }
        int read = in.read(buffer, filled, buffer.length - 1 - filled);
        ended = read < 0;
        filled += Math.max(0, read);
        buffer[filled] = '\n';
        lastBreak = filled - 1;
        while (lastBreak >= kept && buffer[lastBreak] != '\n') {
            lastBreak--;
        }
        if (lastBreak < kept) {
            lastBreak = -1;
        }
    }

    /** The bytes that {@link #position()} and {@link #end()} refer to; valid until the next line. */
    byte[] bytes() {
        return buffer;
    }

    /** The index of the next byte in {@link #bytes()}. */
    int position() {
        return position;
    }

    /** The index of the line's end in {@link #bytes()}, without its line break. */
    int end() {
        return lineEnd;
    }

    /** Moves to another index in the line. */
    void moveTo(int newPosition) {
        position = newPosition;
    }

    /** Moves to the line's beginning. */
    void rewind() {
        position = lineStart;
    }

    /** Whether the position is at the line's end. */
    boolean atEnd() {
        return position == lineEnd;
    }

    /** The next byte; -1 at the line's end. */
    int peek() {
        return position < lineEnd ? buffer[position] : -1;
    }

    /** Skips blanks and tabs. */
    void skipBlanks() {
        while (atBlank()) {
            position++;
        }
    }

    private boolean atBlank() {
        int next = peek();
        return next == ' ' || next == '\t';
    }

    /** Skips everything up to the next blank, tab or the end. */
    void skipWord() {
        while (position < lineEnd && !atBlank()) {
            position++;
        }
    }

    /** Skips one byte if it is the expected one. */
    boolean skip(char expected) {
        if (peek() != expected) {
            return false;
        }
        position++;
        return true;
    }

    /** Skips an ASCII text if it is next. */
    boolean skip(String expected) {
        int length = expected.length();
        if (lineEnd - position < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buffer[position + i] != expected.charAt(i)) {
                return false;
            }
        }
        position += length;
        return true;
    }

    /** Skips one byte; fails if it isn't the expected one. */
    void expect(char expected) throws FormatException {
        if (!skip(expected)) {
            throw fail("there should be '" + expected + "' at column " + column());
        }
    }

    /** Reads a decimal number, of at most {@link #LARGEST_NUMBER}. */
    long decimal() throws FormatException {
        int from = position;
        long value = 0;
        // Local variables, because the first compiler doesn't keep fields in registers.
        byte[] bytes = buffer;
        int limit = lineEnd;
        int at = from;
        while (at < limit) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = 10 * value + digit;
            // One digit more can overflow, but only to negative numbers.
            if (value > LARGEST_NUMBER || value < 0) {
                throw fail("the number at column " + (from - lineStart + 1) + " is larger than any memory");
            }
            at++;
        }
        position = at;
        if (at == from) {
            throw fail("there should be a number at column " + column());
        }
        return value;
    }

    /** Reads a hexadecimal number of up to 64 bits, with or without {@code 0x}. */
    long hex() throws FormatException {
        byte[] bytes = buffer;
        int limit = lineEnd;
        int at = position;
        if (limit - at > 2 && bytes[at] == '0' && (bytes[at + 1] | 0x20) == 'x') {
            at += 2;
        }
        int from = at;
        long value = 0;
        while (at < limit) {
            int digit = DIGITS[bytes[at] & 0xff];
            if (digit < 0) {
                break;
            }
            if (value >>> 60 != 0) {
                throw fail("the address at column " + (from - lineStart + 1) + " has more than 64 bits");
            }
            value = (value << 4) | digit;
            at++;
        }
        position = at;
        if (at == from) {
            throw fail("there should be a hexadecimal address at column " + column());
        }
        return value;
    }

    private static byte[] hexDigits() {
        byte[] digits = new byte[256];
        Arrays.fill(digits, (byte) -1);
        for (int value = 0; value < 16; value++) {
            digits[Character.forDigit(value, 16)] = (byte) value;
            digits[Character.toUpperCase(Character.forDigit(value, 16))] = (byte) value;
        }
        return digits;
    }

    /** The rest of the line, decoded as UTF-8; invalid bytes become replacement characters. */
    String rest() {
        String rest = new String(buffer, position, lineEnd - position, StandardCharsets.UTF_8);
        position = lineEnd;
        return rest;
    }

    /** An exception that names the line. */
    FormatException fail(String why) {
        close();
        return failure("line " + number + " (\"" + excerpt() + "\"): " + why);
    }

    /** An exception for a text that ends too early. */
    FormatException failAtEnd(String why) {
        return failure("it ends after line " + number + ": " + why);
    }

    private FormatException failure(String why) {
        return new FormatException(
                "The " + what + " can't be read",
                why,
                "Check that the file was written to its end and copied whole, or take a new dump");
    }

    /** The position in the line, from 1. */
    int column() {
        return position - lineStart + 1;
    }

    private String excerpt() {
        int length = Math.min(lineEnd - lineStart, EXCERPT_BYTES);
        StringBuilder text = new StringBuilder(length + 1);
        for (int at = lineStart; at < lineStart + length; at++) {
            byte character = buffer[at];
            text.append(character >= ' ' && character < 0x7f ? (char) character : '?');
        }
        return length < lineEnd - lineStart ? text.append('…').toString() : text.toString();
    }
}
