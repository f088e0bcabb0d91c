package io.jemscope.profile;

import java.util.SplittableRandom;

/**
 * A stack's live blocks as jemalloc 5.3 samples and prints them: each block is sampled by the bytes it takes, counted with what it
 * stands for, in eighths of an object and whole bytes, and the sums are divided and rounded again for the dump
 * ({@code prof_unbias}).
 */
final class SampledStack {

    private final long rate;
    private long eighths;
    private long bytes;

    SampledStack(long rate) {
        this.rate = rate;
    }

    /** Samples blocks of a size class. */
    void add(SplittableRandom random, long blocks, long size) {
        double chance = -Math.expm1(-(double) size / rate);
        long sampled = binomial(random, blocks, chance);
        eighths += sampled * Math.round(8 / chance);
        bytes += sampled * Math.round(size / chance);
    }

    /** The estimate of the line that the dump has. */
    Amount scaled() {
        if (bytes == 0) {
            return Amount.NONE;
        }
        double mean = bytes / (eighths / 8.0);
        double chance = -Math.expm1(-mean / rate);
        return new SampleRate(rate).scale(Math.round(eighths / 8.0 * chance), Math.round(bytes * chance));
    }

    /** How many of the blocks are sampled, in a time that grows with the samples and not with the blocks. */
    private static long binomial(SplittableRandom random, long blocks, double chance) {
        long sampled = 0;
        double logOfMiss = Math.log1p(-chance);
        double next = 0;
        while (true) {
            // The distance to the next sampled block is geometric.
            next += chance == 1 ? 1 : Math.floor(Math.log(1 - random.nextDouble()) / logOfMiss) + 1;
            if (next > blocks) {
                return sampled;
            }
            sampled++;
        }
    }
}
