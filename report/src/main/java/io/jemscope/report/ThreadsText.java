package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import java.util.List;

/** Prints a profile by threads. The error is given as in {@link AllocationSitesText}. */
public final class ThreadsText {

    private ThreadsText() {}

    /**
     * Prints the table.
     *
     * @param layout how many rows; those with less than the least share are left out
     * @return the text, each line ended
     */
    public static String print(Threads threads, TextOptions layout) {
        StringBuilder out = new StringBuilder(4096);
        boolean accumulated = threads.measure().isAccumulated();
        Amount all = accumulated ? threads.accumulated() : threads.live();
        out.append("Threads: ").append(Units.bytes(all.bytes(), layout.unit())).append(" in about ");
        out.append(Units.count(all.objects())).append(accumulated ? " objects, freed or not" : " live objects");
        out.append(", by the thread that allocated it\n\n");
        TextTable table = new TextTable("rrrrrl");
        table.add(accumulated ? "allocated" : "live", "95 % range", "share", "objects", "mean", "thread");
        double total = threads.measure().figure(all);
        double least = layout.nodeFraction() * total;
        int shown = 0;
        for (Threads.Row row : threads.rows()) {
            Amount amount = accumulated ? row.accumulated() : row.live();
            double value = threads.measure().figure(amount);
            if (shown == layout.rows() || value < least) {
                break;
            }
            shown++;
            Estimate bytes = accumulated ? row.accumulatedBytes() : row.liveBytes();
            table.add(
                    Units.bytes(bytes.value(), layout.unit()),
                    RangeText.of(bytes, layout.unit()),
                    Units.percent(value, total),
                    Units.count(amount.objects()),
                    Units.bytes(amount.meanBytes()),
                    row.name());
        }
        table.appendTo(out, "  ", layout.columns());
        List<Threads.Row> left = threads.rows().subList(shown, threads.rows().size());
        if (!left.isEmpty()) {
            double rest = 0;
            for (Threads.Row row : left) {
                rest += threads.measure().of(row.live(), row.accumulated());
            }
            out.append("  … and ").append(Units.count(left.size())).append(" more with ");
            out.append(SampleTypeText.value(threads.measure(), rest, layout.unit()))
                    .append(" (");
            out.append(Units.percent(rest, total)).append(")\n");
        }
        return out.toString();
    }
}
