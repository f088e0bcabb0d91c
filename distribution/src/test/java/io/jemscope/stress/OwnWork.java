package io.jemscope.stress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts a target's own work: how much of it in each second, and how long each piece took. All its memory is there from the
 * beginning, so that the counting doesn't look like a leak.
 */
final class OwnWork {

    /** A day: longer than any test runs. */
    private static final int MOST_SECONDS = 86_400;

    /** Steps in each doubling of a time: a percentile is off by a tenth at most. */
    private static final int STEPS = 8;

    private static final int STEP_BITS = 3;

    private final long start = System.nanoTime();
    private final AtomicIntegerArray bySecond = new AtomicIntegerArray(MOST_SECONDS);
    private final AtomicLongArray byNanos = new AtomicLongArray(Long.SIZE * STEPS);

    /** A piece of work is done that was begun then, by {@link System#nanoTime}. */
    void did(long begin) {
        long now = System.nanoTime();
        bySecond.incrementAndGet((int) TimeUnit.NANOSECONDS.toSeconds(now - start));
        byNanos.incrementAndGet(step(now - begin));
    }

    /** What was done until now, as {@link WorkFigures} reads it. The first second and the one that is on don't count. */
    String figures() {
        int end = (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        long total = 0;
        int least = Integer.MAX_VALUE;
        for (int second = 1; second < end; second++) {
            total += bySecond.get(second);
            least = Math.min(least, bySecond.get(second));
        }
        return new WorkFigures(end - 1, total, least, percentile(0.99) / 1e3).text();
    }

    /** In nanoseconds. */
    private long percentile(double share) {
        long all = 0;
        for (int i = 0; i < byNanos.length(); i++) {
            all += byNanos.get(i);
        }
        long below = 0;
        int step = 0;
        while (step < byNanos.length() - 1 && below + byNanos.get(step) < all * share) {
            below += byNanos.get(step);
            step++;
        }
        return longest(step);
    }

    /** The highest bit's number, and the bits behind it. */
    private static int step(long nanos) {
        long atLeast = Math.max(nanos, STEPS);
        int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(atLeast);
        return bit * STEPS + (int) (atLeast >> (bit - STEP_BITS)) - STEPS;
    }

    private static long longest(int step) {
        int bit = step / STEPS;
        return (long) (STEPS + step % STEPS + 1) << Math.max(0, bit - STEP_BITS);
    }
}
