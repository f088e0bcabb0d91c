package io.jemscope.agent.rss;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The addends of a ledger: the rows and the remainder add up to the resident memory of that moment.
 *
 * @param time when the kernel counted
 * @param residentBytes VmRSS then
 * @param remainderBytes what no row has; may be negative
 */
public record LedgerSums(Instant time, long residentBytes, long remainderBytes, List<Row> rows) {

    /**
     * A row.
     *
     * @param name as {@code docs/memory.md} has it
     * @param bound {@code exact}, {@code most} or {@code least}
     */
    public record Row(String name, long residentBytes, String bound) {}

    public LedgerSums {
        rows = List.copyOf(rows);
    }

    /** A row that nothing is known of isn't there. */
    static LedgerSums of(Ledger ledger) {
        List<Row> rows = new ArrayList<>();
        for (LedgerRow row : ledger.rows()) {
            RowMemory memory = row.memory();
            if (memory != null) {
                rows.add(new Row(
                        row.name(), memory.residentBytes(), memory.bound().word()));
            }
        }
        return new LedgerSums(ledger.time(), ledger.status().residentBytes(), ledger.remainderBytes(), rows);
    }
}
