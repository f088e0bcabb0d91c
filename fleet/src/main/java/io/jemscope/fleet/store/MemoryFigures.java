package io.jemscope.fleet.store;

/**
 * Where the memory of a process is, in bytes; -1 for what is unknown. A figure above 64 TiB counts as unknown, so that sums don't
 * overflow.
 *
 * @param residentBytes its resident memory (RSS)
 * @param limitBytes the limit of its container, above which the kernel kills; -1 also if there is none
 * @param chargedBytes what the kernel counts against the limit, without the files that it drops first: the working set
 * @param heapBytes the Java heap's part of the resident memory
 * @param allocatedBytes what {@code malloc} has handed out
 * @param heldBytes what the allocator holds, by its own count: the allocated, and what it keeps for later
 * @param otherBytes resident memory outside files, heap, stacks and {@code malloc}: mappings of libraries, other allocators, and without Native Memory Tracking some of the JVM's own
 */
public record MemoryFigures(
        long residentBytes,
        long limitBytes,
        long chargedBytes,
        long heapBytes,
        long allocatedBytes,
        long heldBytes,
        long otherBytes) {

    /** Nothing is known. */
    public static final MemoryFigures UNKNOWN = ofResident(-1);

    /** 64 TiB. */
    private static final long MOST = 1L << 46;

    public MemoryFigures {
        residentBytes = known(residentBytes);
        limitBytes = known(limitBytes);
        chargedBytes = known(chargedBytes);
        heapBytes = known(heapBytes);
        allocatedBytes = known(allocatedBytes);
        heldBytes = known(heldBytes);
        otherBytes = known(otherBytes);
    }

    private static long known(long bytes) {
        return bytes < 0 || bytes > MOST ? -1 : bytes;
    }

    /** Only the resident memory is known. */
    public static MemoryFigures ofResident(long residentBytes) {
        return new MemoryFigures(residentBytes, -1, -1, -1, -1, -1, -1);
    }

    /** These figures, with that resident memory if they have none. */
    public MemoryFigures orResident(long bytes) {
        return residentBytes >= 0
                ? this
                : new MemoryFigures(bytes, limitBytes, chargedBytes, heapBytes, allocatedBytes, heldBytes, otherBytes);
    }

    /** These figures without those that say nothing of the limit. */
    MemoryFigures ofLimit() {
        return new MemoryFigures(residentBytes, limitBytes, chargedBytes, -1, -1, -1, -1);
    }

    /** How much of the limit is used up: 1 where the kernel kills; NaN if unknown. */
    public double limitShare() {
        return limitBytes > 0 && chargedBytes >= 0 ? (double) chargedBytes / limitBytes : Double.NaN;
    }

    /** What the allocator keeps for later, by its own count; -1 if unknown. */
    public long keptBytes() {
        return heldBytes >= 0 && allocatedBytes >= 0 ? Math.max(0, heldBytes - allocatedBytes) : -1;
    }
}
