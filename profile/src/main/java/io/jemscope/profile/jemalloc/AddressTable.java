package io.jemscope.profile.jemalloc;

import java.util.Arrays;

/** Gives each address a dense number, in the order of their first appearance: a hash table of plain longs. */
final class AddressTable {

    /** 2^64 divided by the golden ratio: spreads addresses that differ in their lower bits over the upper ones. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final int RECENT_SHIFT = 64 - 10;
    private static final int RECENT = 1 << 10;

    private long[] addresses = new long[1 << 10];
    private int size;

    /** Numbers plus 1; 0 is a free slot. At most half of the slots are taken. */
    private int[] slots = new int[1 << 11];

    /** The addresses in the slots, beside their numbers: memory is then waited for once and not twice. */
    private long[] keys = new long[1 << 11];

    private int shift = 64 - 11;

    /** What was asked for last in each place of a small table: few addresses stand in most stacks, and these stay near. */
    private final long[] recent = new long[RECENT];

    private final int[] recentNumbers = new int[RECENT];

    /** The address's number, given to it now if it is new. */
    int number(long address) {
        int place = (int) ((address * SPREAD) >>> RECENT_SHIFT);
        // The first of all numbers is looked up each time, since it is what is in places never used.
        if (recent[place] == address && recentNumbers[place] != 0) {
            return recentNumbers[place];
        }
        int number = find(address);
        recent[place] = address;
        recentNumbers[place] = number;
        return number;
    }

    private int find(long address) {
        long[] known = keys;
        int[] numbers = slots;
        int mask = numbers.length - 1;
        int slot = (int) ((address * SPREAD) >>> shift);
        while (known[slot] != address || numbers[slot] == 0) {
            if (numbers[slot] == 0) {
                return add(address, slot);
            }
            slot = (slot + 1) & mask;
        }
        return numbers[slot] - 1;
    }

    private int add(long address, int slot) {
        if (size == addresses.length) {
            grow();
            return find(address);
        }
        addresses[size] = address;
        keys[slot] = address;
        slots[slot] = ++size;
        return size - 1;
    }

    private void grow() {
        addresses = Arrays.copyOf(addresses, 2 * addresses.length);
        slots = new int[2 * slots.length];
        keys = new long[slots.length];
        shift--;
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = (int) ((addresses[number] * SPREAD) >>> shift);
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
            keys[slot] = addresses[number];
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
