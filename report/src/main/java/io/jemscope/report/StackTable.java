package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/**
 * Puts samples of equal names and labels together: a hash table with open addressing that keeps the first sample of each
 * stack, and no names. Beside the samples it needs some fifty bytes a stack.
 */
final class StackTable {

    private final Samples samples;
    private final StackNames names;

    /** Of each stack its first sample. */
    private int[] firsts = new int[512];

    private int size;

    /** Of each stack the live objects and bytes, then those that were ever asked for. */
    private double[] figures = new double[4 * 512];

    private int[] hashes = new int[512];

    /** In each slot a stack's number and 1 more; 0 where the slot is free. Always twice the room for stacks. */
    private int[] slots = new int[1024];

    StackTable(Samples samples, Grouping grouping) {
        this.samples = samples;
        this.names = new StackNames(samples, grouping);
    }

    void add(int sample) {
        names.read(sample);
        int hash = spread(31 * names.hash() + samples.labels(sample).hashCode());
        int slot = hash & (slots.length - 1);
        while (slots[slot] != 0 && !isFirst(slots[slot] - 1, hash, sample)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        if (slots[slot] == 0) {
            hashes[size] = hash;
            firsts[size] = sample;
            slots[slot] = ++size;
        }
        int at = 4 * (slots[slot] - 1);
        figures[at] += samples.liveObjects(sample);
        figures[at + 1] += samples.liveBytes(sample);
        figures[at + 2] += samples.accumulatedObjects(sample);
        figures[at + 3] += samples.accumulatedBytes(sample);
        if (size == hashes.length) {
            grow();
        }
    }

    private boolean isFirst(int stack, int hash, int sample) {
        int first = firsts[stack];
        return hashes[stack] == hash && samples.labels(first).equals(samples.labels(sample)) && names.isStackOf(first);
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        firsts = Arrays.copyOf(firsts, hashes.length);
        figures = Arrays.copyOf(figures, 4 * hashes.length);
        slots = new int[2 * hashes.length];
        for (int stack = 0; stack < size; stack++) {
            int slot = hashes[stack] & (slots.length - 1);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = stack + 1;
        }
    }

    /** The lower bits choose the slot, so the upper ones are mixed in. */
    private static int spread(int hash) {
        int mixed = hash * 0x9E37_79B9;
        return mixed ^ (mixed >>> 16);
    }

    int size() {
        return size;
    }

    int first(int stack) {
        return firsts[stack];
    }

    Amount live(int stack) {
        return new Amount(figures[4 * stack], figures[4 * stack + 1]);
    }

    Amount accumulated(int stack) {
        return new Amount(figures[4 * stack + 2], figures[4 * stack + 3]);
    }
}
