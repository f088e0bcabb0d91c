package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Leaks at the bottom of a recursion that is deeper than the 128 frames jemalloc keeps. */
final class DeepRecursionLeak {

    private static final int DEPTH = 300;
    private static final int BLOCK_BYTES = 179_999;
    private static final Ledger LEDGER = new Ledger();
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private DeepRecursionLeak() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < 53; i++) {
            descend(DEPTH);
        }
        LEDGER.print(System.out);
    }

    private static void descend(int levels) {
        if (levels > 0) {
            descend(levels - 1);
            return;
        }
        LEDGER.onNextLine(SizeClass.of(BLOCK_BYTES), "300 calls deep");
        HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
    }
}
