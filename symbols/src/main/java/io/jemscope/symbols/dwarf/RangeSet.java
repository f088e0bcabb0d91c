package io.jemscope.symbols.dwarf;

import java.util.Arrays;

/** The address ranges of an entry; the same object is filled again for each. */
final class RangeSet {

    // A unit of a section for each function has some ten thousand; a compressed list can say any number.
    private static final int MOST_RANGES = 1 << 20;

    private long[] bounds = new long[8];
    private int count;

    void clear() {
        count = 0;
    }

    /**
     * Adds a range. Code that the linker left out keeps its entries: they begin at 0, at 1 or near the end of the address
     * space.
     */
    void add(long start, long limit) {
        if (start <= 1 || limit <= start) {
            return;
        }
        if (2 * count == bounds.length) {
            if (count >= MOST_RANGES) {
                throw new MalformedDwarfException("An entry of too many ranges");
            }
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * count] = start;
        bounds[2 * count + 1] = limit;
        count++;
    }

    int count() {
        return count;
    }

    long start(int index) {
        return bounds[2 * index];
    }

    /** The first address behind the range. */
    long limit(int index) {
        return bounds[2 * index + 1];
    }
}
