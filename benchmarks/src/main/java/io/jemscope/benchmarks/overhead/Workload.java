package io.jemscope.benchmarks.overhead;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A program to be watched: runs one kind of work on two threads, first to warm up and then to be measured, and prints
 * {@code result <nanoseconds an operation> <resident KiB>}. Between the two it prints {@code warm <pid>} and waits for a line. The figures are its own, so that the start of the JVM and of
 * whatever watches it isn't in them.
 */
public final class Workload {

    private static final int THREADS = 2;
    private static final int BLOCKS = 4096;

    private Workload() {}

    /** One kind of work. */
    @FunctionalInterface
    interface Work {
        /**
         * Works until a moment.
         *
         * @param deadline in terms of {@link System#nanoTime}
         * @return how many operations were done
         */
        long until(long deadline) throws Throwable;
    }

    /**
     * Runs the program.
     *
     * @param arguments the kind of work ({@code malloc}, {@code large}, {@code mixed}, {@code idle}), the seconds to warm
     *     up, and the seconds to measure
     * @throws InterruptedException where the program is interrupted
     * @throws IOException where its input can't be read
     */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        String kind = arguments[0];
        run(kind, Duration.ofSeconds(Long.parseLong(arguments[1])));
        System.out.println("warm " + ProcessHandle.current().pid());
        int unused = System.in.read();
        double nanosecondsPerOperation = run(kind, Duration.ofSeconds(Long.parseLong(arguments[2])));
        System.out.println("result " + nanosecondsPerOperation + " " + residentKibibytes());
    }

    private static double run(String kind, Duration time) throws InterruptedException {
        long[] operations = new long[THREADS];
        Thread[] threads = new Thread[THREADS];
        long cpuBefore = processCpuNanoseconds();
        long started = System.nanoTime();
        long deadline = started + time.toNanos();
        for (int i = 0; i < THREADS; i++) {
            int index = i;
            threads[i] = new Thread(() -> operations[index] = work(kind, index, deadline), "work-" + i);
            threads[i].start();
        }
        long total = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i].join();
            total += operations[i];
        }
        // An idle program does a set number of operations a second: what it costs is processor time, not elapsed time.
        long spent =
                kind.equals("idle") ? processCpuNanoseconds() - cpuBefore : (System.nanoTime() - started) * THREADS;
        return (double) spent / total;
    }

    private static long work(String kind, int seed, long deadline) {
        Work work = switch (kind) {
            case "malloc" -> end -> allocateAndFree(usualSizes(seed), end);
            case "large" -> end -> allocateAndFree(evenSizes(seed), end);
            case "mixed" -> end -> compress(seed, end);
            case "idle" -> end -> tick(seed, end);
            default -> throw new IllegalArgumentException("malloc, large, mixed or idle, not " + kind);
        };
        try {
            return work.until(deadline);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sizes as programs mostly ask for them: half from 16 to 31 bytes, a quarter to 63, and so on up to 4 KiB. */
    private static int[] usualSizes(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = new int[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            int smallest = 16 << Math.min(7, Integer.numberOfTrailingZeros(random.nextInt() | 1 << 7));
            sizes[i] = random.nextInt(smallest, 2 * smallest);
        }
        return sizes;
    }

    /** Any size up to 4 KiB as often as any other: two gigabytes a second and more, and a sample for every 256 blocks. */
    private static int[] evenSizes(int seed) {
        return new SplittableRandom(seed).ints(BLOCKS, 16, 4096).toArray();
    }

    /** A thousand blocks are alive at a time. */
    private static long allocateAndFree(int[] sizes, long deadline) throws Throwable {
        long[] blocks = new long[1024];
        long operations = 0;
        while (System.nanoTime() - deadline < 0) {
            for (int i = 0; i < BLOCKS; i++) {
                int slot = i & 1023;
                if (blocks[slot] != 0) {
                    Memory.free(blocks[slot]);
                }
                blocks[slot] = Memory.allocate(sizes[i]);
            }
            operations += BLOCKS;
        }
        for (long block : blocks) {
            if (block != 0) {
                Memory.free(block);
            }
        }
        return operations;
    }

    /** What a service does: makes a small document, checks it, compresses it. */
    private static long compress(int seed, long deadline) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] out = new byte[16 * 1024];
        long operations = 0;
        while (System.nanoTime() - deadline < 0) {
            StringBuilder document = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                document.append("{\"item\":").append(random.nextInt(1000)).append("},");
            }
            byte[] bytes = document.toString().getBytes(StandardCharsets.UTF_8);
            CRC32 checksum = new CRC32();
            checksum.update(bytes);
            Deflater deflater = new Deflater();
            deflater.setInput(bytes);
            deflater.finish();
            deflater.deflate(out);
            deflater.end();
            operations++;
        }
        return operations;
    }

    /** A hundred small tasks a second, and sleep between. */
    private static long tick(int seed, long deadline) throws Throwable {
        SplittableRandom random = new SplittableRandom(seed);
        long operations = 0;
        while (System.nanoTime() - deadline < 0) {
            long block = Memory.allocate(random.nextInt(16, 4096));
            Memory.free(block);
            operations++;
            Thread.sleep(10); // the idleness that is measured
        }
        return operations;
    }

    private static long processCpuNanoseconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long residentKibibytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("no VmRSS in /proc/self/status");
    }
}
