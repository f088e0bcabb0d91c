package io.jemscope.symbols.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Rust's legacy mangling, the default up to 2025. It looks like nested C++ names ({@code _ZN…E}), with a hash as the last element,
 * and with other characters escaped between dollar signs. There is no specification; this follows rustc and rustc-demangle.
 */
final class RustLegacyName {

    // "17h", 16 digits, "E".
    private static final int HASH_BYTES = 20;
    // As in binutils: a C++ name may end in "h" and 16 digits, but rarely with as many different digits as a hash.
    private static final int MIN_DISTINCT_DIGITS = 5;

    private RustLegacyName() {}

    /**
     * Reads a name.
     *
     * @param cursor behind the {@code _ZN}; moved behind the {@code E} if this returns a name
     * @return the name without its hash; null if it isn't Rust's
     */
    static @Nullable String read(NameCursor cursor) {
        StringBuilder name = new StringBuilder();
        while (!isHash(cursor)) {
            if (!cursor.peekDigit()) {
                return null;
            }
            String element = cursor.take(cursor.number());
            name.append(name.isEmpty() ? "" : "::");
            if (!append(element, name)) {
                return null;
            }
        }
        cursor.take(HASH_BYTES);
        return name.isEmpty() ? null : name.toString();
    }

    private static boolean isHash(NameCursor cursor) {
        if (cursor.peek() != '1' || cursor.peek(1) != '7' || cursor.peek(2) != 'h') {
            return false;
        }
        int seen = 0;
        for (int index = 3; index < HASH_BYTES - 1; index++) {
            int digit = digit(cursor.peek(index));
            if (digit < 0) {
                return false;
            }
            seen |= 1 << digit;
        }
        return cursor.peek(HASH_BYTES - 1) == 'E' && Integer.bitCount(seen) >= MIN_DISTINCT_DIGITS;
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    /** Appends an element as in the source; returns false if it isn't Rust's. */
    private static boolean append(String element, StringBuilder name) {
        // An element must not begin with a dollar sign, so an underscore precedes it.
        int at = element.startsWith("_$") ? 1 : 0;
        while (at < element.length()) {
            char c = element.charAt(at);
            if (c <= ' ' || c > '~') {
                return false;
            }
            if (element.startsWith("..", at)) {
                name.append("::");
                at += 2;
            } else if (c == '$') {
                int end = element.indexOf('$', at + 1);
                int letter = end < 0 ? -1 : escaped(element.substring(at + 1, end));
                if (letter < 0) {
                    // An unknown escape is shown unchanged, with the rest of the element.
                    name.append(element, at, element.length());
                    return true;
                }
                name.appendCodePoint(letter);
                at = end + 1;
            } else {
                name.append(c);
                at++;
            }
        }
        return true;
    }

    /** Returns the character of an escape; -1 if it is unknown. */
    private static int escaped(String escape) {
        return switch (escape) {
            case "SP" -> '@';
            case "BP" -> '*';
            case "RF" -> '&';
            case "LT" -> '<';
            case "GT" -> '>';
            case "LP" -> '(';
            case "RP" -> ')';
            case "C" -> ',';
            default -> escape.startsWith("u") ? codePoint(escape) : -1;
        };
    }

    private static int codePoint(String escape) {
        int code = 0;
        for (int index = 1; index < escape.length(); index++) {
            int digit = digit(escape.charAt(index));
            if (digit < 0 || index > 6) {
                return -1;
            }
            code = code << 4 | digit;
        }
        // Not a control character, which could affect a terminal.
        return escape.length() > 1 && RustText.isPrintable(code) ? code : -1;
    }
}
