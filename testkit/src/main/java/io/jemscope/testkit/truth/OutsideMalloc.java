package io.jemscope.testkit.truth;

import io.jemscope.testkit.CopyLoader;
import io.jemscope.testkit.leaks.UnsafeMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Programs whose resident memory grows while no line holds more of malloc's, or little: the process's ledger shows it. */
final class OutsideMalloc {

    /** About what a thread touches of its stack below. */
    private static final int STACK_BYTES = 96 << 10;

    private static final int DEPTH = 500;

    /** About what the JVM keeps for a loader with one class. */
    private static final int LOADER_BYTES = 6 << 10;

    private static final int MAPPING_BYTES = 256 << 10;
    private static final long GLIBC_BYTES = 3_001;

    private OutsideMalloc() {}

    static Workload threads(Setting setting) {
        int[] threads = new int[1];
        return second -> {
            for (; threads[0] * (double) STACK_BYTES < setting.bytesASecond() * second; threads[0]++) {
                CountDownLatch started = new CountDownLatch(1);
                Thread thread = new Thread(() -> descend(DEPTH, started), "leaked");
                thread.setDaemon(true);
                setting.ledger().onNextLine(0, "the JVM's part of threads that stay");
                thread.start();
                started.await();
            }
        };
    }

    private static void descend(int levels, CountDownLatch started) {
        if (levels > 0) {
            descend(levels - 1, started);
        }
        started.countDown();
        while (true) {
            LockSupport.park();
        }
    }

    /** A class that each leaked loader has a copy of. */
    public static final class Plugin {}

    static Workload loaders(Setting setting) {
        List<Class<?>> held = new ArrayList<>();
        ClassLoader parent = OutsideMalloc.class.getClassLoader();
        return second -> {
            while (held.size() * (double) LOADER_BYTES < setting.bytesASecond() * second) {
                String name = Plugin.class.getName();
                setting.ledger().onNextLine(0, "the JVM's part of class loaders that stay");
                held.add(Class.forName(name, true, new CopyLoader("leaked", parent, Set.of(name))));
            }
        };
    }

    static Workload mappings(Setting setting) {
        long[] mappings = new long[1];
        return second -> {
            for (; mappings[0] * MAPPING_BYTES < setting.bytesASecond() * second; mappings[0]++) {
                Plants.mmap(MAPPING_BYTES);
            }
        };
    }

    static Workload glibc(Setting setting) {
        long[] blocks = new long[1];
        return second -> {
            for (; blocks[0] * GLIBC_BYTES < setting.bytesASecond() * second; blocks[0]++) {
                Plants.glibcMalloc(GLIBC_BYTES);
            }
        };
    }

    /**
     * A line holds always as much, but ever more thinly: some blocks of one size are replaced by as many bytes of another
     * size, one block in sixteen of a burst, which keep all the pages of the burst.
     */
    static Workload fragmentation(Setting setting) {
        long[] sizes = {192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1_024, 1_280, 1_536, 1_792};
        double heldBytes = setting.heldBytes() / 4;
        double cycleBytes = heldBytes / sizes.length;
        Blocks dense = new Blocks();
        int[] cycle = new int[1];
        return second -> {
            while (cycle[0] <= sizes.length * second / setting.seconds() && cycle[0] <= sizes.length) {
                long bytes = cycle[0] == 0 ? 128 : sizes[cycle[0] - 1];
                long burst = (long) ((cycle[0] == 0 ? heldBytes : 16 * cycleBytes) / bytes);
                dense.freeOldest(heldBytes - cycle[0] * cycleBytes);
                List<Long> rest = new ArrayList<>();
                for (long i = 0; i < burst; i++) {
                    long address = (long) UnsafeMemory.ALLOCATE.invokeExact(bytes);
                    UnsafeMemory.FILL.invokeExact(address, bytes, (byte) 1);
                    if (cycle[0] == 0) {
                        dense.add(address, bytes);
                    } else if (i % 16 > 0) {
                        rest.add(address);
                    }
                }
                for (long address : rest) {
                    UnsafeMemory.FREE.invokeExact(address);
                }
                cycle[0]++;
            }
        };
    }

    /** Ever larger bursts, all freed at once. The allocator returns no page if {@code dirty_decay_ms} is -1. */
    static Workload dirtyPages(Setting setting) {
        double[] last = new double[1];
        return second -> {
            if (second - last[0] < setting.seconds() / 40) {
                return;
            }
            last[0] = second;
            Blocks burst = new Blocks();
            while (burst.heldBytes() < setting.bytesASecond() * second) {
                long bytes = 32_768;
                long address = (long) UnsafeMemory.ALLOCATE.invokeExact(bytes);
                UnsafeMemory.FILL.invokeExact(address, bytes, (byte) 1);
                burst.add(address, bytes);
            }
            burst.freeOldest(0);
        };
    }
}
