package io.jemscope.profile.jemalloc;

import io.jemscope.profile.PseudoAddress;
import java.util.Arrays;

/**
 * Numbers addresses in the order of their first appearance: a hash table of plain longs. Java frames, most of a JVM's
 * stacks, have dense numbers of their own in their pseudo-addresses and need no hashing.
 */
final class AddressTable {

    /** The result for an address without a number. */
    static final int NONE = -1;

    /** As many Java frames as the native library's table holds. */
    private static final int MOST_JAVA = 1 << 17;

    /**
     * An odd factor that spreads addresses over the slots. It is random, so that a hostile file can't have addresses that
     * all hash to one slot.
     */
    private final long spread = anyOdd();

    private long[] addresses = new long[1 << 10];
    private int size;

    /** Numbers plus 1; 0 is a free slot. At most three of four slots are taken. */
    private int[] slots = new int[1 << 11];

    /** The addresses in the slots: one cache miss for each look-up, not two. */
    private long[] keys = new long[1 << 11];

    private int shift = 64 - 11;
    private int taken;

    /** Numbers plus 1 of Java frames, by the frames' own numbers. */
    private int[] java = new int[1 << 10];

    /** The clock, with its bits mixed. */
    private static long anyOdd() {
        long mixed = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            mixed = (mixed ^ (mixed >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
        }
        return (mixed ^ (mixed >>> 32)) | 1;
    }

    /** The address's number; the next free one if the address is new. */
    int number(long address) {
        long frame = address - PseudoAddress.JAVA_START;
        if (frame >= 0 && frame < MOST_JAVA) {
            int number = frame < java.length ? java[(int) frame] - 1 : NONE;
            return number >= 0 ? number : addJava((int) frame);
        }
        int slot = slot(address);
        return slots[slot] == 0 ? add(address, slot) : slots[slot] - 1;
    }

    /** The number of an address; {@link #NONE} if it has none. */
    int known(long address) {
        long frame = address - PseudoAddress.JAVA_START;
        if (frame >= 0 && frame < MOST_JAVA) {
            return frame < java.length ? java[(int) frame] - 1 : NONE;
        }
        return slots[slot(address)] - 1;
    }

    /** The slot of an address, or the free one for it. */
    private int slot(long address) {
        long[] known = keys;
        int[] numbers = slots;
        int mask = numbers.length - 1;
        int slot = (int) ((address * spread) >>> shift);
        while (known[slot] != address && numbers[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int addJava(int frame) {
        if (frame >= java.length) {
            java = Arrays.copyOf(java, Math.min(MOST_JAVA, Math.max(frame + 1, 2 * java.length)));
        }
        makeRoom();
        addresses[size] = PseudoAddress.JAVA_START + frame;
        java[frame] = ++size;
        return size - 1;
    }

    private int add(long address, int slot) {
        if (taken >= slots.length / 4 * 3) {
            grow();
            return add(address, slot(address));
        }
        makeRoom();
        addresses[size] = address;
        keys[slot] = address;
        slots[slot] = ++size;
        taken++;
        return size - 1;
    }

    private void makeRoom() {
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * size);
        }
    }

    private void grow() {
        int[] numbers = slots;
        long[] known = keys;
        slots = new int[2 * numbers.length];
        keys = new long[slots.length];
        shift--;
        int mask = slots.length - 1;
        for (int old = 0; old < numbers.length; old++) {
            if (numbers[old] != 0) {
                int slot = (int) ((known[old] * spread) >>> shift);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = numbers[old];
                keys[slot] = known[old];
            }
        }
    }

    int size() {
        return size;
    }

    long address(int number) {
        return addresses[number];
    }
}
