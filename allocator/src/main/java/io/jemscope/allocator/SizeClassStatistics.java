package io.jemscope.allocator;

/**
 * The allocations of one size class in all arenas. jemalloc rounds each allocation up to the size of a class.
 *
 * @param sizeBytes the size of the class
 * @param small whether several allocations share a slab; otherwise each has its own pages
 * @param count the number of live allocations
 * @param allocations the number of allocations so far
 * @param releases the number of frees so far
 * @param slabBytes the size of the slabs; for a large class, of the allocations themselves
 */
public record SizeClassStatistics(
        long sizeBytes, boolean small, long count, long allocations, long releases, long slabBytes) {

    /** The live bytes, rounded up by jemalloc. */
    public long bytes() {
        return sizeBytes * count;
    }
}
