package io.jemscope.symbols.demangle;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes letters beyond ASCII, and quotes characters and strings as in Rust's source. */
final class RustText {

    // Punycode's parameters (RFC 3492, section 5).
    private static final int BASE = 36;
    private static final int MIN_THRESHOLD = 1;
    private static final int MAX_THRESHOLD = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;
    private static final int FIRST_BIAS = 72;
    private static final int FIRST_CODE = 0x80;
    // Insertion is quadratic; rustc-demangle has the same limit.
    private static final int MAX_LETTERS = 128;

    private RustText() {}

    /** Returns whether a character can be shown unchanged: assigned, and not a control character. */
    static boolean isPrintable(int code) {
        return Character.isValidCodePoint(code)
                && switch (Character.getType(code)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                };
    }

    /**
     * Decodes an identifier by Punycode, with Rust's digits: {@code a} to {@code z} and {@code 0} to {@code 9}.
     *
     * @param basic its ASCII letters
     * @param codes the encoded insertions
     * @return the identifier; null if the codes are invalid or have too many letters
     */
    static @Nullable String decode(String basic, String codes) {
        StringBuilder text = new StringBuilder(basic);
        int letters = basic.length();
        long code = FIRST_CODE;
        long place = 0;
        int bias = FIRST_BIAS;
        int at = 0;
        while (at < codes.length()) {
            long before = place;
            long weight = 1;
            for (int step = BASE; ; step += BASE) {
                int digit = at < codes.length() ? digit(codes.charAt(at++)) : -1;
                if (digit < 0 || weight > Integer.MAX_VALUE) {
                    return null;
                }
                place += digit * weight;
                int threshold = Math.max(MIN_THRESHOLD, Math.min(MAX_THRESHOLD, step - bias));
                if (digit < threshold) {
                    break;
                }
                weight *= BASE - threshold;
            }
            letters++;
            code += place / letters;
            if (letters > MAX_LETTERS || code > Character.MAX_CODE_POINT || !isPrintable((int) code)) {
                return null;
            }
            bias = bias(place - before, letters, before == 0);
            int index = (int) (place % letters);
            text.insert(text.offsetByCodePoints(0, index), Character.toChars((int) code));
            place = index + 1L;
        }
        return text.toString();
    }

    private static int digit(char c) {
        if (c >= 'a' && c <= 'z') {
            return c - 'a';
        }
        return c >= '0' && c <= '9' ? c - '0' + 26 : -1;
    }

    private static int bias(long delta, int letters, boolean first) {
        long rest = first ? delta / DAMP : delta / 2;
        rest += rest / letters;
        int bias = 0;
        while (rest > (BASE - MIN_THRESHOLD) * MAX_THRESHOLD / 2) {
            rest /= BASE - MIN_THRESHOLD;
            bias += BASE;
        }
        return (int) (bias + (BASE - MIN_THRESHOLD + 1) * rest / (rest + SKEW));
    }

    /**
     * Decodes a string from its UTF-8 in lower-case hexadecimal digits.
     *
     * @return the string; null if it is invalid
     */
    static @Nullable String utf8(String digits) {
        if (digits.length() % 2 != 0) {
            return null;
        }
        byte[] bytes = new byte[digits.length() / 2];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) Integer.parseInt(digits, 2 * index, 2 * index + 2, 16);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /**
     * Quotes and escapes text as in Rust's source.
     *
     * @param quote single for a character, double for a string
     */
    static String quoted(String text, char quote) {
        StringBuilder quoted = new StringBuilder().append(quote);
        text.codePoints().forEach(code -> {
            switch (code) {
                case 0 -> quoted.append("\\0");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                case '\n' -> quoted.append("\\n");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (code == quote) {
                        quoted.append('\\').append(quote);
                    } else if (isPrintable(code)) {
                        quoted.appendCodePoint(code);
                    } else {
                        quoted.append("\\u{").append(Integer.toHexString(code)).append('}');
                    }
                }
            }
        });
        return quoted.append(quote).toString();
    }
}
