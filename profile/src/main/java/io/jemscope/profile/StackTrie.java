package io.jemscope.profile;

import java.util.Arrays;

/**
 * Stacks of plain numbers, in a tree whose root is the outermost caller: stacks that were called alike share what called
 * them. A stack is a node's number, and reads from the node to the root.
 *
 * <p>Most of a tree of calls are chains without branches, so a node holds four numbers and a link to the node that called
 * them, 20 bytes in all. In dumps of JVMs (27 addresses a stack) a stack takes about 60 bytes in this way, where a list of
 * references takes 140 and more.
 *
 * <p>The inner part of most stacks is new: a chain of nodes made one after the other. So a node is looked for behind its
 * caller first, and only a node that isn't behind its caller stands in the index. That is at most one for each stack added,
 * and memory that needn't be waited for is most of what a look-up costs. The index is dropped when the last stack was
 * added.
 */
final class StackTrie {

    /** The stack of nothing. */
    static final int EMPTY = -1;

    /** How many numbers a node holds at most. Those of a stack's innermost node are all the stack's. */
    static final int WIDTH = 4;

    /** Nothing stands here: the node isn't full. */
    private static final int UNUSED = -1;

    /** A node: the node that called it, {@link #EMPTY} at the root, and its numbers, the innermost first. */
    private static final int NODE = 1 + WIDTH;

    /** There are some times as many nodes as slots: most nodes are found without the index. */
    private static final int SPARED_BITS = 2;

    private static final int MOST_NODE_BITS = 30;

    private static final int MOST_NODES = (1 << MOST_NODE_BITS) - 2;

    private static final int BLOCK_SHIFT = 12;
    private static final int BLOCK_MASK = (1 << BLOCK_SHIFT) - 1;

    private final int mostNodes;

    /** The nodes, in blocks: growing copies no block, so it never needs its own size twice. */
    private int[][] blocks = new int[1][];

    private int size;

    /**
     * Nodes plus 1, by their content, in the lower bits; 0 is a free slot. The bits above have what the slot's place says
     * nothing of in the content's hash: a node that isn't meant need not be looked at. At most three slots of four are
     * taken. Empty when complete.
     */
    private int[] slots = new int[1 << 10];

    /** The number of slots, as a power of two. */
    private int bits = 10;

    /** How many slots are taken. */
    private int indexed;

    /** How many bits of a slot hold the node. */
    private int nodeBits = bits + SPARED_BITS;

    StackTrie() {
        this(MOST_NODES);
    }

    /** A tree for about so many nodes, for tests. */
    StackTrie(int mostNodes) {
        this.mostNodes = mostNodes;
    }

    /**
     * Adds a stack unless it has an equal one.
     *
     * @param stack the numbers, leaf first, at least 0 each
     * @param depth how many of them are the stack's
     * @return what stands for the stack
     */
    int add(int[] stack, int depth) {
        makeRoom(depth);
        int caller = EMPTY;
        int left = depth;
        while (left >= WIDTH) {
            caller = node(caller, stack[left - 4], stack[left - 3], stack[left - 2], stack[left - 1]);
            left -= WIDTH;
        }
        if (left == 0) {
            return caller;
        }
        int second = left > 2 ? stack[left - 3] : UNUSED;
        int third = left > 1 ? stack[left - 2] : UNUSED;
        return node(caller, UNUSED, second, third, stack[left - 1]);
    }

    private int node(int caller, int first, int second, int third, int last) {
        int behind = caller + 1;
        if (behind == size) {
            // The caller is the newest of all nodes: it has called none yet.
            return append(caller, first, second, third, last);
        }
        if (isAt(behind, caller, first, second, third, last)) {
            return behind;
        }
        int[] index = slots;
        int mask = index.length - 1;
        int nodeMask = (1 << nodeBits) - 1;
        int hash = hash(caller, first, second, third, last);
        int tag = hash << nodeBits;
        int slot = hash >>> (32 - bits);
        while (index[slot] != 0) {
            if ((index[slot] & ~nodeMask) == tag) {
                int node = (index[slot] & nodeMask) - 1;
                if (isAt(node, caller, first, second, third, last)) {
                    return node;
                }
            }
            slot = (slot + 1) & mask;
        }
        int node = append(caller, first, second, third, last);
        index[slot] = tag | (node + 1);
        indexed++;
        return node;
    }

    private boolean isAt(int node, int caller, int first, int second, int third, int last) {
        int[] block = blocks[node >>> BLOCK_SHIFT];
        int at = (node & BLOCK_MASK) * NODE;
        return block[at] == caller
                && block[at + 1] == first
                && block[at + 2] == second
                && block[at + 3] == third
                && block[at + 4] == last;
    }

    /**
     * Adds a node whether or not there is an equal one.
     *
     * @param caller the node that called it, {@link #EMPTY} at the root
     * @param first its innermost number; {@link #UNUSED} if it has less than four, and so have those that follow
     * @param last its outermost number
     */
    private int append(int caller, int first, int second, int third, int last) {
        int node = size;
        int number = node >>> BLOCK_SHIFT;
        if ((node & BLOCK_MASK) == 0) {
            if (node >= mostNodes) {
                throw tooMany();
            }
            if (number == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * number);
            }
            blocks[number] = new int[NODE << BLOCK_SHIFT];
        }
        int[] block = blocks[number];
        int at = (node & BLOCK_MASK) * NODE;
        block[at] = caller;
        block[at + 1] = first;
        block[at + 2] = second;
        block[at + 3] = third;
        block[at + 4] = last;
        size++;
        return node;
    }

    private IllegalStateException tooMany() {
        return new IllegalStateException("A profile has at most " + mostNodes + " nodes of stacks");
    }

    private static int hash(int caller, int first, int second, int third, int last) {
        long mixed = (caller * 31L + first) * 0x9E37_79B9_7F4A_7C15L + second;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58_476D_1CE4_E5B9L + third;
        mixed = (mixed ^ (mixed >>> 32)) * 0x94D0_49BB_1331_11EBL + last;
        return (int) (((mixed ^ (mixed >>> 31)) * 0x9E37_79B9_7F4A_7C15L) >>> 32);
    }

    /** Lets the index hold a stack more: of its nodes only the first that is new may need a slot. */
    private void makeRoom(int depth) {
        // Beyond it no larger index would help.
        if (size + depth / WIDTH + 1 >= mostNodes) {
            throw tooMany();
        }
        while (indexed >= slots.length / 4 * 3 || size + depth / WIDTH + 1 >= 1 << nodeBits) {
            grow();
        }
    }

    private void grow() {
        if (bits == MOST_NODE_BITS) {
            throw tooMany();
        }
        bits++;
        nodeBits = Math.min(bits + SPARED_BITS, MOST_NODE_BITS);
        // The nodes have everything that the old slots have.
        slots = new int[0];
        slots = new int[1 << bits];
        int mask = slots.length - 1;
        for (int node = 0; node < size; node++) {
            int[] block = blocks[node >>> BLOCK_SHIFT];
            int at = (node & BLOCK_MASK) * NODE;
            if (block[at] == node - 1) {
                continue;
            }
            int hash = hash(block[at], block[at + 1], block[at + 2], block[at + 3], block[at + 4]);
            int slot = hash >>> (32 - bits);
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (hash << nodeBits) | (node + 1);
        }
    }

    /** Drops what only adding needs; nothing can be added any more. */
    void complete() {
        slots = new int[0];
    }

    /** How many nodes there are. */
    int size() {
        return size;
    }

    /** Reads a node's numbers, the outermost first, and says how many there are. */
    int outermostFirst(int node, int[] to) {
        int[] block = blocks[node >>> BLOCK_SHIFT];
        int at = (node & BLOCK_MASK) * NODE;
        int filled = 0;
        for (int i = WIDTH; i > 0 && block[at + i] != UNUSED; i--) {
            to[filled++] = block[at + i];
        }
        return filled;
    }

    /** The node that called a node; {@link #EMPTY} at the root. */
    int caller(int node) {
        return blocks[node >>> BLOCK_SHIFT][(node & BLOCK_MASK) * NODE];
    }
}
