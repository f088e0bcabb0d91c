package io.jemscope.agent.rss;

/**
 * Addresses from one to another.
 *
 * @param low the first
 * @param high the one behind the last
 */
record AddressRange(long low, long high) {

    /** Nothing lies in it. */
    static final AddressRange NONE = new AddressRange(0, 0);

    boolean isEmpty() {
        return Long.compareUnsigned(low, high) >= 0;
    }

    /** Whether most of a mapping lies in it: the kernel joins neighbours that are alike, so that one may stick out. */
    boolean holdsMostOf(MemoryMapping mapping) {
        long from = Long.compareUnsigned(low, mapping.start()) > 0 ? low : mapping.start();
        long to = Long.compareUnsigned(high, mapping.end()) < 0 ? high : mapping.end();
        return Long.compareUnsigned(from, to) < 0 && Long.compareUnsigned(to - from, mapping.bytes() >>> 1) > 0;
    }
}
