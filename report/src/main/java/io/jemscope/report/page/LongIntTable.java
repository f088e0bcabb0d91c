package io.jemscope.report.page;

/** A hash table from keys of two ints to ints, with open addressing: no object per entry. */
final class LongIntTable {

    /** Returned for a key that has no value. */
    static final int NONE = -1;

    private long[] keys = new long[1024];

    /** By slot the value plus 1; 0 marks a free slot. */
    private int[] values = new int[1024];

    private int size;

    int get(int first, int second) {
        return values[slot(key(first, second))] - 1;
    }

    /** Adds a key that has no value yet; the value is not negative. */
    void put(int first, int second, int value) {
        if (2 * ++size > keys.length) {
            grow();
        }
        long key = key(first, second);
        int slot = slot(key);
        keys[slot] = key;
        values[slot] = value + 1;
    }

    private static long key(int first, int second) {
        return ((long) first << 32) | (second & 0xFFFF_FFFFL);
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    private int slot(long key) {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4).
        int slot = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (keys.length - 1);
        while (values[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }
}
