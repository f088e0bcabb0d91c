package io.jemscope.testkit.demo;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Exports of orders. Honest churn: a direct buffer each, dropped when it is written, and freed by the JDK once the
 * garbage collector has seen that.
 */
final class OrderExport {

    private static final int EXPORT_BYTES = 262_147;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Writes one export. */
    void write(int order) {
        ByteBuffer export = ByteBuffer.allocateDirect(EXPORT_BYTES);
        while (export.hasRemaining()) {
            export.put((byte) order);
        }
    }

    /**
     * Waits until the garbage collector has found the dropped exports and the JDK has freed them, ten seconds at most.
     *
     * @param keptBytes the capacity of all direct buffers that others keep
     */
    void awaitFreed(long keptBytes) {
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        long deadline = System.nanoTime() + LIMIT_NANOS;
        System.gc();
        while (direct.getMemoryUsed() >= keptBytes + EXPORT_BYTES && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
