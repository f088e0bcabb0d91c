package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Leaks from threads that ended long before the profile. */
final class EndedThreadsLeak {

    private static final int BLOCK_BYTES = 129_989;
    private static final Ledger LEDGER = new Ledger();
    private static final Queue<ByteBuffer> HELD = new ConcurrentLinkedQueue<>();

    private EndedThreadsLeak() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < 67; i++) {
            Thread thread = new Thread(EndedThreadsLeak::leak, "ended-" + i);
            thread.start();
            thread.join();
        }
        LEDGER.print(System.out);
    }

    private static void leak() {
        LEDGER.onNextLine(SizeClass.of(BLOCK_BYTES), "from threads that ended");
        HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
    }
}
