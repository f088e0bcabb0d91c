package io.jemscope.agent.rss;

import io.jemscope.agent.rss.RowMemory.Bound;

/**
 * The anonymous mappings whose owner the kernel doesn't show. Rows claim of them what is counted elsewhere, one after the
 * other, as much as there is; the last row has what is left, and how much of the claims may be its own.
 */
final class UnattributedMemory {

    private final MappingSums sums;
    private long anonymous;

    /** Made as jemalloc makes it. */
    private long unreserved;

    private boolean isUnreservedClaimed;
    private long doubtful;

    UnattributedMemory(MappingSums sums) {
        this.sums = sums;
        anonymous = sums.of(MappingKind.ANONYMOUS).resident;
        unreserved = sums.of(MappingKind.UNRESERVED).resident;
    }

    /** As much of the ordinary ones as is counted, where there is so much. */
    RowMemory claim(long countedBytes) {
        long resident = Math.min(anonymous, countedBytes);
        anonymous -= resident;
        doubt(resident);
        return RowMemory.atMost(resident);
    }

    /** What is left of those that were made as jemalloc makes them. */
    long unreservedBytes() {
        return unreserved;
    }

    /**
     * So much of those, and all that was swapped out of them.
     *
     * @param residentBytes how much, no more than is left
     * @param othersBytes how much of that may belong to another row
     */
    RowMemory claimUnreserved(long residentBytes, long othersBytes) {
        unreserved -= residentBytes;
        isUnreservedClaimed = true;
        doubt(othersBytes);
        return RowMemory.of(sums, MappingKind.UNRESERVED)
                .resident(residentBytes)
                .within(Bound.MOST);
    }

    /** So much of what a row has may be the last one's. */
    void doubt(long bytes) {
        doubtful = Sums.plus(doubtful, bytes);
    }

    /** What no row has claimed, with what the kernel has mapped itself. */
    RowMemory rest() {
        RowMemory others = RowMemory.of(sums, MappingKind.KERNEL);
        RowMemory all = isUnreservedClaimed
                ? RowMemory.of(sums, MappingKind.ANONYMOUS, MappingKind.KERNEL)
                : RowMemory.of(sums, MappingKind.ANONYMOUS, MappingKind.UNRESERVED, MappingKind.KERNEL);
        long least = Sums.plus(others.residentBytes(), Sums.plus(anonymous, unreserved));
        return all.between(least, Sums.plus(least, doubtful));
    }
}
