package io.jemscope.allocator;

/**
 * What one arena holds, in bytes. Each thread allocates from the arena that it was given.
 *
 * @param index the arena's number
 * @param threads how many threads allocate from it
 * @param smallBytes small allocations that live
 * @param largeBytes large allocations that live
 * @param activeBytes pages that hold something that lives
 * @param dirtyBytes pages that were given back and still are in physical memory
 * @param muzzyBytes pages that were given back and that the system takes when it needs them
 * @param residentBytes pages in physical memory, at most
 * @param mappedBytes mappings in use
 * @param retainedBytes address space kept for later
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
