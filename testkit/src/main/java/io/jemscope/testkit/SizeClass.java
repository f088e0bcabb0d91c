package io.jemscope.testkit;

/**
 * jemalloc's size classes: the rounded size of a request, which a heap profile counts.
 *
 * <p>Classes are spaced evenly within each doubling, four to a doubling: 80, 96, 112, 128, 160, 192, 224, 256, 320 and
 * so on; below 128 bytes they are 16 apart, and the smallest is 8 (jemalloc(3), "Implementation notes", table of size
 * classes, for a page of 4 KiB and a quantum of 16 bytes). Above 16 KiB the rule is the same.
 */
public final class SizeClass {

    private static final long SMALLEST_BYTES = 8;
    private static final long QUANTUM_BYTES = 16;
    private static final long EVEN_UP_TO_BYTES = 128;

    private SizeClass() {}

    /**
     * Returns the size class of a request; where the property {@code testkit.requested} is {@code true}, the request itself, as
     * Jemscope's own sampler counts.
     *
     * @throws IllegalArgumentException if the request is less than 1 byte
     */
    public static long of(long requestedBytes) {
        if (requestedBytes < 1) {
            throw new IllegalArgumentException("A block has at least 1 byte, not " + requestedBytes);
        }
        if (Boolean.getBoolean("testkit.requested")) {
            return requestedBytes;
        }
        if (requestedBytes <= SMALLEST_BYTES) {
            return SMALLEST_BYTES;
        }
        if (requestedBytes <= EVEN_UP_TO_BYTES) {
            return roundUp(requestedBytes, QUANTUM_BYTES);
        }
        long doubling = Long.highestOneBit(requestedBytes - 1);
        return roundUp(requestedBytes, doubling / 4);
    }

    private static long roundUp(long bytes, long multiple) {
        return (bytes + multiple - 1) / multiple * multiple;
    }
}
