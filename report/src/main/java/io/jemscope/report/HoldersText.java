package io.jemscope.report;

import io.jemscope.profile.Estimate;
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

    private HoldersText() {}

    /**
     * Prints the table.
     *
     * @param holders the holders
     * @param limit how many rows at most; what is left out is summed up in a line
     * @return the text, each line ended
     */
    public static String print(Holders holders, int limit) {
        StringBuilder out = new StringBuilder(4096);
        heading(out, holders);
        if (holders.holders().isEmpty()) {
            out.append("  nothing: no sampled allocation is left in this profile\n");
            return out.toString();
        }
        boolean accumulated = holders.measure().isAccumulated();
        boolean both = holders.accumulated().bytes() > 0;
        int shown = Math.min(Math.max(0, limit), holders.holders().size());
        TextTable table = new TextTable(both ? "rrrrrll" : "rrrrll");
        row(
                table,
                both,
                accumulated ? "asked for" : "live",
                "±",
                "share",
                "objects",
                accumulated ? "live" : "asked for",
                "native function",
                "site");
        for (Holder holder : holders.holders().subList(0, shown)) {
            Estimate bytes = accumulated ? holder.accumulatedBytes() : holder.liveBytes();
            row(
                    table,
                    both,
                    Units.bytes(bytes.value()),
                    range(bytes),
                    Units.percent(holders.value(holder), holders.total()),
                    Units.count((accumulated ? holder.accumulated() : holder.live()).objects()),
                    Units.bytes((accumulated ? holder.live() : holder.accumulated()).bytes()),
                    functions(holder.functions()),
                    holder.name());
            if (!holder.callers().isEmpty()) {
                row(table, both, "", "", "", "", "", "", "  called from " + callers(holder.callers()));
            }
        }
        table.appendTo(out, "  ");
        rest(out, holders, shown);
        return out.toString();
    }

    /** The 95 % range to each side, in per cent of the figure. */
    static String range(Estimate bytes) {
        return Units.ratioPercent(STANDARD_ERRORS * bytes.relativeError());
    }

    private static void heading(StringBuilder out, Holders holders) {
        if (holders.measure().isAccumulated()) {
            out.append("Who asked for it: ")
                    .append(Units.bytes(holders.accumulated().bytes()));
            out.append(" in ")
                    .append(Units.count(holders.accumulated().objects()))
                    .append(" objects, freed or not");
        } else {
            out.append("Who holds it: ").append(Units.bytes(holders.live().bytes()));
            out.append(" in ").append(Units.count(holders.live().objects())).append(" live objects");
        }
        out.append(" (±: the 95 % range, two standard errors)\n\n");
    }

    private static void rest(StringBuilder out, Holders holders, int shown) {
        List<Holder> left = holders.holders().subList(shown, holders.holders().size());
        if (left.isEmpty()) {
            return;
        }
        double bytes = 0;
        double value = 0;
        for (Holder holder : left) {
            bytes += holders.measure().isAccumulated()
                    ? holder.accumulated().bytes()
                    : holder.live().bytes();
            value += holders.value(holder);
        }
        out.append("  … and ")
                .append(Units.count(left.size()))
                .append(" more with ")
                .append(Units.bytes(bytes));
        out.append(" (").append(Units.percent(value, holders.total())).append("); --rows ");
        out.append(holders.holders().size()).append(" shows them all\n");
    }

    private static void row(TextTable table, boolean both, String... cells) {
        if (both) {
            table.add(cells);
        } else {
            table.add(cells[0], cells[1], cells[2], cells[3], cells[5], cells[6]);
        }
    }

    private static String functions(List<String> functions) {
        if (functions.isEmpty()) {
            return "-";
        }
        String more = functions.size() == 1 ? "" : ", +" + (functions.size() - 1);
        return DisplayWidth.cut(functions.get(0), FUNCTION_COLUMNS - more.length()) + more;
    }

    private static String callers(List<String> callers) {
        String more = callers.size() == 1 ? "" : " and " + (callers.size() - 1) + " more";
        return callers.get(0) + more;
    }
}
