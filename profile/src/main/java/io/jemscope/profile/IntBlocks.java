package io.jemscope.profile;

import java.util.Arrays;
import java.util.Objects;

/** A growing list of plain ints in blocks: growing copies no block, so it never needs its own size twice. */
final class IntBlocks {

    private static final int SHIFT = 14;
    private static final int MASK = (1 << SHIFT) - 1;

    private int[][] blocks = new int[1][];
    private int size;

    void add(int value) {
        int block = size >>> SHIFT;
        if ((size & MASK) == 0) {
            if (block == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * block);
            }
            blocks[block] = new int[1 << SHIFT];
        }
        blocks[block][size++ & MASK] = value;
    }

    int get(int index) {
        Objects.checkIndex(index, size);
        return blocks[index >>> SHIFT][index & MASK];
    }

    int size() {
        return size;
    }
}
