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

    /** The columns that a narrow terminal does without, in the order in which they are left out. */
    private int[] dispensable = new int[0];

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
     * Names the columns that are left out where the terminal is too narrow for them.
     *
     * @param columns the columns' indexes, the first to go first; never the last column
     */
    public TextTable dropping(int... columns) {
        dispensable = columns.clone();
        return this;
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

    /** Adds a line that continues the one above: its last column alone has a text. */
    public void addBelow(String text) {
        String[] cells = new String[rightAligned.length];
        Arrays.fill(cells, "");
        cells[cells.length - 1] = text;
        add(cells);
    }

    /**
     * Prints the lines as wide as they are.
     *
     * @param indent what every line begins with
     */
    public void appendTo(StringBuilder out, String indent) {
        appendTo(out, indent, Integer.MAX_VALUE);
    }

    /**
     * Prints the lines.
     *
     * @param indent what every line begins with
     * @param columns how wide a line should be at most, in columns of a terminal; names in the last column are made short
     *     for that
     */
    public void appendTo(StringBuilder out, String indent, int columns) {
        int[] widths = widths(lines);
        boolean[] shown = shown(widths, columns - DisplayWidth.of(indent));
        int last = rightAligned.length - 1;
        int room = columns - DisplayWidth.of(indent) - before(widths, shown);
        List<String[]> printed = lines;
        if (widths[last] > room && !rightAligned[last]) {
            printed = new ArrayList<>(lines);
            printed.replaceAll(line -> withLast(line, ShortName.of(line[last], room)));
        }
        print(printed, out, indent, shown);
    }

    private static String[] withLast(String[] line, String text) {
        String[] changed = line.clone();
        changed[changed.length - 1] = text;
        return changed;
    }

    private void print(List<String[]> printed, StringBuilder out, String indent, boolean[] shown) {
        int[] widths = widths(printed);
        int last = rightAligned.length - 1;
        for (String[] line : printed) {
            int begin = out.length();
            out.append(indent);
            for (int i = 0; i <= last; i++) {
                if (!shown[i]) {
                    continue;
                }
                int blanks = widths[i] - DisplayWidth.of(line[i]);
                if (rightAligned[i]) {
                    pad(out, blanks);
                }
                out.append(line[i]);
                if (i < last) {
                    pad(out, rightAligned[i] ? 0 : blanks);
                    out.append(GAP);
                }
            }
            trimEnd(out, begin);
            out.append('\n');
        }
    }

    private int[] widths(List<String[]> printed) {
        int[] widths = new int[rightAligned.length];
        for (String[] cells : printed) {
            for (int i = 0; i < cells.length; i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(cells[i]));
            }
        }
        return widths;
    }

    /** Which columns are shown in that many columns of a terminal. */
    private boolean[] shown(int[] widths, int columns) {
        boolean[] shown = new boolean[widths.length];
        Arrays.fill(shown, true);
        int needed = Math.min(widths[widths.length - 1], ShortName.LEAST_COLUMNS);
        for (int column : dispensable) {
            if (columns - before(widths, shown) >= needed) {
                break;
            }
            shown[column] = false;
        }
        return shown;
    }

    /** How wide everything before the last column is. */
    private static int before(int[] widths, boolean[] shown) {
        int before = 0;
        for (int i = 0; i < widths.length - 1; i++) {
            before += shown[i] ? widths[i] + GAP.length() : 0;
        }
        return before;
    }

    /**
     * Prints the lines, the sentences in their last column in several lines where they are too long for one.
     *
     * @param indent what every line begins with
     * @param columns how wide a line should be at most, in columns of a terminal
     */
    public void appendWrapped(StringBuilder out, String indent, int columns) {
        int[] widths = widths(lines);
        boolean[] shown = shown(widths, columns - DisplayWidth.of(indent));
        List<String[]> printed = columns < Integer.MAX_VALUE
                ? wrapped(columns - DisplayWidth.of(indent) - before(widths, shown))
                : lines;
        print(printed, out, indent, shown);
    }

    private List<String[]> wrapped(int room) {
        int last = rightAligned.length - 1;
        List<String[]> wrapped = new ArrayList<>();
        for (String[] cells : lines) {
            String[] line = cells.clone();
            String rest = cells[last];
            int end = Wrapping.endOfLine(rest, room);
            while (end < rest.length()) {
                line[last] = rest.substring(0, end);
                wrapped.add(line);
                rest = rest.substring(end + 1);
                line = new String[cells.length];
                Arrays.fill(line, "");
                end = Wrapping.endOfLine(rest, room);
            }
            line[last] = rest;
            wrapped.add(line);
        }
        return wrapped;
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
