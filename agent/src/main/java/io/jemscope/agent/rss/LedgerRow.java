package io.jemscope.agent.rss;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger.
 *
 * @param name what it is about, as {@code docs/memory.md} has it
 * @param memory what the kernel counts of it; null if unknown
 * @param counted what its allocator or the JVM counts, in physical memory or not; null if nothing counts it
 * @param count how many there are, of what can be counted
 * @param note why something isn't known, or how it is known: a sentence; null for none
 * @param of what lies in it. These aren't added, and may overlap
 */
record LedgerRow(
        String name,
        @Nullable RowMemory memory,
        @Nullable Counted counted,
        @Nullable Long count,
        @Nullable String note,
        List<LedgerRow> of) {

    /**
     * An amount.
     *
     * @param bytes how much
     */
    record Counted(long bytes, CountedAs as) {}

    LedgerRow {
        of = List.copyOf(of);
    }

    /** A row of what the kernel counts. */
    static LedgerRow of(String name, RowMemory memory) {
        return new LedgerRow(name, memory, null, null, null, List.of());
    }

    /** A row whose share of physical memory is unknown. */
    static LedgerRow unknown(String name) {
        return new LedgerRow(name, null, null, null, null, List.of());
    }

    LedgerRow counted(@Nullable Long bytes, CountedAs as) {
        return new LedgerRow(name, memory, bytes == null ? null : new Counted(bytes, as), count, note, of);
    }

    LedgerRow times(@Nullable Long number) {
        return new LedgerRow(name, memory, counted, number, note, of);
    }

    LedgerRow note(@Nullable String text) {
        return new LedgerRow(name, memory, counted, count, text, of);
    }

    LedgerRow with(LedgerRow part) {
        List<LedgerRow> parts = new ArrayList<>(of);
        parts.add(part);
        return new LedgerRow(name, memory, counted, count, note, parts);
    }

    /** What it adds to the sum; 0 if unknown. */
    long residentBytes() {
        return memory == null ? 0 : memory.residentBytes();
    }
}
