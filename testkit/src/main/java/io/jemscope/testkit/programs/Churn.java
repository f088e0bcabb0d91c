package io.jemscope.testkit.programs;

import io.jemscope.testkit.leaks.UnsafeMemory;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that holds the same amount of native memory all the time, and gives each block back after a while for a new one
 * of the same size. What a profile of it shows at one time and another differs by sampling alone.
 */
final class Churn {

    private static final long KIB = 1024;

    /** Each size's slots hold 4 MiB in all. */
    private static final long BYTES_A_SIZE = 4 * KIB * KIB;

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** In a quarter of a second, each slot is renewed about once. */
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

    /**
     * Runs for a time.
     *
     * @param arguments the seconds, and a seed
     * @throws Throwable where memory can't be had
     */
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

    /** Gives that share of all slots new blocks, each size on a line of its own. */
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

    /** A slot to renew, with what it held given back: any, or in the beginning each in turn. */
    private int slot(long[] slots, double share, int turn) throws Throwable {
        int slot = share == 1 ? turn : random.nextInt(slots.length);
        if (slots[slot] != 0) {
            UnsafeMemory.FREE.invokeExact(slots[slot]);
        }
        return slot;
    }
}
