package io.jemscope.allocator;

/**
 * What glibc counts of its own {@code malloc}, in bytes: {@code mallinfo2(3)}.
 *
 * @param allocatedBytes allocated from its heaps, with what threads keep in their caches
 * @param freeBytes free in its heaps
 * @param mappedBytes allocated in blocks with mappings of their own
 * @param mappedCount how many such blocks there are
 * @param arenas how many arenas there are, each with heaps of its own
 */
public record GlibcMemory(long allocatedBytes, long freeBytes, long mappedBytes, long mappedCount, long arenas) {

    /** What the program holds: {@code stats.allocated} of jemalloc means the same. */
    public long heldBytes() {
        return allocatedBytes + mappedBytes;
    }
}
