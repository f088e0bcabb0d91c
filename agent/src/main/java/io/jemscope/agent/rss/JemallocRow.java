package io.jemscope.agent.rss;

import io.jemscope.agent.rss.RowMemory.Bound;
import io.jemscope.allocator.MemorySummary;
import org.jspecify.annotations.Nullable;

/**
 * The row of jemalloc's memory. jemalloc maps with {@code MAP_NORESERVE}, which nothing else of a JVM does but for what it only
 * reserves; where the kernel doesn't tell, the row goes by what jemalloc counts.
 */
record JemallocRow(MappingSums sums, JemallocFigures jemalloc, UnattributedMemory unclaimed) {

    /**
     * Makes the row, and claims its memory.
     *
     * @param allocated what is known of what the program holds; a part of it
     */
    LedgerRow make(LedgerRow allocated) {
        MemorySummary memory = jemalloc.memory();
        if (!jemalloc.serves()) {
            return LedgerRow.unknown("jemalloc").note(sentence(jemalloc.why()));
        }
        boolean isTold = sums.tellsUnreserved() && sums.of(MappingKind.UNRESERVED).count > 0;
        if (memory == null) {
            return isTold ? allOfItsKind() : unknown();
        }
        RowMemory claimed = isTold ? claim() : unclaimed.claim(jemalloc.mostBytes());
        LedgerRow row = LedgerRow.of("jemalloc", claimed)
                .counted(memory.residentBytes(), CountedAs.RESIDENT_AT_MOST)
                .with(allocated.counted(memory.allocatedBytes(), CountedAs.ALLOCATED))
                .with(part("fragmentation", memory.activeBytes() - memory.allocatedBytes(), CountedAs.FREE))
                .with(part("metadata", memory.metadataBytes(), CountedAs.ALLOCATED))
                .with(part("dirty", jemalloc.dirtyBytes(), CountedAs.REUSABLE))
                .with(part("muzzy", jemalloc.muzzyBytes(), CountedAs.RECLAIMABLE))
                .with(LedgerRow.unknown("arenas").times((long) jemalloc.arenas()));
        long huge =
                Math.min(sums.of(MappingKind.UNRESERVED).transparent, claimed.residentBytes() - jemalloc.mostBytes());
        // Where another has mapped memory in the same way, the huge pages may be its.
        if (isTold && claimed.bound() == Bound.EXACT && huge > 0) {
            row = row.with(part("hugePages", huge, CountedAs.UNUSED));
        }
        return isTold
                ? row.with(part(
                        "untouched",
                        jemalloc.mostBytes() - claimed.residentBytes() - claimed.swappedBytes(),
                        CountedAs.UNTOUCHED))
                : row.note("The kernel doesn't tell jemalloc's mappings from others: this is what jemalloc counts.");
    }

    private LedgerRow allOfItsKind() {
        long all = unclaimed.unreservedBytes();
        return LedgerRow.of("jemalloc", unclaimed.claimUnreserved(all, all))
                .note("All that was mapped as jemalloc maps; " + jemalloc.why() + ".");
    }

    private LedgerRow unknown() {
        return LedgerRow.unknown("jemalloc")
                .note("The kernel doesn't tell jemalloc's mappings from others, so they are in otherAnonymous; "
                        + jemalloc.why() + ".");
    }

    /**
     * Of what was mapped as jemalloc maps. How much address space jemalloc has it knows to the page: what goes beyond is
     * another's, in memory or not, and then jemalloc has what it counts at most.
     */
    private RowMemory claim() {
        long all = unclaimed.unreservedBytes();
        long others = Math.max(0, sums.of(MappingKind.UNRESERVED).bytes - jemalloc.spaceBytes());
        if (others == 0) {
            return unclaimed.claimUnreserved(all, 0).within(Bound.EXACT);
        }
        // Huge pages are resident as a whole, while jemalloc counts the part that it has handed out.
        long huge = sums.of(MappingKind.UNRESERVED).transparent;
        long claimed = Math.min(all, Sums.plus(jemalloc.mostBytes(), huge));
        return unclaimed.claimUnreserved(claimed, Math.min(claimed, Math.max(0, others - (all - claimed))));
    }

    private static LedgerRow part(String name, long bytes, CountedAs as) {
        return LedgerRow.unknown(name).counted(Math.max(0, bytes), as);
    }

    private static @Nullable String sentence(@Nullable String half) {
        return half == null || half.isEmpty() ? half : Character.toUpperCase(half.charAt(0)) + half.substring(1) + ".";
    }
}
