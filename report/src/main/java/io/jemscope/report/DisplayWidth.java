package io.jemscope.report;

/**
 * How many columns of a terminal a text takes. A name may hold any letter of Unicode, so columns are counted as
 * terminals do: nothing for combining marks and invisible characters, two for East Asian wide letters and emoji, else
 * one (Unicode Standard Annex 11, the wide and full-width ranges that names can meet).
 */
final class DisplayWidth {

    /** First and last code point of each wide range, ascending. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F,
        0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F900,
        0x1F9FF, 0x20000, 0x3FFFD
    };

    private DisplayWidth() {}

    static int of(String text) {
        int columns = 0;
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            columns += ofCodePoint(point);
            i += Character.charCount(point);
        }
        return columns;
    }

    /** Cuts a text that is wider than that many columns, and ends it with an ellipsis. */
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int used = 0;
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            int wide = ofCodePoint(point);
            if (used + wide > columns - 1) {
                break;
            }
            kept.appendCodePoint(point);
            used += wide;
            i += Character.charCount(point);
        }
        return kept.append('…').toString();
    }

    private static int ofCodePoint(int point) {
        if (point < 0x300) {
            return Character.isISOControl(point) ? 0 : 1;
        }
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (point >= WIDE[i] && point <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}
