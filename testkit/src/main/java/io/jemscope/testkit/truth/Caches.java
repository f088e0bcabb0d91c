package io.jemscope.testkit.truth;

import io.jemscope.testkit.leaks.UnsafeMemory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/** Caches, sessions and garbage: memory that grows for a time, or is freed late, and doesn't leak. */
final class Caches {

    /** The mean of {@link Setting#blockBytes}. */
    private static final double MEAN_BLOCK_BYTES = 2_236;

    private Caches() {}

    /** Full after a quarter of the run; then each block replaces the oldest one. */
    static Workload firstInFirstOut(Setting setting) {
        Blocks blocks = new Blocks();
        long[] allocated = new long[1];
        return second -> {
            while (allocated[0] < setting.bytesASecond() * second) {
                long bytes = setting.blockBytes();
                blocks.add((long) UnsafeMemory.ALLOCATE.invokeExact(bytes), bytes);
                allocated[0] += bytes;
                blocks.freeOldest(setting.heldBytes() / 2);
            }
        };
    }

    /** Some keys are asked for much more often than others, so some blocks stay for the whole run. */
    static Workload leastRecentlyUsed(Setting setting) {
        int capacity = (int) (setting.heldBytes() / 2 / MEAN_BLOCK_BYTES);
        Map<Integer, Long> cache = new LinkedHashMap<>(capacity, 0.75F, true);
        long[] lookups = new long[1];
        double lookupsASecond = 3 * setting.bytesASecond() / MEAN_BLOCK_BYTES;
        return second -> {
            for (; lookups[0] < lookupsASecond * second; lookups[0]++) {
                int key = popular(setting.random(), 8 * capacity);
                if (cache.get(key) == null) {
                    cache.put(key, (long) UnsafeMemory.ALLOCATE.invokeExact((long) setting.blockBytes()));
                }
                if (cache.size() > capacity) {
                    Iterator<Long> oldest = cache.values().iterator();
                    UnsafeMemory.FREE.invokeExact((long) oldest.next());
                    oldest.remove();
                }
            }
        };
    }

    /** A key below a limit; the n-th is asked for about 1/n as often as the first. */
    private static int popular(Random random, int limit) {
        return (int) Math.pow(limit, random.nextDouble());
    }

    /** Nothing is evicted, but there are only so many keys, and nearly all have been asked for at the end. */
    static Workload slowFill(Setting setting) {
        return fill(setting, false);
    }

    /** The same with keys of which some are asked for seldom. */
    static Workload popularFill(Setting setting) {
        return fill(setting, true);
    }

    private static Workload fill(Setting setting, boolean popular) {
        int keys = (int) (setting.heldBytes() / MEAN_BLOCK_BYTES);
        Set<Integer> loaded = new HashSet<>();
        long[] lookups = new long[1];
        double lookupsASecond = 4 * keys / setting.seconds();
        return second -> {
            for (; lookups[0] < lookupsASecond * second; lookups[0]++) {
                int key = popular
                        ? popular(setting.random(), keys)
                        : setting.random().nextInt(keys);
                if (loaded.add(key)) {
                    long unused = (long) UnsafeMemory.ALLOCATE.invokeExact((long) setting.blockBytes());
                }
            }
        };
    }

    /** A session's memory, and when it ends. */
    private record Session(double endSecond, long address) {}

    /** More and more sessions, each of which ends after a tenth of the run on average. */
    static Workload risingSessions(Setting setting) {
        return sessions(setting, setting.seconds() / 10, second -> 2 * second / setting.seconds());
    }

    /** As many sessions as there is load: four days in a run. */
    static Workload dailySessions(Setting setting) {
        double day = setting.seconds() / 4;
        return sessions(setting, day / 8, second -> 1 + 0.9 * Math.sin(2 * Math.PI * second / day));
    }

    /** The load at a time, 1 on average. */
    private interface Load {
        double at(double second);
    }

    private static Workload sessions(Setting setting, double meanSeconds, Load load) {
        PriorityQueue<Session> open =
                new PriorityQueue<>((one, other) -> Double.compare(one.endSecond, other.endSecond));
        double[] due = new double[1];
        double[] last = new double[1];
        double sessionsASecond = setting.heldBytes() / meanSeconds / MEAN_BLOCK_BYTES;
        return second -> {
            due[0] += (second - last[0]) * sessionsASecond * load.at(second);
            last[0] = second;
            for (; due[0] >= 1; due[0]--) {
                double lasts = -Math.log(1 - setting.random().nextDouble()) * meanSeconds;
                long address = (long) UnsafeMemory.ALLOCATE.invokeExact((long) setting.blockBytes());
                open.add(new Session(second + lasts, address));
            }
            for (Session next = open.peek(); next != null && next.endSecond <= second; next = open.peek()) {
                UnsafeMemory.FREE.invokeExact(next.address);
                open.remove();
            }
        };
    }

    /** Fills for a fifth of the run, and frees all. */
    static Workload sawtooth(Setting setting) {
        Blocks blocks = new Blocks();
        int[] period = new int[1];
        double periodSeconds = setting.seconds() / 5;
        return second -> {
            if ((int) (second / periodSeconds) > period[0]) {
                period[0]++;
                blocks.freeOldest(0);
            }
            double filled = second / periodSeconds - period[0];
            while (blocks.heldBytes() < setting.heldBytes() * filled) {
                long bytes = setting.blockBytes();
                blocks.add((long) UnsafeMemory.ALLOCATE.invokeExact(bytes), bytes);
            }
        };
    }

    /** Always as much; each block lives for a twentieth of the run on average. */
    static Workload churn(Setting setting) {
        Blocks blocks = new Blocks();
        double[] last = new double[1];
        return second -> {
            if (second - last[0] > 0.05) {
                blocks.freeSome(20 * (second - last[0]) / setting.seconds(), setting.random());
                last[0] = second;
            }
            while (blocks.heldBytes() < setting.heldBytes()) {
                long bytes = setting.blockBytes();
                blocks.add((long) UnsafeMemory.ALLOCATE.invokeExact(bytes), bytes);
            }
        };
    }

    /** Direct buffers of which only the last hundred are used; a collection frees the others, but none happens. */
    static Workload uncollected(Setting setting) {
        return garbage(setting, Double.POSITIVE_INFINITY);
    }

    /** The same with six collections in a run. */
    static Workload collected(Setting setting) {
        return garbage(setting, setting.seconds() / 6);
    }

    private static Workload garbage(Setting setting, double collectionSeconds) {
        Deque<ByteBuffer> used = new ArrayDeque<>();
        long[] allocated = new long[1];
        double[] collected = new double[1];
        return second -> {
            while (allocated[0] < setting.bytesASecond() * second) {
                int bytes = setting.blockBytes();
                used.add(ByteBuffer.allocateDirect(bytes));
                allocated[0] += bytes;
            }
            while (used.size() > 100) {
                used.remove();
            }
            if (second - collected[0] > collectionSeconds) {
                collected[0] = second;
                System.gc();
            }
        };
    }
}
