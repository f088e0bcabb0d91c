package io.jemscope.testkit.programs;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs the steps in its arguments, one after the other; {@code name=value} for a step with a value.
 *
 * <ul>
 *   <li>{@code leak}: leaks some direct buffers, and prints the leaks so far
 *   <li>{@code await=FILE}: waits until the file exists
 *   <li>{@code print=WORDS}: prints a line
 *   <li>{@code class=NAME}: prints the location of a class
 *   <li>{@code exit=CODE} and {@code halt=CODE}: end the JVM
 *   <li>{@code throw}: throws an exception that isn't caught
 *   <li>{@code fill-heap}: fills the Java heap until it is full; the objects can then be collected
 *   <li>{@code fill-heap-for-good}: fills the heap and keeps it full: the JVM can't allocate what an orderly exit needs
 *   <li>{@code fill-heap-but=KIB}: fills the Java heap until that much is free, and keeps it; throws nothing
 *   <li>{@code fill-metaspace}: makes classes until the JVM has no room for them
 *   <li>{@code churn=THREADS}: keeps a little of the Java heap, and fills the rest with garbage in that many threads until the end
 *   <li>{@code threads=COUNT}: starts that many threads, which wait until the end
 *   <li>{@code forever}: waits for a signal
 * </ul>
 */
final class Steps {

    /** Much larger than 16 KiB, the rate of live programs in tests, so that every block is sampled. */
    private static final int BLOCK_BYTES = 399_989;

    private static final int BLOCKS = 21;
    private static final int POLL_MILLIS = 20;
    private static final long STACK_BYTES = 144 * 1024;
    private static final int FILLING_LENGTH = 1_000;
    private static final int HELD_ARRAYS = 2_000;
    private static final List<ByteBuffer> HELD = new ArrayList<>();
    private static final List<long[]> HEAP = new ArrayList<>();

    private final Ledger ledger = new Ledger();

    private Steps() {}

    public static void main(String[] arguments) throws Exception {
        Steps steps = new Steps();
        for (String argument : arguments) {
            int end = argument.indexOf('=');
            steps.take(end < 0 ? argument : argument.substring(0, end), argument.substring(end + 1));
        }
    }

    private void take(String step, String value) throws Exception {
        switch (step) {
            case "leak" -> leak();
            case "await" -> await(Path.of(value));
            case "print" -> System.out.println(value);
            case "class" ->
                System.out.println(value + " of "
                        + Class.forName(value)
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation());
            case "exit" -> System.exit(Integer.parseInt(value));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(value));
            case "throw" -> throw new IllegalStateException("Thrown as asked");
            case "fill-heap" -> fillHeap(new ArrayList<>());
            case "fill-heap-for-good" -> fillHeap(HEAP);
            case "fill-heap-but" -> fillHeapBut(Long.parseLong(value) << 10);
            case "fill-metaspace" -> fillMetaspace();
            case "churn" -> churn(Integer.parseInt(value));
            case "threads" -> threads(Integer.parseInt(value));
            case "forever" -> new CountDownLatch(1).await();
            default -> throw new IllegalArgumentException("No such step: " + step);
        }
    }

    private void leak() {
        for (int i = 0; i < BLOCKS; i++) {
            ledger.onNextLine(SizeClass.of(BLOCK_BYTES), "direct buffers of a step");
            HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
        }
        ledger.print(System.out);
    }

    private static void threads(int count) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(count);
        CountDownLatch never = new CountDownLatch(1);
        Runnable wait = () -> {
            started.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(null, wait, "waiter-" + i, STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
        }
        started.await();
    }

    private static void await(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static void fillHeap(List<long[]> heap) {
        int length = 100_000;
        while (true) {
            try {
                heap.add(new long[length]);
            } catch (OutOfMemoryError e) {
                // Smaller each time, until nothing fits.
                if (length == 0) {
                    throw e;
                }
                length /= 2;
            }
        }
    }

    private static void fillHeapBut(long bytes) {
        while (freeBytes() > bytes || isFreeAfterCollection(bytes)) {
            HEAP.add(new long[FILLING_LENGTH]);
        }
    }

    private static void fillMetaspace() {
        Object proxy = null;
        try {
            while (true) {
                Object last = proxy;
                // Each holds the one before, so no class is unloaded.
                proxy = Proxy.newProxyInstance(
                        new ClassLoader() {}, new Class<?>[] {Runnable.class}, (self, method, values) -> last);
            }
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
    }

    private static void churn(int count) {
        for (int i = 0; i < HELD_ARRAYS; i++) {
            HEAP.add(new long[FILLING_LENGTH]);
        }
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(Steps::makeGarbage, "churn-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void makeGarbage() {
        long[][] newest = new long[FILLING_LENGTH][];
        for (int i = 0; true; i = (i + 1) % newest.length) {
            newest[i] = new long[FILLING_LENGTH];
        }
    }

    /** Garbage counts as used until it is collected. */
    private static boolean isFreeAfterCollection(long bytes) {
        System.gc();
        return freeBytes() > bytes;
    }

    private static long freeBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }
}
