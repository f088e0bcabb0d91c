package io.jemscope.httpd;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves the last of the Java heap to the program. One that is told to end where its heap does
 * ({@code -XX:+ExitOnOutOfMemoryError}) ends with the allocation that fails, so catching the error would be too late.
 *
 * <p>What switches off, ends or removes something is let through where it is there already: it takes little, and may be what
 * helps.
 */
record HeapReserve(LongSupplier freeBytes) {

    /** More than the answers here take that don't look themselves, the classes for the first of them included. */
    private static final long BYTES = 2 << 20;

    /** How often a request without room looks again, and for how long. Garbage counts as used until a collection has removed it. */
    static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration RETRY = Duration.ofSeconds(5);

    /**
     * Tells whether a request can be answered now.
     *
     * @param isMade whether what answers it is there already
     */
    boolean hasRoom(String method, boolean isMade) {
        boolean lessens = method.equals("PUT") || method.equals("PATCH") || method.equals("DELETE");
        return (lessens && isMade) || freeBytes.getAsLong() >= BYTES;
    }

    /** The answer while the heap is all but full; {@code next} is what the caller can do. */
    static ApiException problem(String next) {
        return new ApiException(
                        503,
                        "The request isn't answered now",
                        "the program's Java heap is all but full, and what is left is the program's",
                        next)
                .retryAfter(RETRY)
                .code("heap-full");
    }
}
