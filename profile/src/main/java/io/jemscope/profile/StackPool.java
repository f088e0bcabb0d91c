package io.jemscope.profile;

import java.util.Arrays;

/**
 * Stacks of plain numbers, leaf first, one behind the other in the order in which they came. A stack is where it begins.
 *
 * <p>Numbers are assigned in the order of first appearance, so frequent ones are small: nearly all take two bytes, the others
 * four. In dumps of JVMs (27 addresses a stack) a stack takes about 60 bytes, as much as in a {@link StackTrie}, in which
 * stacks share what called them. But nothing is looked up here, and what is read one after the other lies one behind the
 * other: of a gigabyte's stacks a look-up of each waits for memory seven times, which was a quarter of a whole report.
 */
final class StackPool {

    /** The stack of nothing. */
    static final int EMPTY = -1;

    /** The end of a stack. */
    static final int END = 0xffff;

    /** A piece below this is a number; a larger one is the first piece of a number of two. */
    static final int WIDE = 0xe000;

    /** The bits of a wide number in its second piece. */
    static final int LOWER_BITS = 16;

    private static final int MOST_NUMBER = ((END - WIDE) << LOWER_BITS) - 1;

    /** A stack's place: its block, and where in the block it begins. */
    private static final int SHIFT = 16;

    private static final int MASK = (1 << SHIFT) - 1;

    /** Small profiles are many. */
    private static final int FIRST = 1 << 10;

    private final int mostBlocks;

    /** A block has more than {@link #MASK} pieces only for a stack that wouldn't fit; growing copies none but the first. */
    private char[][] blocks = {new char[FIRST]};

    private int last;
    private int filled;

    StackPool() {
        this(1 << (Integer.SIZE - 1 - SHIFT));
    }

    /** A pool with few blocks, for tests. */
    StackPool(int mostBlocks) {
        this.mostBlocks = mostBlocks;
    }

    /**
     * Adds a stack, whether or not there is an equal one.
     *
     * @param stack the numbers, leaf first, at least 0 each
     * @param depth how many of them are the stack's
     * @return where it begins
     */
    int add(int[] stack, int depth) {
        if (depth == 0) {
            return EMPTY;
        }
        char[] to = room(2 * depth + 1);
        int begin = filled;
        int at = begin;
        for (int i = 0; i < depth; i++) {
            int number = stack[i];
            if (number >= WIDE) {
                to[at++] = upper(number);
            }
            to[at++] = (char) number;
        }
        to[at++] = END;
        filled = at;
        return last << SHIFT | begin;
    }

    /** Whether the next stack may find no room. */
    boolean isFull() {
        return last + 1 == mostBlocks;
    }

    private static char upper(int number) {
        if (number > MOST_NUMBER) {
            throw new IllegalStateException("A profile has at most " + (MOST_NUMBER + 1) + " locations");
        }
        return (char) (WIDE + (number >>> LOWER_BITS));
    }

    private char[] room(int pieces) {
        char[] block = blocks[last];
        if (pieces <= block.length - filled && filled <= MASK) {
            return block;
        }
        if (last == 0 && block.length <= MASK) {
            blocks[0] = Arrays.copyOf(block, Math.max(2 * block.length, filled + pieces));
            return blocks[0];
        }
        if (last + 1 == mostBlocks) {
            throw new IllegalStateException("A profile has at most " + mostBlocks + " blocks of stacks");
        }
        last++;
        if (last == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * last);
        }
        blocks[last] = new char[Math.max(MASK + 1, pieces)];
        filled = 0;
        return blocks[last];
    }

    /** The block of a stack. Don't modify. */
    char[] block(int stack) {
        return blocks[stack >>> SHIFT];
    }

    /**
     * Where in its block a stack begins. A piece below {@link #WIDE} is a number; {@link #END} stands behind the last one;
     * any other one, less {@code WIDE}, has the upper bits of a number whose lower bits are the next piece.
     */
    static int begin(int stack) {
        return stack & MASK;
    }
}
