package io.jemscope.symbols.demangle;

/** A place in a mangled name. Names come from files: each step is bounded, whatever the name says. */
final class Cursor {

    /** Behind the name's end. */
    static final char END = '\0';

    // Real names nest some 30 deep; each level takes a few frames of the Java stack.
    private static final int DEEPEST = 256;

    private final String text;
    private int position;
    private int depth;

    Cursor(String text, int position) {
        this.text = text;
        this.position = position;
    }

    int position() {
        return position;
    }

    void moveTo(int place) {
        position = place;
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

    /** What stands before an underscore counts from 1, nothing is 0: {@code _}, {@code 0_}, {@code 1_}, …. */
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
        if (++depth > DEEPEST) {
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
        // Nothing that a name can count comes near a million.
        if (digits.isEmpty() || digits.length() > 6) {
            throw malformed();
        }
        return Integer.parseInt(digits, radix);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
