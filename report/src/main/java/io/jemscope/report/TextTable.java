package io.jemscope.report;

import io.jemscope.profile.Printable;
import java.util.ArrayList;
import java.util.Arrays;
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
            // Names come from files that anybody may have made.
            plain[i] = Printable.of(cells[i]);
        }
        lines.add(plain);
    }

    /**
     * Adds a line that continues the one above: its last column alone has a text.
     *
     * @param text the text
     */
    public void addBelow(String text) {
        String[] cells = new String[rightAligned.length];
        Arrays.fill(cells, "");
        cells[cells.length - 1] = text;
        add(cells);
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

    /**
     * Prints the lines, the sentences in their last column in several lines where they are too long for one.
     *
     * @param out where to
     * @param indent what every line begins with
     * @param columns how wide a line should be at most, in columns of a terminal
     */
    public void appendWrapped(StringBuilder out, String indent, int columns) {
        if (columns < Integer.MAX_VALUE) {
            wrap(indent, columns);
        }
        appendTo(out, indent);
    }

    private void wrap(String indent, int columns) {
        int last = rightAligned.length - 1;
        int before = indent.length() + GAP.length() * last;
        for (int i = 0; i < last; i++) {
            int widest = 0;
            for (String[] cells : lines) {
                widest = Math.max(widest, DisplayWidth.of(cells[i]));
            }
            before += widest;
        }
        List<String[]> whole = new ArrayList<>(lines);
        lines.clear();
        for (String[] cells : whole) {
            String[] line = cells.clone();
            String rest = cells[last];
            int end = endOfLine(rest, columns - before);
            while (end < rest.length()) {
                line[last] = rest.substring(0, end);
                lines.add(line);
                rest = rest.substring(end + 1);
                line = new String[cells.length];
                Arrays.fill(line, "");
                end = endOfLine(rest, columns - before);
            }
            line[last] = rest;
            lines.add(line);
        }
    }

    /** Where a sentence is broken: at the last blank that fits, else at the first one. */
    private static int endOfLine(String sentence, int columns) {
        if (DisplayWidth.of(sentence) <= columns) {
            return sentence.length();
        }
        int end = -1;
        for (int blank = sentence.indexOf(' '); blank >= 0; blank = sentence.indexOf(' ', blank + 1)) {
            if (end >= 0 && DisplayWidth.of(sentence.substring(0, blank)) > columns) {
                return end;
            }
            end = blank;
        }
        return end < 0 ? sentence.length() : end;
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
