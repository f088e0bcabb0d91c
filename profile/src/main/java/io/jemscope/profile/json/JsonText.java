package io.jemscope.profile.json;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) as a stream, in UTF-8: names and values one after the other, commas put in between. It is for the
 * caller to end what he begins.
 */
public final class JsonText {

    private static final String HEX = "0123456789abcdef";

    /** Beyond this, whole numbers of a {@code double} have gaps. */
    private static final double LARGEST_EXACT = 1L << 53;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 13];
    private int filled;

    /** Whether the next thing needs a comma before it. */
    private boolean comma;

    /**
     * Begins a text.
     *
     * @param out where to; not closed
     */
    public JsonText(OutputStream out) {
        this.out = out;
    }

    /**
     * Begins an object.
     *
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText beginObject() throws IOException {
        return begin('{');
    }

    /**
     * Ends the object begun last.
     *
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText endObject() throws IOException {
        return end('}');
    }

    /**
     * Begins an array.
     *
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText beginArray() throws IOException {
        return begin('[');
    }

    /**
     * Ends the array begun last.
     *
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText endArray() throws IOException {
        return end(']');
    }

    /**
     * Writes a member's name; its value follows.
     *
     * @param name the name
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText name(String name) throws IOException {
        separate();
        quote(name);
        put(':');
        comma = false;
        return this;
    }

    /**
     * Writes a text, or nothing.
     *
     * @param text the text; null for JSON's {@code null}
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText value(@Nullable String text) throws IOException {
        separate();
        if (text == null) {
            ascii("null");
        } else {
            quote(text);
        }
        return this;
    }

    /**
     * Writes a whole number.
     *
     * @param number the number; readers in JavaScript keep it exactly up to 2^53
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText value(long number) throws IOException {
        separate();
        ascii(Long.toString(number));
        return this;
    }

    /**
     * Writes a number.
     *
     * @param number the number; what is none, or infinite, becomes {@code null}, since JSON has no such numbers
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText value(double number) throws IOException {
        if (Math.rint(number) == number && Math.abs(number) <= LARGEST_EXACT) {
            return value((long) number);
        }
        separate();
        ascii(Double.isFinite(number) ? Double.toString(number) : "null");
        return this;
    }

    /**
     * Writes a truth value.
     *
     * @param truth the value
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText value(boolean truth) throws IOException {
        separate();
        ascii(truth ? "true" : "false");
        return this;
    }

    /**
     * Begins a new line before what comes next, for people who look into the file.
     *
     * @return this
     * @throws IOException where writing fails
     */
    public JsonText line() throws IOException {
        if (comma) {
            put(',');
            comma = false;
        }
        put('\n');
        return this;
    }

    /**
     * Ends the text with a line break, hands everything over to the stream, and flushes that.
     *
     * @throws IOException where writing fails
     */
    public void finish() throws IOException {
        put('\n');
        drain();
        out.flush();
    }

    private JsonText begin(char bracket) throws IOException {
        separate();
        put(bracket);
        comma = false;
        return this;
    }

    private JsonText end(char bracket) throws IOException {
        put(bracket);
        comma = true;
        return this;
    }

    private void separate() throws IOException {
        if (comma) {
            put(',');
        }
        comma = true;
    }

    private void quote(String text) throws IOException {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (Character.isHighSurrogate(character)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(character, text.charAt(++i)));
            } else if (character == '"' || character == '\\') {
                put('\\');
                put(character);
            } else if (character == '\n') {
                ascii("\\n");
            } else if (needsEscape(character)) {
                escape(character);
            } else {
                utf8(character);
            }
        }
        put('"');
    }

    /** Control characters; half of a pair, which UTF-8 has no form for; and what ends a line in JavaScript. */
    private static boolean needsEscape(char character) {
        return Character.isISOControl(character)
                || Character.isSurrogate(character)
                || character == '\u2028'
                || character == '\u2029';
    }

    private void escape(char character) throws IOException {
        ascii("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            put(HEX.charAt((character >> shift) & 15));
        }
    }

    private void utf8(int codePoint) throws IOException {
        if (codePoint < 0x80) {
            put(codePoint);
        } else if (codePoint < 0x800) {
            put(0xc0 | (codePoint >> 6));
            put(0x80 | (codePoint & 0x3f));
        } else if (codePoint < 0x1_0000) {
            put(0xe0 | (codePoint >> 12));
            put(0x80 | ((codePoint >> 6) & 0x3f));
            put(0x80 | (codePoint & 0x3f));
        } else {
            put(0xf0 | (codePoint >> 18));
            put(0x80 | ((codePoint >> 12) & 0x3f));
            put(0x80 | ((codePoint >> 6) & 0x3f));
            put(0x80 | (codePoint & 0x3f));
        }
    }

    private void ascii(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i));
        }
    }

    private void put(int value) throws IOException {
        if (filled == buffer.length) {
            drain();
        }
        buffer[filled++] = (byte) value;
    }

    private void drain() throws IOException {
        out.write(buffer, 0, filled);
        filled = 0;
    }
}
