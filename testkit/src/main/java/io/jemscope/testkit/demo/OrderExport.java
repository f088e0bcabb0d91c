package io.jemscope.testkit.demo;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Exports of orders. Not a leak: each has a direct buffer, unreachable after the write, and freed by the JDK after the
 * next garbage collection.
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
     * Waits at most ten seconds until the garbage collector and the JDK have freed the exports' buffers.
     *
     * @param keptBytes the capacity of all other direct buffers in use
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
