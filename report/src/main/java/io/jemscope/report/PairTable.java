package io.jemscope.report;

import java.util.Arrays;

/** Numbers pairs of ints from 0 in the order in which they come: a hash table with open addressing, without an object per pair. */
public final class PairTable {

    /** The pairs by number, the first of the two in the upper half. */
    private long[] pairs = new long[512];

    /** By slot a pair's number plus 1; 0 marks a free slot. Twice as long as the pairs. */
    private int[] slots = new int[1024];

    private int size;

    /** The number of a pair; a new pair gets the next one, which {@link #size} was before. */
    public int number(int first, int second) {
        long pair = ((long) first << 32) | (second & 0xFFFF_FFFFL);
        int slot = slot(pair);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == pairs.length) {
            grow();
            slot = slot(pair);
        }
        pairs[size] = pair;
        slots[slot] = size + 1;
        return size++;
    }

    /** How many pairs have a number. */
    public int size() {
        return size;
    }

    /** The first of a numbered pair. */
    public int first(int number) {
        return (int) (pairs[number] >>> 32);
    }

    /** The second of a numbered pair. */
    public int second(int number) {
        return (int) pairs[number];
    }

    /** The slot of a pair, or the free one where it belongs. */
    private int slot(long pair) {
        // Fibonacci hashing: the golden ratio's bits spread neighbouring keys (Knuth, The Art of Computer Programming,
        // 6.4).
        int slot = (int) ((pair * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (slots.length - 1);
        while (slots[slot] != 0 && pairs[slots[slot] - 1] != pair) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private void grow() {
        pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        slots = new int[2 * pairs.length];
        for (int number = 0; number < size; number++) {
            slots[slot(pairs[number])] = number + 1;
        }
    }
}
