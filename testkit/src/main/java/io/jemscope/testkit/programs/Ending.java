package io.jemscope.testkit.programs;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Leaks a little, says so, and ends in the way that its argument names. */
final class Ending {

    private static final int BLOCK_BYTES = 199_999;
    private static final int BLOCKS = 41;
    private static final List<ByteBuffer> HELD = new ArrayList<>();
    private static final List<long[]> HEAP = new ArrayList<>();

    private Ending() {}

    /**
     * Leaks, then ends.
     *
     * @param arguments one of {@code return}, {@code exit} (code 3), {@code halt} (code 4), {@code throw}, {@code
     *     out-of-memory} (the Java heap's), and {@code wait} (for a signal)
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        Ledger ledger = new Ledger();
        for (int i = 0; i < BLOCKS; i++) {
            ledger.onNextLine(SizeClass.of(BLOCK_BYTES), "direct buffers before the end");
            HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
        }
        ledger.print(System.out);
        switch (arguments[0]) {
            case "return" -> {}
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(4);
            case "throw" -> throw new IllegalStateException("Thrown as asked");
            case "out-of-memory" -> fillHeap();
            case "wait" -> new CountDownLatch(1).await();
            default -> throw new IllegalArgumentException("No such end: " + arguments[0]);
        }
    }

    private static void fillHeap() {
        while (true) {
            HEAP.add(new long[100_000]);
        }
    }
}
