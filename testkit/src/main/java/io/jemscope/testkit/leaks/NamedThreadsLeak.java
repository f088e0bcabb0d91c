package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Leaks from named threads, all on one line of code, each another amount. The description of each leak is the thread's name. The
 * threads are alive at the end of the program.
 */
final class NamedThreadsLeak {

    private static final int BLOCK_BYTES = 159_979;
    private static final Ledger LEDGER = new Ledger();
    private static final Queue<ByteBuffer> HELD = new ConcurrentLinkedQueue<>();

    private NamedThreadsLeak() {}

    public static void main(String[] arguments) throws InterruptedException {
        start("plants-alpha", 19);
        // Longer than the 15 bytes that Linux keeps of a thread's name.
        start("plants-beta with a long name", 41);
        start("plants-gamma", 29);
        LEDGER.print(System.out);
    }

    private static void start(String name, int blocks) throws InterruptedException {
        CountDownLatch planted = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    for (int i = 0; i < blocks; i++) {
                        leak();
                    }
                    planted.countDown();
                    stay();
                },
                name);
        thread.setDaemon(true);
        thread.start();
        planted.await();
    }

    private static void leak() {
        LEDGER.onNextLine(SizeClass.of(BLOCK_BYTES), Thread.currentThread().getName());
        HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
    }

    private static void stay() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
