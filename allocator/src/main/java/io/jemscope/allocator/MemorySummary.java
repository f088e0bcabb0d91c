package io.jemscope.allocator;

/**
 * How much memory the allocator holds, in bytes, all figures of one moment.
 *
 * @param allocatedBytes what the program holds
 * @param activeBytes pages that hold something the program holds
 * @param metadataBytes what jemalloc needs for itself
 * @param residentBytes jemalloc's pages in physical memory, at most: it can't see what the system took away
 * @param mappedBytes mappings in use
 * @param retainedBytes address space kept for later, not backed by memory
 */
public record MemorySummary(
        long allocatedBytes,
        long activeBytes,
        long metadataBytes,
        long residentBytes,
        long mappedBytes,
        long retainedBytes) {}
