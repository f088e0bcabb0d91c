package io.jemscope.agent.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger.
 *
 * @param name what it is about, as {@code docs/memory.md} has it
 * @param residentBytes how much of it is in physical memory; null where that can't be told
 * @param bound how these are meant
 * @param countedBytes what who manages it counts, whether it is in physical memory or not; null where nobody does
 * @param counts what that is: {@code committed}, {@code allocated} and so on; null where nothing is counted
 * @param count how many there are, of what can be counted
 * @param note why something isn't known, or how it is known: a sentence; null where there is nothing to say
 * @param of what lies in it. These aren't added, and may overlap
 */
record LedgerRow(
        String name,
        @Nullable Long residentBytes,
        Bound bound,
        @Nullable Long countedBytes,
        @Nullable String counts,
        @Nullable Long count,
        @Nullable String note,
        List<LedgerRow> of) {

    LedgerRow {
        of = List.copyOf(of);
    }

    /** A row of what the kernel counts. */
    static LedgerRow resident(String name, long bytes) {
        return new LedgerRow(name, bytes, Bound.EXACT, null, null, null, null, List.of());
    }

    /** A row of which nobody knows how much is in physical memory. */
    static LedgerRow unknown(String name) {
        return new LedgerRow(name, null, Bound.EXACT, null, null, null, null, List.of());
    }

    LedgerRow within(Bound limit) {
        return new LedgerRow(name, residentBytes, limit, countedBytes, counts, count, note, of);
    }

    LedgerRow counted(@Nullable Long bytes, String what) {
        return new LedgerRow(name, residentBytes, bound, bytes, bytes == null ? null : what, count, note, of);
    }

    LedgerRow times(@Nullable Long number) {
        return new LedgerRow(name, residentBytes, bound, countedBytes, counts, number, note, of);
    }

    LedgerRow note(@Nullable String text) {
        return new LedgerRow(name, residentBytes, bound, countedBytes, counts, count, text, of);
    }

    LedgerRow with(LedgerRow part) {
        List<LedgerRow> parts = new ArrayList<>(of);
        parts.add(part);
        return new LedgerRow(name, residentBytes, bound, countedBytes, counts, count, note, parts);
    }
}
