package io.jemscope.symbols.cache;

import java.util.Arrays;

/** A growing list of numbers, without an object for each. */
final class IntList {

    private int[] values = new int[256];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    /** Removes the last numbers. */
    void truncate(int newSize) {
        size = newSize;
    }

    /** A hash of the numbers in a range. */
    int hash(int from, int to) {
        int hash = to - from;
        for (int index = from; index < to; index++) {
            hash = (hash ^ values[index]) * 0x9e3779b1;
            hash ^= hash >>> 15;
        }
        return hash;
    }

    boolean rangesEqual(int from, int to, int otherFrom, int otherTo) {
        return Arrays.equals(values, from, to, values, otherFrom, otherTo);
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
