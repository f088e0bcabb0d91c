package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Difference;
import io.jemscope.profile.SampleRate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FleetDiffTest {

    static final SampleRate RATE = new SampleRate(524_288);
    static final double BLOCK = 4_096;
    private static final String LEAK = "com.example.Cache.put(Cache.java:42)";

    private final List<Population> populations = new ArrayList<>();
    private final List<SiteTotal> sites = new ArrayList<>();

    /** Adds a site of a version's instances, each of which holds that many bytes in truth, as sampling shows them. */
    private void add(Random random, String version, String site, int instances, DoubleSupplier bytes) {
        Sums sums = Sums.NONE;
        double squares = 0;
        int holders = 0;
        for (int i = 0; i < instances; i++) {
            double seen = sampled(random, bytes.getAsDouble());
            squares += seen * seen;
            holders += seen > 0 ? 1 : 0;
            sums = sums.plus(Sums.of(RATE.estimateBytes(new Amount(seen / BLOCK, seen)), seen / BLOCK));
        }
        sites.add(new SiteTotal("shop", version, site, holders, sums, squares));
    }

    private void population(String version, int instances) {
        populations.add(new Population("shop", version, instances, Sums.NONE, 0, MemoryTotals.UNKNOWN, Instant.EPOCH));
    }

    /** What a profile shows of blocks that hold so many bytes: each is sampled or not. */
    private static double sampled(Random random, double bytes) {
        double factor = RATE.factor(BLOCK);
        long blocks = Math.round(bytes / BLOCK);
        int sampled = 0;
        for (long i = 0; i < blocks; i++) {
            sampled += random.nextDouble() * factor < 1 ? 1 : 0;
        }
        return sampled * factor * BLOCK;
    }

    private FleetDiff diff() {
        return FleetDiff.ofVersion(new Totals(populations, sites), "2", any -> true);
    }

    @Test
    void whatCameWithAVersionIsNamedWithinItsError() {
        int within = 0;
        for (int seed = 0; seed < 40; seed++) {
            populations.clear();
            sites.clear();
            Random random = new Random(seed);
            population("1", 8);
            population("2", 8);
            add(random, "2", LEAK, 8, () -> 20e6);
            for (String version : List.of("1", "2")) {
                for (int site = 0; site < 100; site++) {
                    double bytes = 1e5 * (1 + site % 40);
                    add(random, version, "site " + site, 8, () -> bytes);
                }
            }

            FleetDiff diff = diff();

            assertThat(diff.changes()).extracting(FleetDiff.Change::site).startsWith(LEAK);
            assertThat(diff.heldBack()).isEqualTo(101 - diff.changes().size());
            FleetDiff.Change leak = diff.changes().get(0);
            within += leak.liveBytes().low() <= 20e6 && leak.liveBytes().high() >= 20e6 ? 1 : 0;
            assertThat(leak.holdersBefore()).isZero();
            assertThat(leak.holdersAfter()).isEqualTo(8);
            assertThat(leak.before()).isEqualTo(8);
        }
        assertThat(within).isGreaterThanOrEqualTo(36);
    }

    /** Neither sampling nor instances that differ for reasons of their own make a change. */
    @Test
    @Tag("one-jdk")
    void whatDiffersByChanceIsHeldBack() {
        for (int instances : new int[] {1, 2, 3, 5, 20}) {
            int named = 0;
            for (int seed = 0; seed < 60; seed++) {
                populations.clear();
                sites.clear();
                Random random = new Random(1_000L * instances + seed);
                population("1", instances);
                population("2", instances);
                for (String version : List.of("1", "2")) {
                    for (int site = 0; site < 60; site++) {
                        double mean = 1e5 * (1 + site);
                        // Half of the sites are caches, filled to different degrees; one instance can't show that.
                        boolean isCache = site % 2 == 0 && instances > 1;
                        add(
                                random,
                                version,
                                "site " + site,
                                instances,
                                () -> isCache ? mean * Math.exp(0.5 * random.nextGaussian()) : mean);
                    }
                }
                named += diff().changes().isEmpty() ? 0 : 1;
            }
            // One false name in a hundred diffs is promised; of 60, three or more are as good as impossible.
            assertThat(named).as("of %d instances", instances).isLessThanOrEqualTo(2);
        }
    }

    /** The same instances at two times: that a few of them grew is certain, though the others didn't. */
    @Test
    void whatGrewInSomeInstancesOfTheSameStandsOut() {
        Random random = new Random(5);
        population("1", 6);
        add(random, "1", LEAK, 6, () -> 1e6);
        Totals before = new Totals(populations, sites);
        sites.clear();
        int[] number = {0};
        add(random, "1", LEAK, 6, () -> number[0]++ < 2 ? 60e6 : 1e6);

        FleetDiff diff = FleetDiff.ofTimes(before, new Totals(populations, sites));

        assertThat(diff.changes()).singleElement().satisfies(change -> {
            assertThat(change.liveBytes().low()).isLessThan(118e6 / 6);
            assertThat(change.liveBytes().high()).isGreaterThan(118e6 / 6);
        });
        assertThat(diff.services().get(0).isSingle()).isFalse();
    }

    /** Of 100 ranges, some 95 have the truth in them. */
    @Test
    @Tag("one-jdk")
    void theRangesHaveTheTruthInThem() {
        for (int instances : new int[] {2, 3, 5}) {
            int within = 0;
            int cases = 600;
            Random random = new Random(instances);
            for (int i = 0; i < cases; i++) {
                populations.clear();
                sites.clear();
                population("1", instances);
                population("2", instances);
                add(random, "1", LEAK, instances, () -> Math.max(0, 8e6 + 2e6 * random.nextGaussian()));
                add(random, "2", LEAK, instances, () -> Math.max(0, 12e6 + 2e6 * random.nextGaussian()));
                Difference change = change();
                within += change.low() <= 4e6 && change.high() >= 4e6 ? 1 : 0;
            }
            assertThat(within / (double) cases).as("of %d instances", instances).isBetween(0.93, 1.0);
        }
    }

    /** The change of the only site, whether or not it is sure. */
    private Difference change() {
        SiteTotal before = sites.get(0);
        SiteTotal after = sites.get(1);
        return new Difference(
                new SiteMean(populations.get(1).instances(), after.sums(), after.squares(), false).bytes(),
                new SiteMean(populations.get(0).instances(), before.sums(), before.squares(), false).bytes());
    }

    @Test
    void aServiceThatIsInOneGroupAloneIsntCompared() {
        populations.add(new Population("mail", "2", 3, Sums.NONE, 0, MemoryTotals.UNKNOWN, Instant.EPOCH));
        population("1", 1);
        population("2", 2);

        FleetDiff diff = diff();

        assertThat(diff.services())
                .singleElement()
                .satisfies(each -> assertThat(each.name()).isEqualTo("shop"))
                .satisfies(each -> assertThat(each.isSingle()).isTrue());
        assertThat(FleetText.of(diff, "What came with 2", "of sampling", 20, 100))
                .contains("No site has changed")
                .contains("A group of one instance");
    }
}
