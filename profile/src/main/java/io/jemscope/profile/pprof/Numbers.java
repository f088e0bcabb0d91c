package io.jemscope.profile.pprof;

import java.util.Arrays;

/** A list of plain longs of bounded length. */
final class Numbers {

    /** No stack is deeper: Java's own default limit for a stack trace is 1,024, jemalloc's 128. */
    static final int MOST = 1 << 16;

    private long[] values = new long[16];
    private int size;

    /** Adds a number; returns false if the list is full. */
    boolean add(long value) {
        if (size == MOST) {
            return false;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
        return true;
    }

    int size() {
        return size;
    }

    long get(int index) {
        return values[index];
    }
}
