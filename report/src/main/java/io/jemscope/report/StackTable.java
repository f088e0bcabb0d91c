package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Samples;
import java.util.Arrays;

/**
 * Merges samples of equal names and labels: a hash table with open addressing that keeps the first sample of each stack
 * instead of its names. It needs some fifty bytes a stack.
 */
final class StackTable {

    private final Samples samples;
    private final StackNames names;

    /** Reads the first sample of a stack that may be equal to the one in {@link #names}. */
    private final StackNames firstNames;

    /** By stack, its first sample. */
    private int[] firsts = new int[512];

    private int size;

    /** By stack: live objects and bytes, then accumulated ones. */
    private double[] figures = new double[4 * 512];

    private int[] hashes = new int[512];

    /** By slot, a stack's number plus 1; 0 if the slot is free. There are twice as many slots as room for stacks. */
    private int[] slots = new int[1024];

    StackTable(Samples samples, Grouping grouping) {
        this.samples = samples;
        this.names = new StackNames(samples, grouping);
        this.firstNames = new StackNames(samples, names.names());
    }

    void add(int sample) {
        int depth = names.read(sample);
        int hash = hash(depth, sample);
        int slot = hash & (slots.length - 1);
        while (slots[slot] != 0 && !isEqual(slots[slot] - 1, hash, depth, sample)) {
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

    private boolean isEqual(int stack, int hash, int depth, int sample) {
        int first = firsts[stack];
        return hashes[stack] == hash
                && samples.labels(first).equals(samples.labels(sample))
                && firstNames.read(first) == depth
                && Arrays.equals(firstNames.numbers(), 0, depth, names.numbers(), 0, depth);
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

    private int hash(int depth, int sample) {
        int hash = depth;
        for (int i = 0; i < depth; i++) {
            hash = 31 * hash + names.at(i);
        }
        hash = 31 * hash + samples.labels(sample).hashCode();
        // The lower bits choose the slot, so the upper ones are mixed in.
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
