package io.jemscope.profile.proflog;

import io.jemscope.profile.FormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Walks through a JSON text (RFC 8259) as a stream and keeps none of it. Strict: what isn't JSON is refused at the byte
 * where it stands. Of numbers only whole ones can be read, of strings only those of up to {@link #LONGEST_STRING_BYTES};
 * nothing here has others.
 */
final class JsonScanner {

    static final int LONGEST_STRING_BYTES = 1 << 16;

    private static final int DEEPEST = 64;
    private static final int END = -1;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int filled;
    private int at;
    private long before;
    private int depth;

    /** Whether the next value of the object or array at hand is its first. */
    private boolean first;

    JsonScanner(InputStream in) {
        this.in = in;
    }

    /** Enters an object; {@link #nextName} then goes from one member to the next. */
    void beginObject() throws IOException {
        begin('{');
    }

    /** Enters an array; {@link #nextElement} then goes from one element to the next. */
    void beginArray() throws IOException {
        begin('[');
    }

    private void begin(char bracket) throws IOException {
        expect(bracket);
        if (++depth > DEEPEST) {
            throw fail("there are more than " + DEEPEST + " brackets in each other");
        }
        first = true;
    }

    /** Goes to the object's next member and returns its name; an empty text, which no member here has, at its end. */
    String nextName() throws IOException {
        if (!goesOn('}')) {
            return "";
        }
        String name = string();
        expect(':');
        return name;
    }

    /** Goes to the array's next element; false at its end. */
    boolean nextElement() throws IOException {
        return goesOn(']');
    }

    private boolean goesOn(char bracket) throws IOException {
        int next = peekBehindBlanks();
        if (next == bracket) {
            at++;
            depth--;
            first = false;
            return false;
        }
        if (!first) {
            expect(',');
        }
        first = false;
        return true;
    }

    /** Reads a whole number that isn't negative, up to {@link Long#MAX_VALUE}. */
    long wholeNumber() throws IOException {
        int next = peekBehindBlanks();
        if (next < '0' || next > '9') {
            throw fail("there should be a whole number");
        }
        long number = 0;
        while (next >= '0' && next <= '9') {
            if (number > (Long.MAX_VALUE - 9) / 10) {
                throw fail("the number is larger than any that jemalloc writes");
            }
            number = 10 * number + next - '0';
            at++;
            next = peek();
        }
        return number;
    }

    /** Reads a string. */
    String string() throws IOException {
        expect('"');
        ByteArrayOutputStream text = new ByteArrayOutputStream(32);
        for (int next = read(); next != '"'; next = read()) {
            if (next < ' ') {
                throw fail(next == END ? "it ends within a string" : "a string has a control character in it");
            }
            if (next == '\\') {
                text.writeBytes(escaped());
            } else {
                text.write(next);
            }
            if (text.size() > LONGEST_STRING_BYTES) {
                throw fail("a string is longer than " + LONGEST_STRING_BYTES + " bytes");
            }
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private byte[] escaped() throws IOException {
        int next = read();
        char character = switch (next) {
            case '"', '\\', '/' -> (char) next;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
            default -> throw fail("a string has an escape that JSON doesn't know");
        };
        return String.valueOf(character).getBytes(StandardCharsets.UTF_8);
    }

    private int hex() throws IOException {
        int digit = Character.digit(read(), 16);
        if (digit < 0) {
            throw fail("four hexadecimal digits should follow \\u");
        }
        return digit;
    }

    /** Steps over a value of any kind. */
    void skip() throws IOException {
        int next = peekBehindBlanks();
        switch (next) {
            case '{' -> {
                beginObject();
                while (!nextName().isEmpty()) {
                    skip();
                }
            }
            case '[' -> {
                beginArray();
                while (nextElement()) {
                    skip();
                }
            }
            case '"' -> string();
            default -> skipWord();
        }
    }

    /** Steps over a number, a truth value or null. */
    private void skipWord() throws IOException {
        StringBuilder word = new StringBuilder();
        for (int next = peek(); isOfWord(next) && word.length() < 64; next = peek()) {
            word.append((char) next);
            at++;
        }
        String text = word.toString();
        boolean isName = text.equals("true") || text.equals("false") || text.equals("null");
        if (!isName && !isNumber(text)) {
            throw fail("there should be a value");
        }
    }

    private static boolean isOfWord(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= '0' && character <= '9')
                || character == '-'
                || character == '+'
                || character == '.'
                || character == 'E';
    }

    private static boolean isNumber(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        if (from == text.length() || text.charAt(from) > '9' || text.charAt(from) < '0') {
            return false;
        }
        try {
            return Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Makes sure that nothing follows. */
    void end() throws IOException {
        if (peekBehindBlanks() != END) {
            throw fail("something follows the text's end");
        }
    }

    private void expect(char expected) throws IOException {
        if (peekBehindBlanks() != expected) {
            throw fail("there should be '" + expected + "'");
        }
        at++;
    }

    private int peekBehindBlanks() throws IOException {
        int next = peek();
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
            at++;
            next = peek();
        }
        return next;
    }

    private int read() throws IOException {
        int next = peek();
        at++;
        return next;
    }

    private int peek() throws IOException {
        if (at >= filled) {
            before += filled;
            at = 0;
            filled = Math.max(0, in.read(buffer, 0, buffer.length));
            if (filled == 0) {
                return END;
            }
        }
        return buffer[at] & 0xff;
    }

    /** An exception that points at the byte at hand. */
    FormatException fail(String why) {
        return new FormatException(
                "The log can't be read",
                "byte " + (before + at) + ": " + why,
                "Check that jemalloc wrote it to its end (prof.log_stop, or the program's exit) and that it was copied whole");
    }
}
