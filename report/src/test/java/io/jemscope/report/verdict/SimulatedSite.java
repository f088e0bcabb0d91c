package io.jemscope.report.verdict;

import io.jemscope.profile.Birth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A site whose truth is known, over a thousand seconds, by its sampled blocks: each has a time of birth and of death.
 *
 * <p>Each kind has some hundreds of samples, as a site of a hundred megabytes has.
 */
enum SimulatedSite {
    LEAK(true),
    LEAK_OF_5_PERCENT(true),
    LEAK_ON_A_CACHE(true),
    LEAK_UNDER_DAILY_LOAD(true),
    LEAK_FROM_A_THIRD_ON(true),
    LEAK_OF_LARGE_OBJECTS(true),
    CHURN(false),
    POOL_WARM_UP(false),
    POOL_IN_STEPS(false),
    POOL_IN_TEN_STEPS(false),
    POOL_IN_TEN_SMALL_STEPS(false),
    LRU_CACHE(false),
    SLOW_FILL(false),
    RISING_SESSIONS(false),
    SAWTOOTH(false);

    static final double SECONDS = 1000;

    private static final long START = 1_700_000_000;
    private static final double RATE = 512 * 1024;
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final boolean leaks;

    SimulatedSite(boolean leaks) {
        this.leaks = leaks;
    }

    boolean leaks() {
        return leaks;
    }

    private record Block(double born, double died) {}

    /** What dumps show of it, taken at equal distances up to the end. */
    List<SiteSnapshot> dumps(int count, double end, boolean births, Random random) {
        List<Block> blocks = blocks(0.3 + 2 * random.nextDouble(), random);
        List<SiteSnapshot> dumps = new ArrayList<>();
        for (double time : times(count, end)) {
            SiteSnapshot dump = new SiteSnapshot();
            for (Block block : blocks) {
                if (block.born > time - START) {
                    continue;
                }
                Weight weight = new Weight(RATE, RATE * RATE, 100);
                boolean live = block.died > time - START;
                dump.add(live ? weight : Weight.NONE, weight);
                if (live && births) {
                    dump.add(birth(block.born), weight);
                }
            }
            dumps.add(dump);
        }
        return dumps;
    }

    static double[] times(int count, double end) {
        double[] times = new double[count];
        for (int i = 0; i < count; i++) {
            times[i] = START + end * (i + 1) / count;
        }
        return times;
    }

    static double start() {
        return START;
    }

    private static Birth birth(double time) {
        int width = 0;
        while (width < 8 && (long) time >> (width + 5) > 0) {
            width++;
        }
        long from = ((long) time >> width) << width;
        return new Birth(Instant.ofEpochSecond(START + from), Duration.ofSeconds(1L << width));
    }

    private List<Block> blocks(double perSecond, Random random) {
        List<Block> blocks = new ArrayList<>();
        double lifetime = 20 + 60 * random.nextDouble();
        double filling = SECONDS * (0.05 + 0.3 * random.nextDouble());
        double capacity = perSecond * filling;
        double next = SECONDS * 0.4 * random.nextDouble();
        int inSteps = this == POOL_IN_TEN_STEPS || this == POOL_IN_TEN_SMALL_STEPS ? 10 : 0;
        int blocksInStep = this == POOL_IN_TEN_STEPS ? 60 : 5;
        double[] steps = random.doubles(inSteps, 0, SECONDS).sorted().toArray();
        int step = 0;
        int objects = 0;
        for (double time = 0; time < SECONDS; time += exponential(1 / perSecond, random)) {
            switch (this) {
                case LEAK -> blocks.add(new Block(time, NEVER));
                case LEAK_OF_5_PERCENT -> {
                    for (int i = 0; i < 20; i++) {
                        blocks.add(new Block(time, i == 0 ? NEVER : time + exponential(lifetime / 4, random)));
                    }
                }
                case LEAK_ON_A_CACHE -> {
                    blocks.add(new Block(time, NEVER));
                    if (random.nextDouble() < Math.exp(-time / filling)) {
                        blocks.add(new Block(time, NEVER));
                    }
                }
                case LEAK_UNDER_DAILY_LOAD -> {
                    if (random.nextDouble() < 0.55 + 0.45 * Math.sin(2 * Math.PI * time * 6 / SECONDS)) {
                        blocks.add(new Block(time, NEVER));
                    }
                }
                case LEAK_FROM_A_THIRD_ON -> {
                    if (time > SECONDS / 3) {
                        blocks.add(new Block(time, NEVER));
                    }
                }
                case LEAK_OF_LARGE_OBJECTS -> {
                    // Each has some blocks, as a deflater has.
                    if (time > objects * SECONDS / 60) {
                        objects++;
                        for (int i = 0; i < 5; i++) {
                            blocks.add(new Block(time, NEVER));
                        }
                    }
                }
                case CHURN -> blocks.add(new Block(time, time + exponential(lifetime, random)));
                case POOL_WARM_UP, SLOW_FILL -> {
                    double slow = this == SLOW_FILL ? filling * 1.5 : filling / 2;
                    if (random.nextDouble() < Math.exp(-time / slow)) {
                        blocks.add(new Block(time, NEVER));
                    }
                    blocks.add(new Block(time, time + exponential(lifetime, random)));
                }
                case POOL_IN_STEPS -> {
                    if (time > next) {
                        next = time + SECONDS * (0.15 + 0.3 * random.nextDouble());
                        for (int i = 0; i < 60; i++) {
                            blocks.add(new Block(time, NEVER));
                        }
                    }
                }
                case POOL_IN_TEN_STEPS, POOL_IN_TEN_SMALL_STEPS -> {
                    for (; step < steps.length && steps[step] <= time; step++) {
                        for (int i = 0; i < blocksInStep; i++) {
                            blocks.add(new Block(time, NEVER));
                        }
                    }
                }
                case LRU_CACHE -> blocks.add(new Block(time, time + capacity / perSecond));
                case RISING_SESSIONS -> {
                    if (random.nextDouble() < time / SECONDS) {
                        blocks.add(new Block(time, time + exponential(2 * lifetime, random)));
                    }
                }
                case SAWTOOTH -> {
                    double period = SECONDS / 4 + lifetime;
                    blocks.add(new Block(time, (Math.floor(time / period) + 1) * period));
                }
            }
        }
        return blocks;
    }

    private static double exponential(double mean, Random random) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
