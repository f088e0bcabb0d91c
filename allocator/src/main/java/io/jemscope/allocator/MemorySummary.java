package io.jemscope.allocator;

/**
 * The allocator's memory in bytes, all figures of the same moment.
 *
 * @param allocatedBytes live allocations of the program
 * @param activeBytes pages with live allocations
 * @param metadataBytes jemalloc's own data
 * @param residentBytes jemalloc's pages in physical memory, at most: jemalloc doesn't know which of them the system swapped out
 * @param mappedBytes mappings in use
 * @param retainedBytes address space kept for later use, not backed by memory
 */
public record MemorySummary(
        long allocatedBytes,
        long activeBytes,
        long metadataBytes,
        long residentBytes,
        long mappedBytes,
        long retainedBytes) {}
