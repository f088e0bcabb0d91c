package io.jemscope.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells, aligned by display width. The last column isn't padded, so lines carry no blanks at their ends. */
public final class TextTable {

    private static final String GAP = "  ";

    private final boolean[] rightAligned;
    private final List<String[]> lines = new ArrayList<>();

    /**
     * Makes a table.
     *
     * @param alignment a letter a column, {@code r} for right and {@code l} for left
     */
    public TextTable(String alignment) {
        rightAligned = new boolean[alignment.length()];
        for (int i = 0; i < rightAligned.length; i++) {
            rightAligned[i] = alignment.charAt(i) == 'r';
        }
    }

    /**
     * Adds a line.
     *
     * @param cells a text a column
     */
    public void add(String... cells) {
        if (cells.length != rightAligned.length) {
            throw new IllegalArgumentException(cells.length + " cells for " + rightAligned.length + " columns");
        }
        String[] plain = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            plain[i] = withoutControls(cells[i]);
        }
        lines.add(plain);
    }

    /**
     * Makes a text fit for a terminal. Names come from files that anybody may have made: what would steer a terminal is
     * shown as a question mark.
     *
     * @param text a name, or another text of a file
     * @return the text without control characters
     */
    public static String withoutControls(String text) {
        StringBuilder plain = null;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                plain = plain == null ? new StringBuilder(text) : plain;
                plain.setCharAt(i, '?');
            }
        }
        return plain == null ? text : plain.toString();
    }

    /**
     * Prints the lines as wide as they are.
     *
     * @param out where to
     * @param indent what every line begins with
     */
    public void appendTo(StringBuilder out, String indent) {
        appendTo(out, indent, Integer.MAX_VALUE);
    }

    /**
     * Prints the lines.
     *
     * @param out where to
     * @param indent what every line begins with
     * @param columns how wide a line should be at most, in columns of a terminal; names in the last column are made short
     *     for that
     */
    public void appendTo(StringBuilder out, String indent, int columns) {
        int[] widths = new int[rightAligned.length];
        for (String[] cells : lines) {
            for (int i = 0; i < cells.length; i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(cells[i]));
            }
        }
        int last = widths.length - 1;
        int before = indent.length() + GAP.length() * last;
        for (int i = 0; i < last; i++) {
            before += widths[i];
        }
        boolean isTooWide = widths[last] > columns - before;
        for (String[] line : lines) {
            int begin = out.length();
            String[] cells = line;
            if (isTooWide && !rightAligned[last]) {
                cells = line.clone();
                cells[last] = ShortName.of(line[last], columns - before);
            }
            out.append(indent);
            for (int i = 0; i < cells.length; i++) {
                int blanks = widths[i] - DisplayWidth.of(cells[i]);
                if (rightAligned[i]) {
                    pad(out, blanks);
                }
                out.append(cells[i]);
                if (!rightAligned[i] && i < cells.length - 1) {
                    pad(out, blanks);
                }
                if (i < cells.length - 1) {
                    out.append(GAP);
                }
            }
            trimEnd(out, begin);
            out.append('\n');
        }
    }

    private static void pad(StringBuilder out, int blanks) {
        for (int i = 0; i < blanks; i++) {
            out.append(' ');
        }
    }

    private static void trimEnd(StringBuilder out, int begin) {
        int end = out.length();
        while (end > begin && out.charAt(end - 1) == ' ') {
            end--;
        }
        out.setLength(end);
    }
}
