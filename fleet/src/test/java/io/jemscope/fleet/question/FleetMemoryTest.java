package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Instances are asked ten times in five hours; their profiles hold 50 MiB all the time, unless a test says otherwise. */
class FleetMemoryTest {

    private static final int MIB = 1 << 20;
    private static final String SITE = "com.example.Cache.put(Cache.java:42)";

    private interface Course {

        /** Null if the instance isn't asked in this round. */
        @Nullable
        MemoryFigures of(int instance, int round);
    }

    private static FleetMemory memory(int instances, Course course) {
        return memory(instances, course, 0);
    }

    private static FleetMemory memory(int instances, Course course, double livePerRound) {
        List<List<InstanceSites>> rounds = new ArrayList<>();
        InstanceSites[] last = new InstanceSites[instances];
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            List<InstanceSites> profiles = new ArrayList<>();
            double bytes = (50 + livePerRound * round) * MIB;
            Amount live = new Amount(bytes / FleetDiffTest.BLOCK, bytes);
            Map<String, Sums> sites = Map.of(SITE, Sums.of(FleetDiffTest.RATE.estimateBytes(live), live.objects()));
            for (int i = 0; i < instances; i++) {
                MemoryFigures memory = course.of(i, round);
                if (memory != null) {
                    last[i] = new InstanceSites(
                            SimulatedFleet.instance(i),
                            SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round)),
                            memory,
                            sites);
                    profiles.add(last[i]);
                }
            }
            rounds.add(profiles);
        }
        FleetTrend.Collector trend = new FleetTrend.Collector(rounds.get(0));
        FleetMemory.Collector collector = new FleetMemory.Collector(rounds.get(0));
        for (List<InstanceSites> round : rounds) {
            trend.add(round.get(0).time(), round);
            collector.add(round.get(0).time(), round);
        }
        return collector.memory(List.of(last), trend.trend());
    }

    /** In MiB; -1 is unknown. */
    private static MemoryFigures figures(long resident, long limit, long heap, long kept, long other) {
        return new MemoryFigures(
                resident * MIB,
                limit * MIB,
                (resident + 40) * MIB,
                heap * MIB,
                kept < 0 ? -1 : 100 * MIB,
                kept < 0 ? -1 : (100 + kept) * MIB,
                other * MIB);
    }

    @Test
    void aHeapThatGrowsToTheLimitIsNamed() {
        FleetMemory memory = memory(
                5,
                (instance, round) -> figures(
                        500 + 20 * round + 3 * instance, 800, 200 + 20 * round + round % 2, 30 - round % 3, 20));

        assertThat(FleetText.conclusions(memory))
                .containsExactly(
                        "web4/1 of shop 2 is at 91.5% of its limit: 732.0 MiB of 800.0 MiB, RSS 692.0 MiB. At the pace of"
                                + " its service, +40.0 MiB an hour, it reaches the limit in 1 h 42 min. 4 other instances of"
                                + " shop are near their limits, too.",
                        "RSS of shop grows by 40.0 MiB an hour and instance, in 5 of 5 instances. Most of it is the Java heap,"
                                + " +40.2 MiB; its profiles show 0 B. jemscope memory PID there shows how much of it is"
                                + " used.");
    }

    /** In its own profiles, or in no part that is known. */
    @Test
    void whatElseGrowsIsSaid() {
        Course course = (instance, round) -> figures(500 + 20 * round, -1, 200, 30, 20);

        assertThat(FleetText.conclusions(memory(5, course, 15)))
                .containsExactly(
                        "RSS of shop grows by 40.0 MiB an hour and instance, in 5 of 5 instances. Its profiles show"
                                + " what: +30.0 MiB.");
        assertThat(FleetText.conclusions(memory(5, course)))
                .containsExactly(
                        "RSS of shop grows by 40.0 MiB an hour and instance, in 5 of 5 instances. What grows isn't"
                                + " known; its profiles show 0 B. jemscope why PID there looks further.");
    }

    /** As of an agent that is updated, or a process that comes to have 4 GiB, of which the rows aren't read. */
    @Test
    void whatComesToBeKnownDoesNotGrow() {
        FleetMemory memory = memory(
                3,
                (instance, round) ->
                        round < 6 ? MemoryFigures.ofResident(500L * MIB) : figures(500, 1_000, 50, 10, 40));

        assertThat(memory.near()).isEmpty();
        assertThat(memory.limited()).isEqualTo(3);
        assertThat(memory.services()).singleElement().satisfies(service -> {
            assertThat(service.resident().growth()).isNull();
            assertThat(service.parts()).containsOnlyKeys(FleetMemory.Part.values());
            assertThat(service.parts().values())
                    .allSatisfy(part -> assertThat(part.growth()).isNull());
        });
        assertThat(FleetText.conclusions(memory)).containsExactly("No instance is near its limit.");
    }

    @Test
    void ofUnknownFiguresNothingIsSaid() {
        FleetMemory memory = memory(3, (instance, round) -> MemoryFigures.UNKNOWN);

        assertThat(memory).isEqualTo(new FleetMemory(List.of(), 0, List.of()));
        assertThat(FleetText.conclusions(memory)).isEmpty();
    }

    /** A killed process has no later profile. */
    @Test
    void anInstanceThatEndedNearItsLimitIsNamed() {
        FleetMemory memory = memory(
                3,
                (instance, round) ->
                        instance == 1 && round > 4 ? null : figures(instance == 1 ? 900 : 300, 1_000, -1, -1, -1));

        assertThat(FleetText.conclusions(memory))
                .containsExactly(
                        "web1/1 of shop 2 was at 94.0% of its limit in its last profile, of 2026-02-01 00:30:00 UTC:"
                                + " 940.0 MiB of 1,000.0 MiB, RSS 900.0 MiB.");
    }

    @Test
    void whatIsLargeBesideTheProfilesIsNamed() {
        assertThat(FleetText.conclusions(memory(2, (instance, round) -> figures(500, -1, 100, 40, 200))))
                .containsExactly(
                        "Memory mapped outside malloc is 40.0% of the RSS of shop, and what its profiles hold 10.0%."
                                + " jemscope memory PID there shows what is known of it.");
        assertThat(FleetText.conclusions(memory(2, (instance, round) -> figures(500, -1, 60, 150, 50))))
                .containsExactly(
                        "Freed memory that the allocator keeps is 30.0% of the RSS of shop, and what its profiles"
                                + " hold 10.0%. jemscope why PID there names the setting that returns it.");
    }

    /** Heaps that fill and empty, pages that come and go, and programs that start. */
    @Test
    void ofFleetsWithoutGrowthNothingIsNamed() {
        int named = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int instances = 1 + seed % 8;
            double[] walk = new double[instances];
            FleetMemory memory = memory(instances, (instance, round) -> {
                walk[instance] += 4 * random.nextGaussian();
                long heap = 200L + random.nextInt(100);
                long starting = (long) (30 * (1 - Math.exp(-3 * round)));
                return figures(heap + starting + 200 + (long) walk[instance], 2_000, heap, random.nextInt(20), 50);
            });
            named += memory.services().get(0).resident().growth() == null ? 0 : 1;
            assertThat(memory.near()).isEmpty();
        }
        assertThat(named).isLessThanOrEqualTo(3);
    }
}
