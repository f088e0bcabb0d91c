package io.jemscope.report;

/**
 * Names made to fit a terminal, what tells least going first: the packages of Java classes become letters, as in
 * {@code c.e.shop}; of their files but the line stays, since they are called as the classes are; then the parameters and
 * template arguments of C++ go; then the name's middle. Wherever there is room, and
 * wherever the reader isn't a person at a terminal, names stay as they are.
 */
final class ShortName {

    /** Less can't be read: rather let the line be too long. */
    static final int LEAST_COLUMNS = 24;

    private ShortName() {}

    /** The text in so many columns of a terminal. */
    static String of(String text, int columns) {
        int room = Math.max(LEAST_COLUMNS, columns);
        if (DisplayWidth.of(text) <= room) {
            return text;
        }
        String shorter = withShortPackages(text, room);
        if (DisplayWidth.of(shorter) > room) {
            shorter = withoutArguments(withLineAlone(shorter));
        }
        return DisplayWidth.of(shorter) > room ? withoutMiddle(shorter, room) : shorter;
    }

    /** Packages become letters from the outermost on, as many as it takes. */
    private static String withShortPackages(String text, int room) {
        int begin = javaName(text);
        if (begin < 0) {
            return text;
        }
        StringBuilder shorter = new StringBuilder(text);
        int at = begin;
        while (DisplayWidth.of(shorter.toString()) > room && Character.isLowerCase(shorter.charAt(at))) {
            int dot = shorter.indexOf(".", at);
            shorter.delete(at + 1, dot);
            at += 2;
        }
        return shorter.toString();
    }

    /** Where a name of a Java class with its package begins; -1 where there is none. */
    private static int javaName(String text) {
        for (int i = 0; i < text.length(); i++) {
            boolean isBegin = i == 0 || text.charAt(i - 1) == ' ';
            if (isBegin && Character.isLowerCase(text.charAt(i)) && isPackaged(text, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether words in small letters with dots between them lead to one with a capital letter. */
    private static boolean isPackaged(String text, int begin) {
        boolean isWordsBegin = true;
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isWordsBegin && i > begin && Character.isUpperCase(c)) {
                return true;
            }
            if (c != '.' && !Character.isLowerCase(c) && !Character.isDigit(c) && c != '_') {
                return false;
            }
            isWordsBegin = c == '.';
        }
        return false;
    }

    /** {@code Cache.put:18} for {@code Cache.put(Cache.java:18)}. */
    private static String withLineAlone(String text) {
        int open = text.indexOf('(');
        int close = text.indexOf(')', open + 1);
        if (open <= 0 || close < 0) {
            return text;
        }
        String position = text.substring(open + 1, close);
        int colon = position.lastIndexOf(':');
        boolean isLine = colon > 0
                && colon < position.length() - 1
                && position.lastIndexOf('.', colon) > 0
                && Character.isDigit(position.charAt(colon + 1));
        boolean isNone = position.equals("Native Method") || position.equals("Unknown Source");
        return isLine || isNone
                ? text.substring(0, open) + (isLine ? position.substring(colon) : "") + text.substring(close + 1)
                : text;
    }

    /** What stands in brackets that a C++ name has; Java's, which hold the line, stay. */
    private static String withoutArguments(String text) {
        if (!text.contains("::") && text.indexOf('<') < 0) {
            return text;
        }
        StringBuilder shorter = new StringBuilder(text.length());
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isArrow = c == '>' && i > 0 && text.charAt(i - 1) == '-';
            boolean closes = (c == ')' || c == '>') && !isArrow && depth > 0;
            depth -= closes ? 1 : 0;
            if (depth == 0) {
                shorter.append(c);
            }
            if (c == '(' || (c == '<' && i > 0 && text.charAt(i - 1) != ' ')) {
                shorter.append(depth == 0 ? "…" : "");
                depth++;
            }
        }
        return shorter.toString();
    }

    private static String withoutMiddle(String text, int room) {
        int head = room / 2;
        String begin = DisplayWidth.cut(text, head + 1);
        int from = text.length();
        int columns = 0;
        while (from > 0) {
            int point = text.codePointBefore(from);
            columns += DisplayWidth.of(Character.toString(point));
            if (columns > room - head - 1) {
                break;
            }
            from -= Character.charCount(point);
        }
        return begin + text.substring(from);
    }
}
