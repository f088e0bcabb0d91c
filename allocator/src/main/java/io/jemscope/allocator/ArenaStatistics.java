package io.jemscope.allocator;

/**
 * The memory of one arena, in bytes. Each thread allocates from its assigned arena.
 *
 * @param index the arena's number
 * @param threads the number of threads assigned to it
 * @param smallBytes live small allocations
 * @param largeBytes live large allocations
 * @param activeBytes pages with live allocations
 * @param dirtyBytes free pages that are still in physical memory
 * @param muzzyBytes free pages that the system reclaims on demand
 * @param residentBytes pages in physical memory, at most
 * @param mappedBytes mappings in use
 * @param retainedBytes address space kept for later use
 */
public record ArenaStatistics(
        int index,
        long threads,
        long smallBytes,
        long largeBytes,
        long activeBytes,
        long dirtyBytes,
        long muzzyBytes,
        long residentBytes,
        long mappedBytes,
        long retainedBytes) {}
