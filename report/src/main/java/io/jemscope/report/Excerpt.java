package io.jemscope.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a routine that are worth showing: those with figures, and some around them.
 *
 * @param rows the lines, ascending
 * @param remark what is to be said of the source; null where it is as it should be
 */
public record Excerpt(List<Row> rows, @Nullable String remark) {

    /** So many lines are shown before and behind one that has figures. */
    private static final int AROUND = 5;

    /**
     * A line, or a gap.
     *
     * @param number the line's number from 1; 0 where it isn't known
     * @param text the source; empty where it isn't at hand
     * @param figures the line's figures; null where it has none
     * @param isGap whether lines are left out here; it is then no line itself
     */
    public record Row(int number, String text, Listing.@Nullable Line figures, boolean isGap) {

        private static final Row GAP = new Row(0, "", null, true);
    }

    /**
     * Makes the list unchangeable.
     *
     * @param rows the lines; copied
     * @param remark what is to be said of the source
     */
    public Excerpt {
        rows = List.copyOf(rows);
    }

    /** Looks for a routine's source. Without it the rows are the lines that have figures, with empty texts. */
    public static Excerpt of(Listing.Routine routine, Sources sources) {
        List<Listing.Line> lines = routine.lines();
        int last = lines.get(lines.size() - 1).number();
        if (routine.file() == null || last == 0) {
            return new Excerpt(bare(lines), "no line is known: the program or its debug information has none");
        }
        List<String> text = sources.lines(routine.file());
        if (text == null) {
            return new Excerpt(bare(lines), "no source at hand");
        }
        if (last > text.size()) {
            return new Excerpt(
                    bare(lines), "the source at hand ends at line " + text.size() + ": it isn't the one that ran");
        }
        return new Excerpt(annotated(lines, text), null);
    }

    private static List<Row> bare(List<Listing.Line> lines) {
        List<Row> rows = new ArrayList<>(lines.size());
        for (Listing.Line line : lines) {
            rows.add(new Row(line.number(), "", line, false));
        }
        return rows;
    }

    private static List<Row> annotated(List<Listing.Line> lines, List<String> text) {
        List<Row> rows = new ArrayList<>();
        int next = 1;
        for (int i = 0; i < lines.size(); i++) {
            Listing.Line line = lines.get(i);
            if (line.number() == 0) {
                rows.add(new Row(0, "", line, false));
                continue;
            }
            int from = Math.max(next, line.number() - AROUND);
            if (from > next && next > 1) {
                rows.add(Row.GAP);
            }
            int following = i + 1 < lines.size() ? lines.get(i + 1).number() - 1 : Integer.MAX_VALUE;
            int to = Math.min(text.size(), Math.min(following, line.number() + AROUND));
            for (int number = from; number <= to; number++) {
                rows.add(new Row(number, plain(text.get(number - 1)), number == line.number() ? line : null, false));
            }
            next = to + 1;
        }
        return rows;
    }

    /** Tabs as blanks, since columns stand before them; no blanks at the end. */
    private static String plain(String line) {
        StringBuilder plain = new StringBuilder(line.length() + 16);
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '\t') {
                plain.append(" ".repeat(8 - plain.length() % 8));
            } else {
                plain.append(line.charAt(i));
            }
        }
        return plain.toString().stripTrailing();
    }
}
