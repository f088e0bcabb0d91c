package io.jemscope.benchmarks.statistics;

import java.util.SplittableRandom;

/** Random numbers of the distributions that a simulated program needs. Equal seeds give equal numbers. */
final class Draws {

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final SplittableRandom random;

    private Draws(SplittableRandom random) {
        this.random = random;
    }

    /**
     * The numbers of one run, independent of those of any other run of any other row.
     *
     * @param seed the whole benchmark's seed
     * @param row the row's name
     * @param run the run's number
     */
    static Draws of(long seed, String row, int run) {
        return new Draws(new SplittableRandom((seed * GOLDEN + row.hashCode()) * GOLDEN + run));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    double gaussian() {
        return random.nextGaussian();
    }

    /** A number between the two, its logarithm evenly spread. */
    double logUniform(double from, double to) {
        return from * Math.exp(random.nextDouble() * Math.log(to / from));
    }

    /**
     * How many of so many blocks are sampled. jemalloc draws the distance to the next sample, in bytes, from a geometric
     * distribution, which has no memory: so each block is sampled by itself, with probability 1 - (1 - 1/R)^size.
     */
    long sampled(long blocks, long blockBytes, long rateBytes) {
        return binomial(blocks, -Math.expm1(blockBytes * Math.log1p(-1.0 / rateBytes)));
    }

    /** How many of so many trials succeed: counts the rarer outcome by its geometric gaps. */
    long binomial(long trials, double chance) {
        if (chance <= 0 || trials <= 0) {
            return 0;
        }
        if (chance > 0.5) {
            return trials - binomial(trials, 1 - chance);
        }
        double logOfMiss = Math.log1p(-chance);
        long hits = 0;
        double at = -1;
        while (true) {
            at += 1 + Math.floor(Math.log(1 - random.nextDouble()) / logOfMiss);
            if (at >= trials) {
                return hits;
            }
            hits++;
        }
    }
}
