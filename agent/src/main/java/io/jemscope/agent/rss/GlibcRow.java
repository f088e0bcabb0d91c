package io.jemscope.agent.rss;

import io.jemscope.agent.rss.RowMemory.Bound;
import io.jemscope.allocator.GlibcMemory;

/**
 * The row of the memory of the C library's own malloc: the heap that {@code brk} makes, the heaps of the other arenas, and large blocks,
 * whose mappings look like any other.
 */
record GlibcRow(MappingSums sums, GlibcFigures glibc, UnattributedMemory unclaimed) {

    /** Makes the row, and claims its memory; {@code allocated} is a part of it. */
    LedgerRow make(LedgerRow allocated) {
        RowMemory heaps = RowMemory.of(sums, MappingKind.PROGRAM_BREAK, MappingKind.C_LIBRARY_HEAP);
        GlibcMemory memory = glibc.memory();
        if (memory == null) {
            LedgerRow row = withHeaps(LedgerRow.of("glibcMalloc", heaps)).note(glibc.why());
            return glibc.serves() ? row.with(allocated) : row;
        }
        long large = unclaimed.claim(memory.mappedBytes()).residentBytes();
        RowMemory all = heaps.resident(Sums.plus(heaps.residentBytes(), large));
        LedgerRow row = LedgerRow.of("glibcMalloc", large == 0 ? all : all.within(Bound.MOST))
                .with(allocated.counted(Sums.plus(memory.allocatedBytes(), memory.mappedBytes()), CountedAs.ALLOCATED))
                .with(LedgerRow.unknown("glibcFree").counted(memory.freeBytes(), CountedAs.REUSABLE));
        return withHeaps(row)
                .with(LedgerRow.unknown("largeBlocks")
                        .counted(memory.mappedBytes(), CountedAs.ALLOCATED)
                        .times(memory.mappedCount()));
    }

    private LedgerRow withHeaps(LedgerRow row) {
        LedgerRow more = row.with(LedgerRow.of("programBreak", RowMemory.of(sums, MappingKind.PROGRAM_BREAK)));
        return glibc.arenas() == 0
                ? more
                : more.with(LedgerRow.of("glibcArenas", RowMemory.of(sums, MappingKind.C_LIBRARY_HEAP))
                        .times(glibc.arenas()));
    }
}
