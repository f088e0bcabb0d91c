package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FleetOutliersTest {

    private static final String LEAK = "com.example.Cache.put(Cache.java:42)";
    private static final int LAST = SimulatedFleet.ROUNDS - 1;

    private static FleetOutliers outliers(SimulatedFleet fleet) {
        return FleetOutliers.of(fleet.profiles(LAST));
    }

    @Test
    void anInstanceThatLeaksIsNamedWithItsLine() {
        int within = 0;
        for (int seed = 0; seed < 40; seed++) {
            SimulatedFleet fleet = new SimulatedFleet(seed, 10);
            fleet.usual(60);
            fleet.renewed(LEAK, (instance, round) -> instance == 3 ? 205e6 : 5e6);

            FleetOutliers outliers = outliers(fleet);

            assertThat(outliers.compared()).isEqualTo(10);
            assertThat(outliers.named()).singleElement().satisfies(each -> {
                assertThat(each.instance()).isEqualTo(SimulatedFleet.instance(3));
                assertThat(each.siblings()).isEqualTo(9);
                assertThat(each.sites().get(0).site()).isEqualTo(LEAK);
                assertThat(each.sites().get(0).standsOut()).isTrue();
            });
            Difference more = outliers.named().get(0).sites().get(0).liveBytes();
            within += more.low() <= 200e6 && more.high() >= 200e6 ? 1 : 0;
        }
        assertThat(within).isGreaterThanOrEqualTo(36);
    }

    @Test
    void whatOnlyOneInstanceHoldsIsNamedAmongFew() {
        SimulatedFleet fleet = new SimulatedFleet(1, 5);
        fleet.usual(60);
        fleet.renewed(LEAK, (instance, round) -> instance == 3 ? 30e6 : 0);

        assertThat(outliers(fleet).named()).singleElement().satisfies(each -> {
            assertThat(each.instance()).isEqualTo(SimulatedFleet.instance(3));
            assertThat(each.sites()).extracting(FleetOutliers.Site::site).containsExactly(LEAK);
        });
    }

    /** They hide each other from a test of one against the rest. */
    @Test
    void severalOutliersOfAVersionAreNamed() {
        SimulatedFleet fleet = new SimulatedFleet(1, 20);
        fleet.usual(60);
        fleet.renewed(LEAK, (instance, round) -> instance < 3 ? 205e6 + 20e6 * instance : 5e6);

        assertThat(outliers(fleet).named())
                .extracting(each -> each.instance().host())
                .containsExactly("web2", "web1", "web0");
    }

    /** A quarter of them. */
    @Test
    void manyOutliersOfAVersionAreNamed() {
        SimulatedFleet fleet = new SimulatedFleet(1, 100);
        fleet.usual(20);
        fleet.renewed(LEAK, (instance, round) -> instance < 25 ? 50e6 : 5e6);

        assertThat(outliers(fleet).named())
                .hasSize(25)
                .allSatisfy(each -> assertThat(each.sites())
                        .extracting(FleetOutliers.Site::site)
                        .contains(LEAK));
    }

    @Test
    void fewOfManyAreNamed() {
        SimulatedFleet fleet = new SimulatedFleet(1, 1_500);
        fleet.lasting("com.example.Buffers.one(Buffers.java:1)", any -> 20e6);
        fleet.renewed(LEAK, (instance, round) -> instance < 3 ? 205e6 + 90e6 * instance : 5e6);

        assertThat(outliers(fleet).named())
                .extracting(each -> each.instance().host())
                .containsExactly("web2", "web1", "web0");
        assertThat(outliers(fleet).named()).allSatisfy(each -> {
            assertThat(each.siblings()).isEqualTo(1_499);
            // The mean of the siblings includes the other two.
            assertThat(each.sites()).singleElement().satisfies(site -> {
                assertThat(site.site()).isEqualTo(LEAK);
                assertThat(site.liveBytes().earlier().value()).isBetween(5.2e6, 5.6e6);
            });
        });
    }

    /** Caches are filled to different degrees, and sampling differs. */
    @Test
    @Tag("one-jdk")
    void whatDiffersByChanceIsNotNamed() {
        for (int instances : new int[] {3, 5, 8, 30}) {
            int named = 0;
            for (int seed = 0; seed < 60; seed++) {
                SimulatedFleet fleet = new SimulatedFleet(1_000L * instances + seed, instances);
                fleet.usual(60);
                named += outliers(fleet).named().isEmpty() ? 0 : 1;
            }
            // One false name in a hundred answers is promised for instances and one for sites; of 60, five or more are
            // very unlikely.
            assertThat(named).as("of %d instances", instances).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void whereAllInstancesGrowAlikeNoneIsNamed() {
        for (int seed = 0; seed < 20; seed++) {
            SimulatedFleet fleet = new SimulatedFleet(seed, 6);
            fleet.usual(30);
            fleet.growing(LEAK, any -> 20e6);

            assertThat(outliers(fleet).named()).isEmpty();
            assertThat(fleet.trend().sites())
                    .extracting(FleetTrend.Growth::site)
                    .contains(LEAK);
        }
    }

    @Test
    void anInstanceThatIsAskedForIsComparedAtAllSites() {
        SimulatedFleet fleet = new SimulatedFleet(1, 5);
        fleet.usual(20);
        fleet.renewed(LEAK, (instance, round) -> instance == 3 ? 0 : 40e6);

        FleetOutliers outliers = FleetOutliers.of(fleet.profiles(LAST), SimulatedFleet.instance(3));

        assertThat(outliers.named()).singleElement().satisfies(each -> {
            assertThat(each.isOutlier()).isFalse();
            assertThat(each.sites()).hasSizeGreaterThan(15);
            FleetOutliers.Site least = each.sites().get(each.sites().size() - 1);
            assertThat(least.site()).isEqualTo(LEAK);
            assertThat(least.liveBytes().high()).isBetween(-40e6, -25e6);
        });
    }

    @Test
    void onlyInstancesOfTheSameVersionAreSiblings() {
        SimulatedFleet fleet = new SimulatedFleet(1, 2);
        fleet.renewed(LEAK, (instance, round) -> instance == 1 ? 900e6 : 0);
        List<InstanceSites> profiles = new ArrayList<>(fleet.profiles(LAST));
        profiles.add(new InstanceSites(
                Instance.of("web9/1", "shop", "3", "web9", Map.of()),
                SimulatedFleet.START,
                MemoryFigures.UNKNOWN,
                Map.of()));

        assertThat(FleetOutliers.of(profiles)).isEqualTo(new FleetOutliers(List.of(), 0));
    }

    /** As of profiles that don't say how densely they were sampled. */
    @Test
    void whatIsUnknownOfErrorsIsNotNamed() {
        List<InstanceSites> profiles = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Sums sums = new Sums(i == 0 ? 1e9 : 1, 1, Double.NaN, Double.NaN, Double.NaN);
            profiles.add(new InstanceSites(
                    SimulatedFleet.instance(i), SimulatedFleet.START, MemoryFigures.UNKNOWN, Map.of(LEAK, sums)));
        }

        assertThat(FleetOutliers.of(profiles).named()).isEmpty();
    }
}
