package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Leaks from virtual threads. Needs JDK 21, whose API it calls by reflection. */
final class VirtualThreadLeak {

    private static final int BLOCK_BYTES = 109_987;
    private static final Ledger LEDGER = new Ledger();
    private static final Queue<ByteBuffer> HELD = new ConcurrentLinkedQueue<>();

    private VirtualThreadLeak() {}

    public static void main(String[] arguments) throws ReflectiveOperationException, InterruptedException {
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        for (int i = 0; i < 103; i++) {
            threads.execute(VirtualThreadLeak::leak);
        }
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("The virtual threads haven't ended within a minute");
        }
        LEDGER.print(System.out);
    }

    private static void leak() {
        LEDGER.onNextLine(SizeClass.of(BLOCK_BYTES), "from virtual threads");
        HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
    }
}
