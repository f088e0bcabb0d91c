package io.jemscope.report.graph;

/**
 * How wide a text is drawn, without asking for a font: a server's JVM may have none. The widths are Helvetica's (Adobe Font
 * Metrics, "Core 14"), which Arial and Liberation Sans share; other letters of Unicode count as wide ones, those of East
 * Asia as squares.
 */
final class TextWidth {

    /** Of the characters from the blank to the tilde, in thousandths of the font's size. */
    private static final int[] HELVETICA = {
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // blank to /
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 // p to ~
    };

    private static final int OTHER = 700;
    private static final int SQUARE = 1000;
    private static final int FIRST_SQUARE = 0x1100;
    private static final double BOLD = 1.08;

    private TextWidth() {}

    static double of(String text, double fontSize) {
        long thousandths = 0;
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            thousandths += ofCodePoint(point);
            i += Character.charCount(point);
        }
        return thousandths * fontSize / 1000;
    }

    static double ofBold(String text, double fontSize) {
        return BOLD * of(text, fontSize);
    }

    private static int ofCodePoint(int point) {
        if (point >= ' ' && point <= '~') {
            return HELVETICA[point - ' '];
        }
        return point == '…' || point >= FIRST_SQUARE ? SQUARE : OTHER;
    }
}
