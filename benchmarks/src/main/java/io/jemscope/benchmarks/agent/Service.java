package io.jemscope.benchmarks.agent;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/**
 * A service that holds sessions off the heap and compresses its answers: two threads answer one request after the other, first
 * to warm up and then to be measured. Prints {@code result <requests a second> <99th percentile in microseconds> <processor time of the
 * whole process for each request, in microseconds>}; or, as {@code idle}, does nothing until it is ended.
 */
public final class Service {

    private static final int THREADS = 2;
    private static final int SESSIONS = 2_000;
    private static final int SESSION_BYTES = 4_001;

    /** More than a thread answers in the longest measurement. */
    private static final int MOST_REQUESTS = 2_000_000;

    private Service() {}

    /**
     * Runs the service.
     *
     * @param arguments {@code idle}, or the seconds to warm up and the seconds to measure
     * @throws InterruptedException where the program is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments[0].equals("idle")) {
            TimeUnit.DAYS.sleep(1);
        }
        run(Long.parseLong(arguments[0]), false);
        run(Long.parseLong(arguments[1]), true);
    }

    private static void run(long seconds, boolean measured) throws InterruptedException {
        long[][] nanos = new long[THREADS][];
        Thread[] threads = new Thread[THREADS];
        long before = processorNanos();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int i = 0; i < THREADS; i++) {
            int index = i;
            threads[i] = new Thread(() -> nanos[index] = answer(index, deadline), "service-" + i);
            threads[i].start();
        }
        int total = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i].join();
            total += nanos[i].length;
        }
        if (measured) {
            double each = (processorNanos() - before) / 1e3 / total;
            long[] all = new long[total];
            int length = 0;
            for (long[] some : nanos) {
                System.arraycopy(some, 0, all, length, some.length);
                length += some.length;
            }
            Arrays.sort(all);
            System.out.printf(
                    Locale.ROOT,
                    "result %f %f %f%n",
                    (double) total / seconds,
                    all[Math.min(total - 1, (int) (total * 0.99))] / 1e3,
                    each);
        }
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** How long each request took, in nanoseconds. */
    private static long[] answer(int seed, long deadline) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer[] sessions = new ByteBuffer[SESSIONS];
        long[] nanos = new long[MOST_REQUESTS];
        int requests = 0;
        long start = System.nanoTime();
        while (start - deadline < 0 && requests < MOST_REQUESTS) {
            sessions[random.nextInt(SESSIONS)] = ByteBuffer.allocateDirect(SESSION_BYTES);
            compress(random);
            long end = System.nanoTime();
            nanos[requests++] = end - start;
            start = end;
        }
        return Arrays.copyOf(nanos, requests);
    }

    private static void compress(SplittableRandom random) {
        StringBuilder document = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            document.append("{\"item\":").append(random.nextInt(1000)).append("},");
        }
        Deflater deflater = new Deflater();
        deflater.setInput(document.toString().getBytes(StandardCharsets.UTF_8));
        deflater.finish();
        deflater.deflate(new byte[16 * 1024]);
        deflater.end();
    }
}
