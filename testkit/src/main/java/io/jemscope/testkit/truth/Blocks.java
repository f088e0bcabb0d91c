package io.jemscope.testkit.truth;

import io.jemscope.testkit.leaks.UnsafeMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Native blocks that a program holds, in the order in which it allocated them. */
final class Blocks {

    private final Deque<Block> blocks = new ArrayDeque<>();
    private long heldBytes;

    /** A block of native memory. */
    record Block(long address, long bytes) {}

    void add(long address, long bytes) {
        blocks.add(new Block(address, bytes));
        heldBytes += bytes;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Frees the oldest blocks until no more than so many bytes are held. */
    void freeOldest(double mostBytes) throws Throwable {
        while (heldBytes > mostBytes) {
            free(blocks.remove());
        }
    }

    /** Frees each block with the given probability. */
    void freeSome(double share, Random random) throws Throwable {
        List<Block> kept = new ArrayList<>(blocks.size());
        for (Block block : blocks) {
            if (random.nextDouble() < share) {
                free(block);
            } else {
                kept.add(block);
            }
        }
        blocks.clear();
        blocks.addAll(kept);
    }

    private void free(Block block) throws Throwable {
        heldBytes -= block.bytes;
        UnsafeMemory.FREE.invokeExact(block.address);
    }
}
