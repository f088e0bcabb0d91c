package io.jemscope.profile;

import java.util.Arrays;

/**
 * Reads the stacks of samples as numbers of locations, one after the other, without making anything for each, and no
 * further outwards than is asked for. Not safe for several threads.
 */
public final class StackCursor {

    private static final int NOWHERE = StackTree.EMPTY - 1;

    private final StackTree tree;
    private final IntBlocks stackOf;
    private int stack = NOWHERE;

    /** The node to read next, and how many numbers are read. */
    private int next = StackTree.EMPTY;

    private int read;
    private int[] numbers = new int[128];

    StackCursor(StackTree tree, IntBlocks stackOf) {
        this.tree = tree;
        this.stackOf = stackOf;
    }

    /**
     * Goes to a sample's stack.
     *
     * @param sample the sample's index
     * @return false where it is the stack that was read before, as it often is: a stack that several threads called stands
     *     in samples behind each other
     */
    public boolean moveTo(int sample) {
        int of = stackOf.get(sample);
        if (of == stack) {
            return false;
        }
        stack = of;
        read = 0;
        next = of;
        return true;
    }

    /**
     * Says whether the stack has a location there.
     *
     * @param index how far from the innermost one, which is 0; asked for one after the other
     * @return whether it has
     */
    public boolean has(int index) {
        return index < read || readOn();
    }

    /**
     * A location that the stack has.
     *
     * @param index how far from the innermost one, which is 0; {@link #has} was asked for it
     * @return its index in {@link Samples#locations()}
     */
    public int at(int index) {
        return numbers[index];
    }

    /**
     * How deep the stack is; reads all of it.
     *
     * @return how many locations it has
     */
    public int depth() {
        while (readOn()) {
            // Piece by piece.
        }
        return read;
    }

    /**
     * The stack itself.
     *
     * @return its locations leaf first, as indices of {@link Samples#locations()}, as far as they were asked for: all when
     *     {@link #depth} was; what is behind them means nothing. Not to be changed, and good until the next move
     */
    public int[] numbers() {
        return numbers;
    }

    private boolean readOn() {
        if (next == StackTree.EMPTY) {
            return false;
        }
        if (read + StackTree.WIDTH > numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        }
        read = tree.read(next, numbers, read);
        next = tree.caller(next);
        return true;
    }
}
