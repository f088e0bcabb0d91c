package io.jemscope.profile;

import java.util.Arrays;

/**
 * Reads the stacks of samples as numbers of locations, one after the other, without making anything for each. Not safe for
 * several threads.
 */
public final class StackCursor {

    private static final int NONE = StackTree.EMPTY - 1;

    private final StackTree tree;
    private final IntBlocks stackOf;
    private int stack = NONE;
    private int depth;
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
        int next = stackOf.get(sample);
        if (next == stack) {
            return false;
        }
        stack = next;
        depth = tree.read(stack, numbers);
        while (depth > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(depth, 2 * numbers.length));
            depth = tree.read(stack, numbers);
        }
        return true;
    }

    /**
     * How deep the stack is.
     *
     * @return how many locations it has
     */
    public int depth() {
        return depth;
    }

    /**
     * The stack itself.
     *
     * @return its locations leaf first, as indices of {@link Samples#locations()}; what is behind {@link #depth()} means
     *     nothing. Not to be changed, and good until the next move
     */
    public int[] numbers() {
        return numbers;
    }
}
