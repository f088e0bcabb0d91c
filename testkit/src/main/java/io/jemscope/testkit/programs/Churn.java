package io.jemscope.testkit.programs;

import io.jemscope.testkit.leaks.UnsafeMemory;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program with a constant amount of native memory that replaces each block after some time by a new one of the same size. Two of
 * its profiles differ only by sampling.
 */
final class Churn {

    private static final long KIB = 1024;

    /** The slots of each size have 4 MiB in total. */
    private static final long BYTES_A_SIZE = 4 * KIB * KIB;

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Each slot is replaced about once in a quarter of a second. */
    private static final int STEPS_A_LIFETIME = 50;

    private final Random random;
    private final long[] tiny = slots(64);
    private final long[] small = slots(KIB);
    private final long[] page = slots(4 * KIB);
    private final long[] middle = slots(20 * KIB);
    private final long[] large = slots(80 * KIB);
    private final long[] huge = slots(512 * KIB);

    private Churn(long seed) {
        random = new Random(seed);
    }

    /** The arguments are the seconds, and a seed. */
    public static void main(String[] arguments) throws Throwable {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
        Churn churn = new Churn(Long.parseLong(arguments[1]));
        churn.renew(1);
        while (System.nanoTime() < end) {
            churn.renew(1.0 / STEPS_A_LIFETIME);
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private static long[] slots(long blockBytes) {
        return new long[(int) (BYTES_A_SIZE / blockBytes)];
    }

    /** Replaces that share of all blocks, each size on its own line. */
    private void renew(double share) throws Throwable {
        for (int i = 0; i < tiny.length * share; i++) {
            int slot = slot(tiny, share, i);
            tiny[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(64L);
        }
        for (int i = 0; i < small.length * share; i++) {
            int slot = slot(small, share, i);
            small[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(KIB);
        }
        for (int i = 0; i < page.length * share; i++) {
            int slot = slot(page, share, i);
            page[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(4 * KIB);
        }
        for (int i = 0; i < middle.length * share; i++) {
            int slot = slot(middle, share, i);
            middle[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(20 * KIB);
        }
        for (int i = 0; i < large.length * share; i++) {
            int slot = slot(large, share, i);
            large[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(80 * KIB);
        }
        for (int i = 0; i < huge.length * share; i++) {
            int slot = slot(huge, share, i);
            huge[slot] = (long) UnsafeMemory.ALLOCATE.invokeExact(512 * KIB);
        }
    }

    /** Frees and returns a slot: a random one, or at the start each in turn. */
    private int slot(long[] slots, double share, int turn) throws Throwable {
        int slot = share == 1 ? turn : random.nextInt(slots.length);
        if (slots[slot] != 0) {
            UnsafeMemory.FREE.invokeExact(slots[slot]);
        }
        return slot;
    }
}
