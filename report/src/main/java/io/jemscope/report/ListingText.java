package io.jemscope.report;

import java.util.List;

/** Prints functions line by line, with their source where it is at hand. */
public final class ListingText {

    private ListingText() {}

    /**
     * Prints the functions.
     *
     * @param listing the functions
     * @param sources where their source comes from
     * @param layout how many functions; those with less than the least cumulative share are left out
     * @return the text, each line ended
     */
    public static String print(Listing listing, Sources sources, TextOptions layout) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("List of '").append(listing.pattern()).append("': ");
        out.append(SampleTypeText.heading(listing.measure(), listing.total(), layout))
                .append('\n');
        if (listing.routines().isEmpty()) {
            out.append("\n  nothing: no function of this profile has that in its name\n");
            return out.toString();
        }
        List<Listing.Routine> shown = listing.shown(layout);
        for (Listing.Routine routine : shown) {
            add(out, listing, routine, sources, layout);
        }
        int left = listing.routines().size() - shown.size();
        if (left > 0) {
            out.append("\n  … and ").append(Units.count(left)).append(" more that match\n");
        }
        return out.toString();
    }

    private static void add(
            StringBuilder out, Listing listing, Listing.Routine routine, Sources sources, TextOptions layout) {
        Excerpt excerpt = Excerpt.of(routine, sources);
        TextTable heading = new TextTable("l");
        heading.add(routine.name());
        heading.add("  " + SampleTypeText.value(listing.measure(), routine.flat(), layout.unit()) + " flat, "
                + SampleTypeText.value(listing.measure(), routine.cumulative(), layout.unit())
                + " (" + Units.percent(routine.cumulative(), layout.wholeOr(listing.total())) + ") cumulative"
                + (routine.file() == null ? "" : ", in " + routine.file()));
        if (excerpt.remark() != null) {
            heading.add("  " + excerpt.remark());
        }
        out.append('\n');
        heading.appendTo(out, "  ");
        TextTable table = new TextTable("rrrl");
        table.add("flat", "cum", "line", "");
        for (Excerpt.Row row : excerpt.rows()) {
            if (row.isGap()) {
                table.add("", "", "⋮", "");
                continue;
            }
            table.add(
                    row.figures() == null ? "." : figure(listing, row.figures().flat(), layout),
                    row.figures() == null ? "." : figure(listing, row.figures().cumulative(), layout),
                    row.number() == 0 ? "?" : Integer.toString(row.number()),
                    row.text());
        }
        table.appendTo(out, "    ");
    }

    private static String figure(Listing listing, double value, TextOptions layout) {
        return value == 0 ? "." : SampleTypeText.value(listing.measure(), value, layout.unit());
    }
}
