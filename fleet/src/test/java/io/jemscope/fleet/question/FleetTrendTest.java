package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Sums;
import io.jemscope.history.TimeSpan;
import io.jemscope.report.trend.Sparkline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FleetTrendTest {

    private static final String LEAK = "com.example.Cache.put(Cache.java:42)";

    /** Of three instances nearly always, of more always. */
    @Test
    @Tag("one-jdk")
    void whatGrowsInEachInstanceIsNamedWithinItsError() {
        for (int instances : new int[] {3, 5, 8}) {
            int within = 0;
            int named = 0;
            for (int seed = 0; seed < 40; seed++) {
                SimulatedFleet fleet = new SimulatedFleet(seed, instances);
                fleet.usual(100);
                fleet.lasting(LEAK, any -> 5e6);
                fleet.growing(LEAK, any -> 10e6);

                for (FleetTrend.Growth growth : fleet.trend().sites()) {
                    assertThat(growth.site()).isEqualTo(LEAK);
                    assertThat(growth.growing()).isEqualTo(instances);
                    assertThat(growth.instances()).isEqualTo(instances);
                    double error = growth.perHour().standardError();
                    within += Math.abs(growth.perHour().value() - 20e6) < 2 * error ? 1 : 0;
                    named++;
                }
            }
            assertThat(named).as("of %d instances", instances).isGreaterThanOrEqualTo(instances == 3 ? 36 : 40);
            assertThat(within).as("of %d instances", instances).isGreaterThanOrEqualTo(35);
        }
    }

    /** Neither sampling nor what goes up and down in each instance by itself is growth. */
    @Test
    @Tag("one-jdk")
    void whatGrowsByChanceIsHeldBack() {
        for (int instances : new int[] {1, 2, 3, 5, 20}) {
            int named = 0;
            for (int seed = 0; seed < 60; seed++) {
                SimulatedFleet fleet = new SimulatedFleet(1_000L * instances + seed, instances);
                fleet.usual(60);
                // Memory that walks at random, as a backlog does.
                double[] walks = new double[instances];
                for (int site = 0; site < 10; site++) {
                    Random steps = new Random(seed * 10L + site);
                    fleet.renewed("walk " + site, (instance, round) -> {
                        walks[instance] = (round == 0 ? 20e6 : walks[instance]) + 2e6 * steps.nextGaussian();
                        return Math.max(0, walks[instance]);
                    });
                }
                named += fleet.trend().sites().isEmpty() ? 0 : 1;
            }
            // One false name in a hundred answers is promised; of 60, three or more are as good as impossible.
            assertThat(named).as("of %d instances", instances).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void aCacheThatHasFilledDoesntGrow() {
        SimulatedFleet fleet = new SimulatedFleet(1, 20);
        fleet.usual(50);
        fleet.renewed(LEAK, (instance, round) -> round == 0 ? 1e6 : 60e6);

        assertThat(fleet.trend().sites()).isEmpty();
    }

    /** As where the number of instances follows the load: in each step, the caches of some instances fill. */
    @Test
    void cachesOfInstancesThatStartOneAfterTheOtherDontGrow() {
        for (int lasting : new int[] {0, 3}) {
            for (int seed = 0; seed < 20; seed++) {
                SimulatedFleet fleet = new SimulatedFleet(seed, 20);
                fleet.usual(50);
                fleet.renewed(LEAK, (instance, round) -> round == 0 ? 1e6 : round == 1 ? 50e6 : 60e6);

                FleetTrend trend = startedOneAfterTheOther(fleet, lasting, 5).trend();

                assertThat(trend.sites()).as("seed %d", seed).isEmpty();
            }
        }
    }

    /** Also if none lives for more than two rounds, as where the leak ends them. */
    @Test
    void leaksOfInstancesThatStartOneAfterTheOtherAreNamed() {
        for (int life : new int[] {2, 5}) {
            SimulatedFleet fleet = new SimulatedFleet(1, 20);
            fleet.usual(50);
            fleet.growing(LEAK, any -> 10e6);

            assertThat(startedOneAfterTheOther(fleet, 0, life).trend().sites())
                    .singleElement()
                    .satisfies(leak -> assertThat(leak.perHour().value()).isBetween(18e6, 22e6));
        }
    }

    /** An instance starts in each round, and lives for some; others are there all the time. */
    private static FleetTrend.Builder startedOneAfterTheOther(SimulatedFleet fleet, int lasting, int life) {
        FleetTrend.Builder collector = new FleetTrend.Builder(List.of());
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            Instant time = SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round));
            List<InstanceSites> profiles = new ArrayList<>();
            for (int instance = 0; instance < 20; instance++) {
                int age = instance < lasting ? round : round + life - instance;
                if (age >= 0 && age < (instance < lasting ? SimulatedFleet.ROUNDS : life)) {
                    InstanceSites its = fleet.profiles(age).get(instance);
                    profiles.add(new InstanceSites(its.instance(), time, its.memory(), its.sites()));
                }
            }
            collector.add(time, profiles);
        }
        return collector;
    }

    @Test
    void oneInstanceThatGrowsIsntAServiceThatGrows() {
        SimulatedFleet fleet = new SimulatedFleet(1, 10);
        fleet.usual(50);
        fleet.growing(LEAK, instance -> instance == 3 ? 20e6 : 0);

        assertThat(fleet.trend().sites()).isEmpty();
    }

    /** Instances come and go: those that end count as long as they live, and leave no loss behind. */
    @Test
    void instancesThatRestartCountAsLongAsTheyLive() {
        FleetTrend.Builder collector = new FleetTrend.Builder(List.of());
        for (int life = 0; life < 4; life++) {
            SimulatedFleet fleet = new SimulatedFleet(life, 3);
            fleet.growing(LEAK, any -> 10e6);
            for (int round = 0; round < 3; round++) {
                int number = 3 * life + round;
                int its = life;
                Instant time = SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(number));
                collector.add(
                        time,
                        fleet.profiles(round).stream()
                                .map(each -> new InstanceSites(
                                        SimulatedFleet.instance(its * 10
                                                + Integer.parseInt(
                                                        each.instance().host().substring(3))),
                                        time,
                                        MemoryFigures.UNKNOWN,
                                        each.sites()))
                                .toList());
            }
        }

        FleetTrend.Growth leak = collector.trend().sites().get(0);

        assertThat(leak.instances()).isEqualTo(12);
        assertThat(leak.perHour().value()).isBetween(16e6, 24e6);
    }

    @Test
    void theStepsReachFromTheFirstProfileToTheEnd() {
        SimulatedFleet fleet = new SimulatedFleet(1, 2);
        Instant end = SimulatedFleet.START.plusSeconds(7);

        List<TimeSpan> steps = FleetTrend.steps(fleet.profiles(0), end);

        assertThat(steps).hasSize(12);
        assertThat(steps.get(0).from()).isEqualTo(SimulatedFleet.START);
        for (int i = 1; i < 12; i++) {
            assertThat(steps.get(i).from()).isEqualTo(steps.get(i - 1).until());
        }
        assertThat(steps.get(11).until()).isEqualTo(end);
        assertThat(FleetTrend.steps(List.of(), end)).isEmpty();
    }

    @Test
    void theAnswerHasTheCourse() throws IOException {
        SimulatedFleet fleet = new SimulatedFleet(1, 6);
        fleet.growing(LEAK, any -> 10e6);
        FleetTrend.Builder collector = new FleetTrend.Builder(fleet.profiles(0));
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            collector.add(
                    SimulatedFleet.START.plus(SimulatedFleet.ROUND.multipliedBy(round)),
                    round == 4 ? List.of() : fleet.profiles(round));
        }

        FleetTrend trend = collector.trend();

        FleetTrend.Growth leak = trend.sites().get(0);
        assertThat(leak.course().get(0)).isBetween(8e6, 12e6);
        assertThat(leak.course().get(4)).isNaN();
        assertThat(leak.course().get(9)).isEqualTo(leak.last()).isBetween(90e6, 110e6);
        assertThat(FleetText.of(trend, Sparkline.BLOCKS, 20, 100))
                .contains("Growing:", "6/6  ▁", LEAK)
                .doesNotContain("Shrinking", "A service of one instance");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FleetJson.write(trend, out);
        JsonObject json =
                JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
        JsonObject site = json.getAsJsonArray("sites").get(0).getAsJsonObject();
        assertThat(site.get("perHour").getAsDouble()).isBetween(18e6, 22e6);
        assertThat(site.get("growing").getAsInt()).isEqualTo(6);
        assertThat(site.getAsJsonArray("course").get(4).isJsonNull()).isTrue();
    }

    /** Nor does it matter whether its profile is the first one, too. */
    @Test
    void instancesWithOneProfileDontCount() {
        SimulatedFleet fleet = new SimulatedFleet(1, 3);
        fleet.growing(LEAK, any -> 5e6);
        FleetTrend.Builder collector = new FleetTrend.Builder(fleet.profiles(0));
        collector.add(SimulatedFleet.START, fleet.profiles(0));

        assertThat(collector.trend().services()).isEmpty();
    }

    /** As of profiles that don't say how densely they were sampled. */
    @Test
    void whatIsUnknownOfErrorsIsHeldBack() {
        SimulatedFleet fleet = new SimulatedFleet(1, 3);
        fleet.growing(LEAK, any -> 5e6);
        FleetTrend.Builder collector = new FleetTrend.Builder(fleet.profiles(0));
        for (int round = 0; round < SimulatedFleet.ROUNDS; round++) {
            collector.add(
                    SimulatedFleet.START,
                    fleet.profiles(round).stream()
                            .map(each -> new InstanceSites(
                                    each.instance(),
                                    each.time(),
                                    MemoryFigures.UNKNOWN,
                                    Map.of(LEAK, new Sums(each.sums().bytes(), 1, Double.NaN, Double.NaN, Double.NaN))))
                            .toList());
        }

        FleetTrend trend = collector.trend();

        assertThat(trend.sites()).isEmpty();
        assertThat(trend.heldBack()).isEqualTo(1);
        assertThat(trend.services().get(0).perHour().standardError()).isNaN();
    }
}
