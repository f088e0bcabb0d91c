package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints who holds the memory: a table with a row a holder. The error is given as the 95 % range, which is two standard
 * errors to each side, in per cent of the figure.
 */
public final class HoldersText {

    /** Half the width of the 95 % range, in standard errors. */
    private static final double STANDARD_ERRORS = 2;

    /** Longer names of native functions are cut; {@code tree} and {@code top} show them whole. */
    private static final int FUNCTION_COLUMNS = 36;

    /** On a narrow terminal the sites need the room more. */
    private static final int NARROW_FUNCTION_COLUMNS = 24;

    private static final int NARROW = 120;

    private static final int SHARE = 2;
    private static final int OBJECTS = 3;

    private final Holders holders;
    private final Layout layout;
    private final boolean accumulated;

    private HoldersText(Holders holders, Layout layout) {
        this.holders = holders;
        this.layout = layout;
        accumulated = holders.measure().isAccumulated();
    }

    /**
     * Prints the table.
     *
     * @param holders the holders
     * @param limit how many rows at most; what is left out is summed up in a line
     * @return the text, each line ended
     */
    public static String print(Holders holders, int limit) {
        return print(holders, Layout.rows(limit));
    }

    /**
     * Prints the table.
     *
     * @param holders the holders
     * @param layout how much of it; what is left out is summed up in a line
     * @return the text, each line ended
     */
    public static String print(Holders holders, Layout layout) {
        StringBuilder out = new StringBuilder(4096);
        HoldersText text = new HoldersText(holders, layout);
        text.heading(out);
        if (holders.holders().isEmpty()) {
            out.append("  nothing: no sampled allocation is left in this profile\n");
        } else {
            text.table(out);
        }
        return out.toString();
    }

    private void table(StringBuilder out) {
        String[] headings = row(
                accumulated ? "asked for" : "live",
                "±",
                "share",
                "objects",
                "mean",
                accumulated ? "live" : "asked for");
        TextTable table = new TextTable("r".repeat(headings.length) + (holders.onJvm() ? "ll" : "l"));
        // Where the terminal is narrow, the objects go first, then the native function, then the share.
        if (holders.onJvm()) {
            table.dropping(OBJECTS, headings.length, SHARE);
            table.add(with(headings, "native function", "site"));
        } else {
            table.dropping(OBJECTS, SHARE);
            table.add(with(headings, "function"));
        }
        int shown = 0;
        double least = layout.nodeFraction() * holders.total();
        for (Holder holder : holders.holders()) {
            if (shown == layout.rows() || holders.value(holder) < least) {
                break;
            }
            shown++;
            add(table, holder);
        }
        table.appendTo(out, "  ", layout.columns());
        rest(out, shown);
    }

    private void add(TextTable table, Holder holder) {
        Estimate bytes = accumulated ? holder.accumulatedBytes() : holder.liveBytes();
        Amount amount = accumulated ? holder.accumulated() : holder.live();
        String[] figures = row(
                bytes(bytes.value()),
                range(bytes),
                Units.percent(holders.value(holder), holders.total()),
                Units.count(amount.objects()),
                Units.bytes(amount.meanBytes()),
                bytes((accumulated ? holder.live() : holder.accumulated()).bytes()));
        if (holders.onJvm()) {
            table.add(with(figures, functions(holder.functions()), holder.name()));
        } else {
            table.add(with(figures, holder.name()));
        }
        Callers.addTo(table, holder.callers());
    }

    /** The cells of the columns that this report has. */
    private String[] row(String bytes, String range, String share, String objects, String mean, String other) {
        List<String> cells = new ArrayList<>(6);
        cells.add(bytes);
        cells.add(range);
        cells.add(share);
        cells.add(objects);
        if (layout.meanSizes()) {
            cells.add(mean);
        }
        if (holders.accumulated().bytes() > 0) {
            cells.add(other);
        }
        return cells.toArray(new String[0]);
    }

    private static String[] with(String[] cells, String... more) {
        String[] all = new String[cells.length + more.length];
        System.arraycopy(cells, 0, all, 0, cells.length);
        System.arraycopy(more, 0, all, cells.length, more.length);
        return all;
    }

    private String bytes(double bytes) {
        return Units.bytes(bytes, layout.unit());
    }

    /** The 95 % range to each side, in per cent of the figure. */
    static String range(Estimate bytes) {
        return Units.ratioPercent(STANDARD_ERRORS * bytes.relativeError());
    }

    private void heading(StringBuilder out) {
        Amount amount = accumulated ? holders.accumulated() : holders.live();
        out.append(accumulated ? "Who asked for it: " : "Who holds it: ").append(bytes(amount.bytes()));
        out.append(" in ").append(Units.count(amount.objects()));
        out.append(accumulated ? " objects, freed or not" : " live objects");
        out.append(" (±: the 95 % range, two standard errors)\n\n");
    }

    private void rest(StringBuilder out, int shown) {
        List<Holder> left = holders.holders().subList(shown, holders.holders().size());
        if (left.isEmpty()) {
            return;
        }
        double bytes = 0;
        double value = 0;
        for (Holder holder : left) {
            bytes += (accumulated ? holder.accumulated() : holder.live()).bytes();
            value += holders.value(holder);
        }
        out.append("  … and ")
                .append(Units.count(left.size()))
                .append(" more with ")
                .append(bytes(bytes));
        out.append(" (").append(Units.percent(value, holders.total())).append(')');
        if (shown == layout.rows()) {
            out.append("; --rows ").append(holders.holders().size()).append(" shows them all");
        }
        out.append('\n');
    }

    private String functions(List<String> functions) {
        if (functions.isEmpty()) {
            return "-";
        }
        String more = functions.size() == 1 ? "" : ", +" + (functions.size() - 1);
        int columns = layout.columns() < NARROW ? NARROW_FUNCTION_COLUMNS : FUNCTION_COLUMNS;
        return DisplayWidth.cut(functions.get(0), columns - more.length()) + more;
    }
}
