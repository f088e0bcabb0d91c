package io.jemscope.allocator;

/**
 * What lives of one size class, over all arenas. jemalloc rounds each allocation up to the size of a class.
 *
 * @param sizeBytes the size that allocations of this class have, in bytes
 * @param small whether jemalloc keeps several of them in one slab, else each has pages of its own
 * @param count how many live
 * @param allocations how many were ever made
 * @param releases how many were ever given back
 * @param slabBytes what their slabs take; for a large class what they take themselves
 */
public record SizeClassStatistics(
        long sizeBytes, boolean small, long count, long allocations, long releases, long slabBytes) {

    /**
     * What lives of the class.
     *
     * @return the bytes, as rounded up by jemalloc
     */
    public long bytes() {
        return sizeBytes * count;
    }
}
