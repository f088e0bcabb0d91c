package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Amount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** The profiles of a service's instances in ten rounds, as sampling shows what the instances hold in truth. */
final class SimulatedFleet {

    static final Instant START = Instant.parse("2026-01-31T22:30:00Z");
    static final Duration ROUND = Duration.ofMinutes(30);
    static final int ROUNDS = 10;

    /** What an instance holds in a round. */
    interface Course {
        double bytes(int instance, int round);
    }

    private final Random random;
    private final int instances;

    /** By round and instance. */
    private final List<List<Map<String, Sums>>> rounds = new ArrayList<>();

    SimulatedFleet(long seed, int instances) {
        random = new Random(seed);
        this.instances = instances;
        for (int round = 0; round < ROUNDS; round++) {
            List<Map<String, Sums>> held = new ArrayList<>();
            for (int i = 0; i < instances; i++) {
                held.add(new HashMap<>());
            }
            rounds.add(held);
        }
    }

    /** Blocks that all rounds have, and so their samples. */
    void lasting(String site, IntToDoubleFunction bytes) {
        for (int i = 0; i < instances; i++) {
            double seen = sampled(bytes.applyAsDouble(i));
            for (int round = 0; round < ROUNDS; round++) {
                add(round, i, site, seen);
            }
        }
    }

    /** Blocks of which each round adds some; none is freed. */
    void growing(String site, IntToDoubleFunction bytesInRound) {
        for (int i = 0; i < instances; i++) {
            double seen = 0;
            for (int round = 0; round < ROUNDS; round++) {
                seen += sampled(bytesInRound.applyAsDouble(i));
                add(round, i, site, seen);
            }
        }
    }

    /** Other blocks in each round. */
    void renewed(String site, Course bytes) {
        for (int i = 0; i < instances; i++) {
            for (int round = 0; round < ROUNDS; round++) {
                add(round, i, site, sampled(bytes.bytes(i, round)));
            }
        }
    }

    /**
     * Sites as services have them: what lasts, what is renewed, caches that are filled by half more in one instance than in another, pools
     * that swing, rare blocks of which few are sampled.
     */
    void usual(int sites) {
        for (int site = 0; site < sites; site++) {
            double mean = 1e5 * (1 + site % 60);
            String name = "site " + site;
            switch (site % 5) {
                case 0 -> lasting(name, any -> mean);
                case 1 -> renewed(name, (instance, round) -> mean);
                case 2 -> lasting(name, any -> mean * Math.exp(0.5 * random.nextGaussian()));
                case 3 ->
                    renewed(name, (instance, round) -> mean * (1 + 0.5 * Math.sin(2 * Math.PI * random.nextDouble())));
                default -> renewed(name, (instance, round) -> mean / 20);
            }
        }
    }

    /** What a profile shows of small blocks that hold so many bytes: how many are sampled has a Poisson distribution. */
    private double sampled(double bytes) {
        double factor = FleetDiffTest.RATE.factor(FleetDiffTest.BLOCK);
        double expected = bytes / FleetDiffTest.BLOCK / factor;
        int samples = -1;
        double sum = 0;
        while (sum <= expected) {
            sum -= Math.log(1 - random.nextDouble());
            samples++;
        }
        return samples * factor * FleetDiffTest.BLOCK;
    }

    private void add(int round, int instance, String site, double bytes) {
        if (bytes > 0) {
            double objects = bytes / FleetDiffTest.BLOCK;
            rounds.get(round)
                    .get(instance)
                    .merge(
                            site,
                            Sums.of(FleetDiffTest.RATE.estimateBytes(new Amount(objects, bytes)), objects),
                            Sums::plus);
        }
    }

    /** The profiles of a round. */
    List<InstanceSites> profiles(int round) {
        List<InstanceSites> profiles = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            profiles.add(new InstanceSites(
                    instance(i),
                    START.plus(ROUND.multipliedBy(round)),
                    MemoryFigures.UNKNOWN,
                    rounds.get(round).get(i)));
        }
        return profiles;
    }

    static Instance instance(int number) {
        return Instance.of("web" + number + "/1", "shop", "2", "web" + number, Map.of());
    }

    FleetTrend trend() {
        FleetTrend.Builder collector = new FleetTrend.Builder(profiles(0));
        for (int round = 0; round < ROUNDS; round++) {
            collector.add(START.plus(ROUND.multipliedBy(round)), profiles(round));
        }
        return collector.trend();
    }
}
