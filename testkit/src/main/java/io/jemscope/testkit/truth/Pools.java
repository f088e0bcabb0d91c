package io.jemscope.testkit.truth;

import io.jemscope.testkit.leaks.UnsafeMemory;

/** Pools: their blocks are used again and never freed, and they grow to what is used at once. */
final class Pools {

    private static final long BLOCK_BYTES = 4_000;
    private static final int STEPS = 10;

    private Pools() {}

    /** Load comes up within a third of the run, and then swings by itself. */
    static Workload warmUp(Setting setting) {
        double warmUpSeconds = setting.seconds() / 8;
        double[] swing = new double[1];
        double[] last = new double[1];
        long[] blocks = new long[1];
        return second -> {
            // A random walk that returns to 0: correlated for a twentieth of the run, 15 % to each side.
            double kept = Math.exp(-20 * (second - last[0]) / setting.seconds());
            last[0] = second;
            swing[0] = kept * swing[0]
                    + Math.sqrt(1 - kept * kept) * 0.15 * setting.random().nextGaussian();
            double used = setting.heldBytes() / BLOCK_BYTES * (1 - Math.exp(-second / warmUpSeconds)) * (1 + swing[0]);
            for (; blocks[0] < used; blocks[0]++) {
                long unused = (long) UnsafeMemory.ALLOCATE.invokeExact(BLOCK_BYTES);
            }
        };
    }

    /** A tenth of it at a time, at ten times over the whole run. */
    static Workload steps(Setting setting) {
        double[] times =
                setting.random().doubles(STEPS, 0, setting.seconds()).sorted().toArray();
        int[] step = new int[1];
        double blocks = setting.heldBytes() / BLOCK_BYTES / STEPS;
        return second -> {
            while (step[0] < STEPS && times[step[0]] <= second) {
                step[0]++;
                for (int i = 0; i < blocks; i++) {
                    long unused = (long) UnsafeMemory.ALLOCATE.invokeExact(BLOCK_BYTES);
                }
            }
        };
    }
}
