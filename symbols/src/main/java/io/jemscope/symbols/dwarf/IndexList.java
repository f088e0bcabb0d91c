package io.jemscope.symbols.dwarf;

import java.util.Arrays;

/** Indexes of wanted addresses. */
final class IndexList {

    private int[] indexes = new int[8];
    private int count;

    void add(int index) {
        if (count == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * count);
        }
        indexes[count++] = index;
    }

    /** The indexes, ascending. */
    int[] sorted() {
        int[] sorted = Arrays.copyOf(indexes, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
