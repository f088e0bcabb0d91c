package io.jemscope.profile;

import java.util.Arrays;
import java.util.Objects;

/** A growing list of amounts as plain doubles in blocks; a block of nothing but {@link Amount#NONE} takes no room. */
final class AmountColumn {

    /** Which figure of an amount: where it stands in a pair. */
    static final int OBJECTS = 0;

    static final int BYTES = 1;

    private static final int SHIFT = 13;
    private static final int MASK = (1 << SHIFT) - 1;

    /** Objects and bytes by turns; null if a block holds nothing. */
    private double[][] blocks = new double[1][];

    /** The blocks' sizes where they aren't bytes / objects, 0 elsewhere; null if a block of the column has none. */
    private double[][] sizes = new double[1][];

    private int size;

    void add(Amount amount) {
        int block = size >>> SHIFT;
        if (block == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * block);
            sizes = Arrays.copyOf(sizes, 2 * block);
        }
        if (!amount.isNone()) {
            if (blocks[block] == null) {
                blocks[block] = new double[2 << SHIFT];
            }
            int at = (size & MASK) << 1;
            blocks[block][at] = amount.objects();
            blocks[block][at + 1] = amount.bytes();
            if (amount.blockBytes() != amount.meanBytes()) {
                if (sizes[block] == null) {
                    sizes[block] = new double[1 << SHIFT];
                }
                sizes[block][size & MASK] = amount.blockBytes();
            }
        }
        size++;
    }

    Amount get(int index) {
        Objects.checkIndex(index, size);
        double[] block = blocks[index >>> SHIFT];
        if (block == null) {
            return Amount.NONE;
        }
        int at = (index & MASK) << 1;
        double objects = block[at];
        double bytes = block[at + 1];
        return objects == 0 && bytes == 0 ? Amount.NONE : new Amount(objects, bytes, blockBytes(index));
    }

    /** The size of an amount's blocks, see {@link Amount#blockBytes}. */
    double blockBytes(int index) {
        Objects.checkIndex(index, size);
        double[] told = sizes[index >>> SHIFT];
        if (told != null && told[index & MASK] != 0) {
            return told[index & MASK];
        }
        double[] block = blocks[index >>> SHIFT];
        int at = (index & MASK) << 1;
        return block == null || block[at] == 0 ? 0 : block[at + 1] / block[at];
    }

    /** One figure of an amount: {@link #OBJECTS} or {@link #BYTES}. */
    double get(int index, int figure) {
        Objects.checkIndex(index, size);
        double[] block = blocks[index >>> SHIFT];
        return block == null ? 0 : block[((index & MASK) << 1) + figure];
    }

    /** Whether there is any amount but {@link Amount#NONE}. */
    boolean isAny() {
        for (double[] block : blocks) {
            if (block != null) {
                return true;
            }
        }
        return false;
    }

    Amount sum() {
        double objects = 0;
        double bytes = 0;
        for (double[] block : blocks) {
            if (block != null) {
                for (int at = 0; at < block.length; at += 2) {
                    objects += block[at];
                    bytes += block[at + 1];
                }
            }
        }
        return new Amount(objects, bytes);
    }

    int size() {
        return size;
    }
}
