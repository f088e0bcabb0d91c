package io.jemscope.profile.jemalloc;

import java.util.Arrays;

/** Gives each address a dense number, in the order of their first appearance: a hash table of plain longs. */
final class AddressTable {

    /** 2^64 divided by the golden ratio: spreads addresses that differ in their lower bits over the upper ones. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] addresses = new long[1 << 10];
    private int size;

    /** Numbers plus 1; 0 is a free slot. At most half of the slots are taken. */
    private int[] slots = new int[1 << 11];

    private int shift = 64 - 11;

    /** The address's number, given to it now if it is new. */
    int number(long address) {
        int mask = slots.length - 1;
        int slot = (int) ((address * SPREAD) >>> shift);
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (addresses[number] == address) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        if (size == addresses.length) {
            grow();
            return number(address);
        }
        addresses[size] = address;
        slots[slot] = ++size;
        return size - 1;
    }

    private void grow() {
        addresses = Arrays.copyOf(addresses, 2 * addresses.length);
        slots = new int[2 * slots.length];
        shift--;
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = (int) ((addresses[number] * SPREAD) >>> shift);
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
    }

    /** How many addresses have a number. */
    int size() {
        return size;
    }

    /** The address with a number. */
    long address(int number) {
        return addresses[number];
    }
}
