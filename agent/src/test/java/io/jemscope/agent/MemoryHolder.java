package io.jemscope.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * A program that holds memory of known sizes, all of it touched: 64 MiB by {@code malloc}, as much in a direct buffer, as
 * much in the Java heap, and 200 threads. It has an MBean server of its own where {@code holder.jmx} is set.
 */
final class MemoryHolder {

    static final int BYTES = 64 << 20;
    static final int THREADS = 200;

    private MemoryHolder() {}

    public static void main(String[] arguments) throws Exception {
        if (Boolean.getBoolean("holder.jmx")) {
            ManagementFactory.getPlatformMBeanServer();
        }
        long block = malloc();
        ByteBuffer direct = ByteBuffer.allocateDirect(BYTES);
        byte[][] heap = new byte[64][BYTES / 64];
        for (byte[] part : heap) {
            Arrays.fill(part, (byte) 1);
        }
        CountDownLatch started = new CountDownLatch(THREADS);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        started.await();
        System.out.println("ready");
        await();
        System.exit(block == 0 || direct.capacity() + heap.length == 0 ? 1 : AttachedProgram.EXIT_CODE);
    }

    private static void await() throws IOException {
        while (System.in.read() >= 0) {
            // Until the input ends.
        }
    }

    /** By reflection: javac warns of the class itself, and there is no other malloc in Java on JDK 17. */
    private static long malloc() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        long block = (Long) type.getMethod("allocateMemory", long.class).invoke(unsafe, (long) BYTES);
        type.getMethod("setMemory", long.class, long.class, byte.class).invoke(unsafe, block, (long) BYTES, (byte) 1);
        return block;
    }
}
