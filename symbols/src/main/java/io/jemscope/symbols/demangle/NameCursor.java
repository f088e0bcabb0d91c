package io.jemscope.symbols.demangle;

/** Reads a mangled name character by character. Names come from files, so every step is bounded. */
final class NameCursor {

    /** Returned behind the name's end. */
    static final char END = '\0';

    // Real names nest some 30 levels; each level uses a few frames of the Java stack.
    private static final int MAX_DEPTH = 256;

    private final String text;
    private int position;
    private int depth;

    NameCursor(String text, int position) {
        this.text = text;
        this.position = position;
    }

    int position() {
        return position;
    }

    void moveTo(int newPosition) {
        position = newPosition;
    }

    boolean atEnd() {
        return position >= text.length();
    }

    char peek() {
        return peek(0);
    }

    char peek(int ahead) {
        return position + ahead < text.length() ? text.charAt(position + ahead) : END;
    }

    boolean peekDigit() {
        return isDigit(peek());
    }

    char next() {
        char next = peek();
        position++;
        return next;
    }

    boolean accept(char wanted) {
        if (peek() != wanted || atEnd()) {
            return false;
        }
        position++;
        return true;
    }

    boolean accept(String wanted) {
        if (!text.startsWith(wanted, position)) {
            return false;
        }
        position += wanted.length();
        return true;
    }

    void expect(char wanted) {
        if (!accept(wanted)) {
            throw malformed();
        }
    }

    String take(int length) {
        if (length < 0 || length > text.length() - position) {
            throw malformed();
        }
        position += length;
        return text.substring(position - length, position);
    }

    String takeDigits() {
        int start = position;
        while (peekDigit()) {
            position++;
        }
        return text.substring(start, position);
    }

    String takeUntil(char limit) {
        int end = text.indexOf(limit, position);
        if (end < 0) {
            throw malformed();
        }
        return take(end - position);
    }

    String takeRest() {
        return take(text.length() - position);
    }

    /** A decimal number without a sign. */
    int number() {
        return parse(takeDigits(), 10);
    }

    /** Reads a number up to an underscore: {@code _} is 0, {@code 0_} is 1, {@code 1_} is 2, …. */
    int sequence(int radix) {
        int start = position;
        while (isDigit(peek()) || (radix > 10 && peek() >= 'A' && peek() <= 'Z')) {
            position++;
        }
        int number = position == start ? 0 : parse(text.substring(start, position), radix) + 1;
        expect('_');
        return number;
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new MalformedNameException("nested too deep");
        }
    }

    void leave() {
        depth--;
    }

    MalformedNameException malformed() {
        return new MalformedNameException("unexpected at " + position);
    }

    private int parse(String digits, int radix) {
        // No number in a name is near a million.
        if (digits.isEmpty() || digits.length() > 6) {
            throw malformed();
        }
        return Integer.parseInt(digits, radix);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
