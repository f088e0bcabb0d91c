package io.jemscope.report.graph;

/**
 * Makes text of any origin fit to be drawn: what XML forbids, halves of surrogate pairs, and the invisible characters that
 * turn the direction of what follows become a replacement character.
 */
final class CleanText {

    private static final int REPLACEMENT = 0xFFFD;

    private CleanText() {}

    static String of(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            clean.appendCodePoint(isDrawn(point) ? point : REPLACEMENT);
            i += Character.charCount(point);
        }
        return clean.toString();
    }

    private static boolean isDrawn(int point) {
        if (point == '\n') {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            // The two that XML forbids beside those.
            default -> point != 0xFFFE && point != 0xFFFF;
        };
    }
}
