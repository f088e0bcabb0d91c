package io.jemscope.profile.filter;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Looks a pattern over before RE2/J compiles it, which has no bounds of its own: a repetition by number is written out, so
 * {@code (a{1000}){1000}} takes all of the heap, where Go's own parser refuses what is more than 1,000 times nested; what is nested is
 * gone down by recursion; and with {@code (?i)} it turns in circles for ever at some characters whose case newer Unicode
 * tables know more of than its own (U+1C80 to U+1C88 on JDK 17 and 25).
 *
 * <p>It reads the syntax as far as that takes: groups, flags, classes, escapes, quoted text and repetitions. Where the text is
 * no pattern the figures mean nothing, and RE2/J says so afterwards. They are upper bounds, counted so:
 *
 * <ul>
 *   <li>Parts, of which each becomes an instruction at most: one for a character, a class or a place, three for
 *       a group, two for each {@code |}, one for each {@code *}, {@code +} and {@code ?}. A repetition by number has as many times
 *       its parts and one each, as its greater number says.
 *   <li>Depth: three for a group, one for a repetition, and two for each time that it may be made or not, since
 *       {@code x{0,3}} becomes {@code (x(x(x)?)?)?}.
 * </ul>
 */
final class PatternExtent {

    /** Enough for sixty long names one beside the other; what becomes of a pattern takes a megabyte at most so. */
    static final int MOST_PARTS = 3_000;

    /** Takes 0.4 MB of stack. */
    static final int MOST_DEPTH = 500;

    /** No figure grows beyond this. */
    private static final long CEILING = 1 << 30;

    private static final char ASCII_END = 0x80;

    private final String text;
    private int at;
    private Group group = new Group();
    private final Deque<Group> outer = new ArrayDeque<>();
    private boolean anyCase;
    private boolean beyondAscii;
    private boolean closedTooOften;

    /** A group that is open: what stands in it before its last item, and that item, which a repetition repeats. */
    private static final class Group {

        private long parts;
        private long depth;
        private long lastParts;
        private long lastDepth;

        void add(long itemParts, long itemDepth) {
            parts = parts();
            depth = depth();
            lastParts = itemParts;
            lastDepth = itemDepth;
        }

        void repeat(int times, int optional) {
            lastParts = Math.min(CEILING, (lastParts + 1) * times);
            lastDepth = Math.min(CEILING, lastDepth + 1 + 2L * optional);
        }

        long parts() {
            return Math.min(CEILING, parts + lastParts);
        }

        long depth() {
            return Math.max(depth, lastDepth);
        }
    }

    private PatternExtent(String text) {
        this.text = text;
    }

    /**
     * Refuses what is too large.
     *
     * @param text the pattern
     * @throws PatternException where it has more parts or depth than may be, ignores the case of characters beyond ASCII, or
     *     closes a group that isn't open, which RE2/J takes for an error of its own
     */
    static void check(String text) {
        PatternExtent extent = of(text);
        if (extent.closedTooOften) {
            throw PatternException.ofSyntax("unexpected )", null);
        }
        if (extent.parts() > MOST_PARTS) {
            throw new PatternException(
                    "it has more than " + MOST_PARTS + " parts with its repetitions written out",
                    "Write a shorter one, with '*' or smaller numbers for repetitions such as '{1000}'");
        }
        if (extent.depth() > MOST_DEPTH) {
            throw new PatternException(
                    "its groups or repetitions go too deep",
                    "Write fewer groups within others, and '*' for repetitions such as '{0,1000}'");
        }
        if (extent.anyCase && extent.beyondAscii) {
            throw new PatternException(
                    "(?i) goes with ASCII's characters alone",
                    "Leave (?i) out, and write the others in both cases, as in '[\u00d6\u00f6]'");
        }
    }

    static PatternExtent of(String text) {
        PatternExtent extent = new PatternExtent(text);
        extent.read();
        return extent;
    }

    long parts() {
        return group.parts();
    }

    long depth() {
        return group.depth();
    }

    private void read() {
        while (at < text.length()) {
            char character = next();
            switch (character) {
                case '(' -> open();
                case ')' -> close();
                case '|' -> {
                    group.add(2, 0);
                    group.add(0, 0);
                }
                case '*', '+', '?' -> group.repeat(1, 1);
                case '{' -> repeat();
                case '[' -> characters();
                case '\\' -> escape();
                default -> group.add(1, 0);
            }
        }
        while (!outer.isEmpty()) {
            close();
        }
    }

    private char next() {
        char character = text.charAt(at++);
        beyondAscii |= character >= ASCII_END;
        return character;
    }

    private boolean take(String wanted) {
        boolean isHere = text.startsWith(wanted, at);
        at += isHere ? wanted.length() : 0;
        return isHere;
    }

    /** Goes behind the next such text, or to the end. */
    private void skipPast(String wanted) {
        int found = text.indexOf(wanted, at);
        int end = found < 0 ? text.length() : found + wanted.length();
        while (at < end) {
            next();
        }
    }

    private void open() {
        if (take("?P<") || take("?<")) {
            skipPast(">");
        } else if (take("?")) {
            while (at < text.length() && text.charAt(at) != ':' && text.charAt(at) != ')') {
                anyCase |= next() == 'i';
            }
            if (take(")")) {
                // Flags alone: a repetition behind them repeats what stands before them.
                return;
            }
            take(":");
        }
        outer.push(group);
        group = new Group();
    }

    private void close() {
        if (outer.isEmpty()) {
            closedTooOften = true;
            return;
        }
        Group inner = group;
        group = outer.pop();
        group.add(Math.min(CEILING, inner.parts() + 3), Math.min(CEILING, inner.depth() + 3));
    }

    /** Reads {@code {2}}, {@code {2,}} or {@code {2,3}}; any other bracket is a character. */
    private void repeat() {
        int start = at;
        int least = number();
        int most = least;
        if (least >= 0 && take(",")) {
            most = text.startsWith("}", at) ? Integer.MAX_VALUE : number();
        }
        if (least < 0 || most < 0 || !take("}")) {
            at = start;
            group.add(1, 0);
        } else if (most == Integer.MAX_VALUE) {
            group.repeat(least + 1, 1);
        } else {
            group.repeat(Math.max(1, Math.max(least, most)), Math.max(0, most - least));
        }
    }

    /** A number as far as it matters, as RE2/J refuses what is more than 1,000; -1 where there is none. */
    private int number() {
        int number = -1;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            number = Math.min(1_001, 10 * Math.max(0, number) + next() - '0');
        }
        return number;
    }

    private void characters() {
        take("^");
        boolean isFirst = true;
        while (at < text.length() && (isFirst || text.charAt(at) != ']')) {
            isFirst = false;
            if (text.startsWith("[:", at) && text.indexOf(":]", at + 2) >= 0) {
                at += 2;
                skipPast(":]");
            } else if (next() == '\\' && at < text.length()) {
                escaped();
            }
        }
        take("]");
        group.add(1, 0);
    }

    private void escape() {
        if (take("Q")) {
            while (at < text.length() && !take("\\E")) {
                next();
                group.add(1, 0);
            }
            return;
        }
        if (at < text.length()) {
            escaped();
        }
        group.add(1, 0);
    }

    /** Reads what stands behind a backslash; numbers of characters may be any. */
    private void escaped() {
        char letter = next();
        beyondAscii |= letter == 'x' || (letter >= '0' && letter <= '9');
        if ((letter == 'x' || letter == 'p' || letter == 'P') && text.startsWith("{", at)) {
            skipPast("}");
        }
    }
}
