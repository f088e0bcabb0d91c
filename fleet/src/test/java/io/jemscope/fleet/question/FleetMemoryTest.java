package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Instances are asked ten times in five hours; their profiles hold 50 MiB all the time, unless a test says otherwise. */
class FleetMemoryTest {

    private static final int MIB = 1 << 20;
    private static final String SITE = "com.example.Cache.put(Cache.java:42)";

    private static final FleetTop.Service SHOP = new FleetTop.Service(
            "shop", List.of("2"), 10, Estimate.ZERO, 0, MemoryTotals.UNKNOWN, SimulatedFleet.START);

    private interface Course {

        /** Null if the instance isn't asked in this round. */
        @Nullable
        MemoryFigures of(int instance, int round);
    }

    private static FleetMemory memory(int instances, Course course) {
        return memory(instances, course, (instance, round) -> 50);
    }

    /**
     * The fleet's memory.
     *
     * @param live what the profiles hold, in MiB
     */
    private static FleetMemory memory(int instances, Course course, SimulatedFleet.Course live) {
        List<List<InstanceSites>> rounds = new ArrayList<>();
        InstanceSites[] last = new InstanceSites[instances];
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            List<InstanceSites> profiles = new ArrayList<>();
            for (int i = 0; i < instances; i++) {
                MemoryFigures memory = course.of(i, round);
                if (memory != null) {
                    double bytes = live.bytes(i, round) * MIB;
                    Amount held = new Amount(bytes / FleetDiffTest.BLOCK, bytes);
                    last[i] = new InstanceSites(
                            SimulatedFleet.instance(i),
                            SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round)),
                            memory,
                            Map.of(SITE, Sums.of(FleetDiffTest.RATE.estimateBytes(held), held.objects())));
                    profiles.add(last[i]);
                }
            }
            rounds.add(profiles);
        }
        FleetTrend.Builder trend = new FleetTrend.Builder(rounds.get(0));
        FleetMemory.Builder collector = new FleetMemory.Builder();
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            Instant time = SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round));
            trend.add(time, rounds.get(round));
            collector.add(time, rounds.get(round));
        }
        List<InstanceSites> all = Stream.of(last).filter(Objects::nonNull).toList();
        return collector.memory(
                all,
                trend.trend(),
                SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(SimulatedFleet.ROUNDS)));
    }

    /** In MiB; -1 is unknown. */
    private static MemoryFigures figures(double resident, long limit, long heap, long kept, long other) {
        return new MemoryFigures(
                (long) (resident * MIB),
                limit * MIB,
                (long) ((resident + 40) * MIB),
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
                                + " its service, +40.0 MiB ±3.8 MiB an hour, it reaches the limit in 1 h 42 min (1 h 33 min to 1 h 53 min). 4 other instances of"
                                + " shop are near their limits, too.",
                        "RSS of shop grows by 40.0 MiB ±3.8 MiB an hour in each instance, in 5 of 5 instances. Most of it is the Java heap,"
                                + " +40.2 MiB ±3.8 MiB; its profiles show 0 B ±0 B. jemscope memory PID there shows how much of it is"
                                + " used.");
    }

    /** In its own profiles, or in no part that is known. */
    @Test
    void whatElseGrowsIsSaid() {
        Course course = (instance, round) -> figures(500 + 20 * round, -1, 200, 30, 20);

        assertThat(FleetText.conclusions(memory(5, course, (instance, round) -> 50 + 15 * round)))
                .containsExactly(
                        "RSS of shop grows by 40.0 MiB ±3.8 MiB an hour in each instance, in 5 of 5 instances. Its profiles grow,"
                                + " too: +30.0 MiB ±2.3 MiB.");
        assertThat(FleetText.conclusions(memory(5, course)))
                .containsExactly(
                        "RSS of shop grows by 40.0 MiB ±3.8 MiB an hour in each instance, in 5 of 5 instances. The part that grows is"
                                + " unknown; its profiles show 0 B ±0 B. Run jemscope why PID on an instance's machine.");
    }

    /** One instance of five gains much by chance: no site grows steadily, so the profiles don't show it. */
    @Test
    void profilesThatGrowInOneInstanceExplainNothing() {
        assertThat(FleetText.conclusions(memory(
                        5,
                        (instance, round) -> figures(500 + 20 * round, -1, 200, 30, 20),
                        (instance, round) -> instance == 0 ? 50 + 100 * round : 50)))
                .singleElement()
                .asString()
                .contains("The part that grows is unknown; its profiles show +40.0 MiB ±")
                .doesNotContain("Its profiles grow");
    }

    /** By 8 MiB and 2 %, in the time that the instances were seen: of a fleet that others were seen in for longer, too. */
    @Test
    void growthThatIsTooSmallIsNotNamed() {
        assertThat(grows(300, 0.8, 0)).isFalse();
        assertThat(grows(300, 1, 0)).isTrue();
        assertThat(grows(1_000, 2, 0)).isFalse();
        assertThat(grows(1_000, 3, 0)).isTrue();
        assertThat(grows(300, 1.9, 4)).isFalse();
        assertThat(grows(300, 3, 4)).isTrue();
    }

    /** Ten instances are seen from a round on; beside them one instance of which the figures are unknown, in all rounds. */
    private static boolean grows(double resident, double perRound, int from) {
        FleetMemory memory = memory(
                11,
                (instance, round) -> instance == 10
                        ? MemoryFigures.UNKNOWN
                        : round < from ? null : figures(resident + perRound * round, -1, -1, -1, -1));
        return memory.services().get(0).resident().growth() != null;
    }

    @Test
    void anInstanceIsNearALimitThatItReachesWithinADay() {
        FleetMemory memory =
                memory(3, (instance, round) -> figures(500 + 20 * round, instance == 1 ? 1_640 : 1_720, -1, -1, -1));

        assertThat(memory.near()).singleElement().satisfies(near -> {
            assertThat(near.instance()).isEqualTo(SimulatedFleet.instance(1));
            assertThat(near.memory().limitShare()).isLessThan(0.5);
            assertThat(near.hours()).isEqualTo(23);
            assertThat(near.earliest()).isLessThan(23);
            assertThat(near.latest()).isGreaterThan(23);
        });
    }

    /** The next version of a service leaks; an instance of it that has ended reaches no limit. */
    @Test
    void anInstanceThatDoesNotGrowReachesNoLimit() throws IOException {
        FleetMemory memory = memory(10, (instance, round) -> {
            boolean isLeaky = instance >= 5;
            if (instance == 9 && round > 4) {
                return null;
            }
            return figures(500 + (isLeaky ? 20 * round : 0), isLeaky ? 800 : 590, -1, -1, -1);
        });

        assertThat(memory.near()).hasSize(9).allSatisfy(near -> {
            boolean isLeaky = near.memory().limitBytes() == 800L * MIB;
            assertThat(Double.isNaN(near.hours())).isEqualTo(!isLeaky);
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FleetJson.write(
                new FleetWhy(
                        new FleetTop(List.of(SHOP), List.of()),
                        List.of(),
                        new FleetTrend(List.of(), List.of(), List.of(), 0),
                        new FleetOutliers(List.of(), 0),
                        memory,
                        List.of(),
                        SimulatedFleet.START),
                out);
        JsonObject json =
                JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
        JsonObject near = json.getAsJsonArray("nearLimit").get(0).getAsJsonObject();
        assertThat(near.get("running").getAsBoolean()).isTrue();
        JsonObject shop = json.getAsJsonArray("memory").get(0).getAsJsonObject();
        assertThat(shop.get("residentPerHour").getAsDouble())
                .isGreaterThan(2 * shop.get("residentPerHourStandardError").getAsDouble());
        assertThat(shop.get("livePerHourStandardError").getAsDouble()).isZero();
    }

    /** Each gains 60 MiB in its first round and lives for four rounds; another one takes its place. */
    @Test
    void processesThatStartAgainAndAgainDoNotGrow() {
        assertThat(restarting(0).services().get(0).resident().growth()).isNull();
        assertThat(restarting(20).services().get(0).resident().growth()).isNotNull();
    }

    private static FleetMemory restarting(double leak) {
        int seats = 8;
        return memory(4 * seats, (instance, round) -> {
            int age = round + instance % seats % 4 - 4 * (instance / seats);
            return age < 0 || age > 3 ? null : figures(300 + (age > 0 ? 60 : 0) + leak * age, -1, -1, -1, -1);
        });
    }

    /** All 32 show the growth. The eight that run now hold the memory, and four that ended in the hour before the newest profile: that isn't known yet. */
    @Test
    void processesThatHaveEndedHoldNothingMore() {
        FleetMemory.Service shop = restarting(20).services().get(0);

        assertThat(shop.instances()).isEqualTo(12);
        assertThat(shop.resident().bytes()).isBetween(12 * 300.0 * MIB, 12 * 420.0 * MIB);
        assertThat(shop.liveBytes().value()).isEqualTo(12 * 50.0 * MIB);
    }

    /** As of a service that was killed and hasn't started again, while others run. */
    @Test
    void whatHasEndedGrewButHoldsNothing() {
        FleetMemory memory = memory(6, (instance, round) -> {
            if (instance == 5) {
                return MemoryFigures.UNKNOWN;
            }
            return round > 6 ? null : figures(500 + 20 * round, -1, 200 + 20 * round, 30, 20);
        });

        assertThat(memory.services()).singleElement().satisfies(shop -> {
            assertThat(shop.instances()).isZero();
            assertThat(shop.resident().bytes()).isZero();
            assertThat(shop.resident().growth()).isNotNull();
        });
        assertThat(FleetText.conclusions(memory))
                .singleElement()
                .asString()
                .startsWith("RSS of shop grows by 40.0 MiB ")
                .contains("Most of it is the Java heap");
    }

    /** A process of which the heap is unknown runs now; those before it had large ones. */
    @Test
    void sharesAreOfTheSameInstances() {
        FleetMemory memory = memory(
                6,
                (instance, round) -> instance < 4
                        ? round > 4 ? null : figures(1_000, -1, 900, 30, 20)
                        : figures(500, -1, instance == 4 ? 100 : -1, 30, 20));

        FleetMemory.Service shop = memory.services().get(0);
        assertThat(shop.instances()).isEqualTo(2);
        assertThat(shop.resident().bytes()).isEqualTo(1_000.0 * MIB);
        assertThat(shop.held(FleetMemory.Part.HEAP).share()).isEqualTo(0.2);
        assertThat(shop.held(FleetMemory.Part.KEPT).share()).isEqualTo(0.06);
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

    /** Also when the whole service was killed, which grew until then. */
    @Test
    void whatHasEndedReachesNoLimit() {
        FleetMemory memory =
                memory(3, (instance, round) -> round > 6 ? null : figures(780 + 20 * round, 1_000, -1, -1, -1));

        assertThat(memory.services().get(0).resident().growth()).isNotNull();
        assertThat(memory.near()).hasSize(3).allSatisfy(near -> {
            assertThat(near.isRunning()).isFalse();
            assertThat(near.perHour()).isNull();
        });
        assertThat(FleetText.conclusions(memory).get(0))
                .startsWith("web0/1 of shop 2 was at 94.0% of its limit in its last profile, of ");
    }

    @Test
    void whatIsLargeBesideTheProfilesIsNamed() {
        assertThat(FleetText.conclusions(memory(2, (instance, round) -> figures(500, -1, 100, 40, 200))))
                .containsExactly(
                        "Memory mapped outside malloc is 40.0% of the RSS of shop, and what its profiles hold 10.0% ±1.5%."
                                + " jemscope memory PID there shows what is known of it.");
        assertThat(FleetText.conclusions(memory(2, (instance, round) -> figures(500, -1, 60, 150, 50))))
                .containsExactly(
                        "Freed memory that the allocator keeps is up to 30.0% of the RSS of shop, and what its profiles"
                                + " hold 10.0% ±1.5%. jemscope why PID there names the setting that returns it.");
    }

    /** What the allocator keeps needn't be resident. */
    @Test
    void keptMemoryIsNoMoreThanAllThatIsResident() {
        assertThat(FleetText.conclusions(memory(2, (instance, round) -> figures(500, -1, 60, 700, 50))))
                .singleElement()
                .asString()
                .startsWith("Freed memory that the allocator keeps is up to 100.0% of the RSS of shop");
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
                return figures(
                        (double) heap + starting + 200 + (long) walk[instance], 2_000, heap, random.nextInt(20), 50);
            });
            named += memory.services().get(0).resident().growth() == null ? 0 : 1;
            assertThat(memory.near()).isEmpty();
        }
        assertThat(named).isLessThanOrEqualTo(3);
    }
}
