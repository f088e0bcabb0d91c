package io.jemscope.fleet.store;

import static io.jemscope.fleet.store.Planted.at;
import static io.jemscope.fleet.store.Planted.instance;
import static io.jemscope.fleet.store.Planted.profile;
import static io.jemscope.fleet.store.Planted.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.jemscope.history.TimeSpan;
import io.jemscope.profile.Estimate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What every {@link FleetStore} promises. An implementation's test extends this and says how its store is opened. */
public abstract class FleetStoreContract {

    private static final Selection ALL = Selection.of(TimeSpan.ALL, null);
    private static final Instance SHOP = instance("shop", "2.3.0", 1);
    private static final String LEAK = "com.example.Cache.put(Cache.java:42)";

    private static Selection of(String service) {
        return Selection.of(TimeSpan.ALL, service);
    }

    /** Opens the store of this test, empty at first; each call is another user of the same store. */
    protected abstract FleetStore open() throws IOException;

    @Test
    void anEmptyStoreIsAskedAndThinned() throws IOException {
        try (FleetStore store = open()) {
            assertThat(store.totals(ALL)).isEqualTo(new Totals(List.of(), List.of()));
            assertThat(store.stacks(of("shop"), LEAK, 5)).isEmpty();
            assertThat(store.instances(ALL)).isEmpty();
            assertThat(store.thin(Duration.ofDays(30), at(0))).isZero();
            assertThat(store.append(List.of())).isZero();
        }
    }

    @Test
    void whatWentInComesOutInAnotherOpening() throws IOException {
        try (FleetStore store = open()) {
            assertThat(store.append(List.of(profile(SHOP, 1, LEAK, 640)))).isEqualTo(1);
        }
        try (FleetStore store = open()) {
            Totals totals = store.totals(ALL);

            Sums held = stack(LEAK, "", 640).sums();
            assertThat(totals.populations())
                    .containsExactly(
                            new Population("shop", "2.3.0", 1, held, 640.0 * 640.0, totals(SHOP, 1, 640), at(1)));
            assertThat(totals.sites()).containsExactly(new SiteTotal("shop", "2.3.0", LEAK, 1, held, 640.0 * 640.0));
            assertThat(store.stacks(of("shop"), LEAK, 5))
                    .containsExactly(new StackTotal(LEAK + "\nMain.main", 1, held));
            assertThat(store.instances(ALL))
                    .containsExactly(new InstanceSites(SHOP, at(1), Planted.memory(1), Map.of(LEAK, held)));
        }
    }

    /** Of one instance. */
    private static MemoryTotals totals(Instance instance, long minute, double liveBytes) {
        MemoryFigures memory = Planted.memory(minute);
        return new MemoryTotals(
                1,
                memory.residentBytes(),
                liveBytes,
                new MemoryTotals.Nearest(
                        instance.id(),
                        new MemoryFigures(
                                memory.residentBytes(), memory.limitBytes(), memory.chargedBytes(), -1, -1, -1, -1)));
    }

    @Test
    void memoryIsAddedUpAsFarAsItIsKnown() throws IOException {
        MemoryFigures unlimited = new MemoryFigures(5_000, -1, 9_000, 0, -1, -1, 1);
        MemoryFigures far = new MemoryFigures(7_000, 10_000, 6_000, -1, -1, -1, -1);
        MemoryFigures near = new MemoryFigures(300, 1_000, 950, 1, 2, 3, 4);
        MemoryFigures onlyLimit = new MemoryFigures(-1, 1_000, -1, -1, 2, -1, -1);
        List<MemoryFigures> all =
                List.of(unlimited, far, MemoryFigures.UNKNOWN, near, onlyLimit, MemoryFigures.ofResident(0));
        List<StoredProfile> profiles = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            StoredProfile held = profile(instance("shop", "2", i), 1, LEAK, 100 << i);
            profiles.add(new StoredProfile(held.instance(), "new", at(2), 1, all.get(i), held.stacks()));
            profiles.add(held);
        }
        profiles.add(profile(instance("shop", "3", 9), 1, List.of()));
        try (FleetStore store = open()) {
            store.append(profiles);
            Selection selection = Selection.of(TimeSpan.ALL, "shop");

            assertThat(store.totals(selection).populations())
                    .extracting(Population::memory)
                    .containsExactlyInAnyOrder(
                            new MemoryTotals(
                                    4,
                                    12_300,
                                    100 + 200 + 800 + 3_200,
                                    new MemoryTotals.Nearest(
                                            instance("shop", "2", 3).id(),
                                            new MemoryFigures(300, 1_000, 950, -1, -1, -1, -1))),
                            totals(instance("shop", "3", 9), 1, 0));
            assertThat(store.instances(selection))
                    .extracting(each -> each.instance().id(), InstanceSites::memory)
                    .contains(
                            tuple(instance("shop", "2", 0).id(), unlimited),
                            tuple(instance("shop", "2", 3).id(), near),
                            tuple(instance("shop", "2", 4).id(), onlyLimit))
                    .hasSize(7);
            assertThat(store.instances(selection.oldest()))
                    .extracting(InstanceSites::memory)
                    .containsOnly(Planted.memory(1));
        }
    }

    @Test
    void aProfileIsStoredOnce() throws IOException {
        StoredProfile first = profile(SHOP, 1, LEAK, 640);
        StoredProfile sameAgain = new StoredProfile(
                SHOP, first.id(), at(2), 1, MemoryFigures.ofResident(1), List.of(stack(LEAK, "x", 77)));
        StoredProfile ofAnother = new StoredProfile(
                instance("shop", "2.3.0", 2),
                first.id(),
                first.time(),
                524_288,
                MemoryFigures.ofResident(5),
                first.stacks());
        try (FleetStore store = open()) {
            assertThat(store.append(List.of(first, first, sameAgain))).isEqualTo(1);
            assertThat(store.append(List.of(sameAgain, first))).isZero();
        }
        try (FleetStore store = open()) {
            assertThat(store.append(List.of(first, ofAnother))).isEqualTo(1);

            assertThat(store.totals(ALL).populations())
                    .singleElement()
                    .satisfies(shops -> assertThat(shops.instances()).isEqualTo(2))
                    .satisfies(shops -> assertThat(shops.sums().bytes()).isEqualTo(1_280));
        }
    }

    @Test
    void theNewestProfileOfEachInstanceInTheSpanCounts() throws IOException {
        Instance other = instance("shop", "2.3.0", 2);
        try (FleetStore store = open()) {
            store.append(List.of(profile(SHOP, 3, LEAK, 3_000), profile(SHOP, 1, LEAK, 1_000)));
            store.append(List.of(profile(other, 2, LEAK, 20_000), profile(SHOP, 2, LEAK, 2_000)));

            assertThat(bytes(store, 0, 10)).isEqualTo(23_000);
            assertThat(bytes(store, 0, 3)).isEqualTo(22_000);
            assertThat(bytes(store, 1, 2)).isEqualTo(1_000);
            assertThat(bytes(store, 3, 4)).isEqualTo(3_000);
            assertThat(store.totals(Selection.of(new TimeSpan(at(4), at(9)), null))
                            .populations())
                    .isEmpty();
        }
    }

    /** Each profile has a site of its own, so that figures of two of them can't agree. */
    @Test
    void theFiguresOfAnAnswerAgreeWhileProfilesCome() throws Exception {
        int answers = 10;
        try (FleetStore store = open()) {
            store.append(List.of(profile(SHOP, 0, "site 0", 1)));
        }
        AtomicBoolean isEnough = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Future<?> writer = threads.submit(() -> {
            try (FleetStore store = open()) {
                for (int minute = 1; !isEnough.get(); minute++) {
                    store.append(List.of(profile(SHOP, minute, "site " + minute, 1_000 * minute)));
                }
            }
            return null;
        });
        threads.shutdown();
        Set<Double> seen = new HashSet<>();
        try (FleetStore store = open()) {
            while (seen.size() < answers && !writer.isDone()) {
                Totals totals = store.totals(ALL);
                assertThat(totals.populations())
                        .hasSize(1)
                        .extracting(Population::sums)
                        .isEqualTo(totals.sites().stream().map(SiteTotal::sums).toList());
                List<InstanceSites> instances = store.instances(ALL);
                assertThat(instances).hasSize(1);
                InstanceSites newest = instances.get(0);
                long minute = Duration.between(at(0), newest.time()).toMinutes();
                assertThat(newest.memory()).isEqualTo(Planted.memory(minute));
                assertThat(newest.sites().keySet()).containsExactly("site " + minute);
                seen.add(newest.sums().bytes());
            }
        } finally {
            isEnough.set(true);
        }
        writer.get();
        assertThat(seen).hasSize(answers);
    }

    @Test
    void theOldestProfileOfEachInstanceCountsWhereItIsAskedFor() throws IOException {
        Instance other = instance("shop", "2.3.1", 2);
        TimeSpan span = new TimeSpan(at(2), at(5));
        try (FleetStore store = open()) {
            store.append(List.of(
                    profile(SHOP, 1, LEAK, 1),
                    profile(SHOP, 4, LEAK, 4_000),
                    profile(SHOP, 3, LEAK, 3_000),
                    profile(SHOP, 2, LEAK, 2_000),
                    profile(SHOP, 5, LEAK, 5),
                    profile(other, 3, LEAK, 70)));

            assertThat(store.instances(Selection.of(span, "shop").oldest()))
                    .extracting(
                            InstanceSites::instance,
                            InstanceSites::time,
                            each -> each.sums(LEAK).bytes())
                    .containsExactlyInAnyOrder(tuple(SHOP, at(2), 2_000.0), tuple(other, at(3), 70.0));
            assertThat(store.instances(Selection.of(span, "shop")))
                    .extracting(InstanceSites::time, each -> each.sums(LEAK).bytes())
                    .containsExactlyInAnyOrder(tuple(at(4), 4_000.0), tuple(at(3), 70.0));
            assertThat(store.totals(Selection.of(span, null).oldest()).sites())
                    .extracting(site -> site.sums().bytes())
                    .containsExactlyInAnyOrder(2_000.0, 70.0);
        }
    }

    /** Also those that hold nothing, and sites of several stacks. */
    @Test
    void eachInstanceHasItsSites() throws IOException {
        Instance idle = Instance.of("idle", "shop", "", "", Map.of());
        Random random = new Random(4);
        List<StackSum> stacks = Planted.stacks(random);
        try (FleetStore store = open()) {
            store.append(List.of(
                    profile(SHOP, 1, stacks),
                    profile(idle, 1, List.of()),
                    profile(instance("mail", "1", 3), 1, LEAK, 640)));

            Map<String, Sums> expected = new HashMap<>();
            stacks.forEach(stack -> expected.merge(stack.site(), stack.sums(), Sums::plus));
            assertThat(store.instances(of("shop")))
                    .hasSize(2)
                    .anySatisfy(each ->
                            assertThat(each).isEqualTo(new InstanceSites(idle, at(1), Planted.memory(1), Map.of())))
                    .anySatisfy(each -> {
                        assertThat(each.instance()).isEqualTo(SHOP);
                        assertThat(each.sites().keySet()).isEqualTo(expected.keySet());
                        expected.forEach((site, sums) -> assertClose(each.sums(site), sums));
                        assertClose(each.sums(), Planted.sum(stacks));
                    });
        }
    }

    private static double bytes(FleetStore store, int fromMinute, int untilMinute) throws IOException {
        Totals totals = store.totals(Selection.of(new TimeSpan(at(fromMinute), at(untilMinute)), null));
        assertThat(totals.sites()).hasSize(1);
        assertThat(totals.populations().get(0).sums())
                .isEqualTo(totals.sites().get(0).sums());
        return totals.sites().get(0).sums().bytes();
    }

    @Test
    void servicesAndVersionsAreKeptApart() throws IOException {
        try (FleetStore store = open()) {
            store.append(List.of(
                    profile(SHOP, 1, LEAK, 100),
                    profile(instance("shop", "2.3.1", 2), 1, LEAK, 1_000),
                    profile(instance("shop", "2.3.1", 3), 1, "other", 10_000),
                    profile(instance("mail", "2.3.1", 4), 1, LEAK, 100_000),
                    profile(instance("shop", "2.3.1", 5), 1, List.of())));

            Totals shops = store.totals(of("shop"));

            assertThat(shops.populations())
                    .extracting(
                            Population::version,
                            Population::instances,
                            each -> each.sums().bytes())
                    .containsExactlyInAnyOrder(tuple("2.3.0", 1, 100.0), tuple("2.3.1", 3, 11_000.0));
            assertThat(shops.sites())
                    .extracting(
                            SiteTotal::version,
                            SiteTotal::site,
                            each -> each.sums().bytes())
                    .containsExactlyInAnyOrder(
                            tuple("2.3.0", LEAK, 100.0),
                            tuple("2.3.1", LEAK, 1_000.0),
                            tuple("2.3.1", "other", 10_000.0));
            assertThat(store.totals(ALL).populations()).hasSize(3);
            assertThat(store.totals(of("sho")).populations()).isEmpty();
            assertThat(store.stacks(of("mail"), LEAK, 5))
                    .singleElement()
                    .satisfies(stack -> assertThat(stack.sums().bytes()).isEqualTo(100_000));
        }
    }

    @Test
    void theLastLabelsOfAnInstanceCount() throws IOException {
        Instance renamed = Instance.of(SHOP.id(), "shop-eu", "2.3.1", "web9", Map.of());
        try (FleetStore store = open()) {
            store.append(List.of(profile(SHOP, 1, LEAK, 100)));
            store.append(List.of(profile(renamed, 2, LEAK, 200)));

            assertThat(store.totals(Selection.of(new TimeSpan(at(0), at(2)), null))
                            .populations())
                    .extracting(Population::service, Population::version, Population::instances)
                    .containsExactly(tuple("shop-eu", "2.3.1", 1));
        }
    }

    @Test
    void whatIsUnknownOfErrorsStaysUnknown() throws IOException {
        StackSum unknown = new StackSum(LEAK, "x", Sums.of(new Estimate(5, Double.NaN), 1));
        try (FleetStore store = open()) {
            store.append(List.of(new StoredProfile(SHOP, "1", at(1), 0, MemoryFigures.UNKNOWN, List.of(unknown))));

            Totals totals = store.totals(ALL);

            assertThat(totals.sites().get(0).sums().liveBytes().standardError()).isNaN();
            assertThat(totals.sites().get(0).sums().bytes()).isEqualTo(5);
            assertThat(totals.populations().get(0).memory()).isEqualTo(MemoryTotals.UNKNOWN);
            assertThat(store.instances(ALL)).singleElement().satisfies(each -> {
                assertThat(each.memory()).isEqualTo(MemoryFigures.UNKNOWN);
                assertThat(each.sums(LEAK).variance()).isNaN();
            });
        }
    }

    @Test
    void namesComeBackAsTheyWere() throws IOException {
        Random random = new Random(18);
        List<StackSum> stacks = new ArrayList<>();
        Map<String, String> frames = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            String site = i + odd(random, 1 + random.nextInt(60));
            stacks.add(stack(site, odd(random, random.nextInt(i == 7 ? 200_000 : 300)), 1 + i));
            frames.put(site, stacks.get(i).stack());
        }
        Instance odd =
                Instance.of("'; DROP TABLE profile; --", odd(random, 20), odd(random, 20), "", Map.of("k", "'\"\\"));
        try (FleetStore store = open()) {
            store.append(List.of(profile(odd, 1, stacks)));
        }
        try (FleetStore store = open()) {
            Totals totals = store.totals(of(odd.service()));
            assertThat(totals.populations()).extracting(Population::version).containsExactly(odd.version());
            assertThat(totals.sites()).hasSize(200);
            assertThat(store.instances(ALL)).singleElement().satisfies(each -> {
                assertThat(each.instance()).isEqualTo(odd);
                assertThat(each.sites().keySet()).isEqualTo(frames.keySet());
            });
            for (SiteTotal site : totals.sites()) {
                assertThat(store.stacks(of(odd.service()), site.site(), 2))
                        .extracting(StackTotal::stack)
                        .containsExactly(frames.get(site.site()));
            }
        }
    }

    /** Letters of all planes, quotes, line ends and the like; no lone surrogates, which UTF-8 hasn't. */
    private static String odd(Random random, int length) {
        StringBuilder text = new StringBuilder("x");
        String often = "'\"\\;%_\n\t?:,[]{}$ \u0001\u007f";
        for (int i = 0; i < length; i++) {
            int c = 1 + random.nextInt(0x10ffff);
            boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (isSurrogate || random.nextBoolean()) {
                text.append(often.charAt(random.nextInt(often.length())));
            } else {
                text.appendCodePoint(c);
            }
        }
        return text.toString();
    }

    @Test
    void theSumsAgreeWithTheProfilesThatWentIn() throws IOException {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            String service = "service " + seed;
            Map<String, Sums> bySite = new HashMap<>();
            Map<String, Integer> byInstance = new HashMap<>();
            List<StoredProfile> delivered = new ArrayList<>();
            int instances = 1 + random.nextInt(8);
            for (int number = 0; number < instances; number++) {
                int rounds = 1 + random.nextInt(4);
                for (int round = 0; round < rounds; round++) {
                    delivered.add(profile(
                            instance(service, "1." + number % 2, number + 100 * (int) seed),
                            round,
                            Planted.stacks(random)));
                }
                List<StackSum> newest = delivered.get(delivered.size() - 1).stacks();
                newest.forEach(stack -> bySite.merge(stack.site(), stack.sums(), Sums::plus));
                byInstance.put("1." + number % 2, byInstance.getOrDefault("1." + number % 2, 0) + 1);
            }
            Collections.shuffle(delivered, random);
            deliver(delivered, random);

            try (FleetStore store = open()) {
                Totals totals = store.totals(of(service));
                assertSame(totals, Totals.of(store.instances(of(service))));
                Map<String, Sums> found = new HashMap<>();
                totals.sites().forEach(site -> found.merge(site.site(), site.sums(), Sums::plus));
                assertThat(found.keySet()).isEqualTo(bySite.keySet());
                bySite.forEach((site, sums) -> assertClose(found.getOrDefault(site, Sums.NONE), sums));
                for (Population population : totals.populations()) {
                    assertThat(population.instances()).isEqualTo(byInstance.get(population.version()));
                }
            }
        }
    }

    /** In batches of any size, each profile once or twice. */
    private void deliver(List<StoredProfile> profiles, Random random) throws IOException {
        List<StoredProfile> batch = new ArrayList<>();
        for (StoredProfile profile : profiles) {
            batch.add(profile);
            if (random.nextBoolean()) {
                batch.add(profile);
            }
            if (random.nextInt(3) == 0) {
                try (FleetStore store = open()) {
                    store.append(batch);
                }
                if (random.nextBoolean()) {
                    batch.clear();
                }
            }
        }
        try (FleetStore store = open()) {
            store.append(batch);
        }
    }

    private static void assertSame(Totals found, Totals expected) {
        Map<String, Population> populations = new HashMap<>();
        expected.populations().forEach(each -> populations.put(each.version(), each));
        assertThat(found.populations()).hasSize(populations.size()).allSatisfy(each -> {
            Population its = Objects.requireNonNull(populations.get(each.version()));
            assertClose(each.sums(), its.sums());
            assertThat(each.squares()).isCloseTo(its.squares(), within(1e-9 * its.squares()));
            assertThat(each)
                    .isEqualTo(new Population(
                            its.service(),
                            its.version(),
                            its.instances(),
                            each.sums(),
                            each.squares(),
                            each.memory(),
                            its.newest()));
            assertThat(each.memory().instances()).isEqualTo(its.memory().instances());
            assertThat(each.memory().residentBytes()).isEqualTo(its.memory().residentBytes());
            assertThat(each.memory().liveBytes()).isEqualTo(each.sums().bytes());
            // Of several that are equally near it may be any.
            assertThat(each.memory().nearest())
                    .extracting(MemoryTotals.Nearest::memory)
                    .isEqualTo(Objects.requireNonNull(its.memory().nearest()).memory());
        });
        Map<List<String>, SiteTotal> sites = new HashMap<>();
        expected.sites().forEach(each -> sites.put(List.of(each.version(), each.site()), each));
        assertThat(found.sites()).hasSize(sites.size()).allSatisfy(each -> {
            SiteTotal its = Objects.requireNonNull(sites.get(List.of(each.version(), each.site())));
            assertThat(each.holders()).isEqualTo(its.holders());
            assertClose(each.sums(), its.sums());
            assertThat(each.squares()).isCloseTo(its.squares(), within(1e-9 * its.squares()));
        });
    }

    /** Sums depend on the order of their parts in the last bits. */
    static void assertClose(Sums found, Sums expected) {
        assertThat(found.bytes()).isCloseTo(expected.bytes(), within(1e-9 * expected.bytes()));
        assertThat(found.objects()).isCloseTo(expected.objects(), within(1e-9 * expected.objects()));
        assertThat(found.variance()).isCloseTo(expected.variance(), within(1e-9 * expected.variance()));
        assertThat(found.weights()).isCloseTo(expected.weights(), within(1e-9 * expected.weights()));
        assertThat(found.steps()).isCloseTo(expected.steps(), within(1e-9 * expected.steps()));
    }

    @Test
    void olderProfilesAreThinnedOut() throws IOException {
        int minutes = 10 * 24 * 60;
        List<StoredProfile> all = new ArrayList<>();
        for (int minute = 0; minute <= minutes; minute += 5) {
            all.add(profile(SHOP, minute, LEAK, minute + 1));
        }
        Instance gone = instance("shop", "2.2", 2);
        all.add(profile(gone, 0, "old site", 77));
        try (FleetStore store = open()) {
            store.append(all);

            int removed = store.thin(Duration.ofDays(30), at(minutes));

            // 13 of the last hour, then one in ten minutes, one an hour, one a day.
            int left = all.size() - removed;
            assertThat(left).isBetween(13 + 23 * 6 + 6 * 24 + 3, 13 + 23 * 6 + 6 * 24 + 8);
            assertThat(bytes(store, minutes - 60, minutes - 55)).isEqualTo(minutes - 59);
            assertThat(store.totals(Selection.of(new TimeSpan(at(0), at(1)), null))
                            .populations())
                    .hasSize(2);
            // Two profiles lie in these ten minutes, and the first one stays. Some stores remove the other one a little
            // later.
            TimeSpan second = new TimeSpan(at(minutes - 295), at(minutes - 290));
            await().untilAsserted(() ->
                    assertThat(store.instances(Selection.of(second, null))).isEmpty());
            assertThat(store.thin(Duration.ofDays(30), at(minutes))).isZero();

            assertThat(store.thin(Duration.ofDays(9), at(minutes))).isPositive();

            Totals totals = store.totals(ALL);
            assertThat(totals.populations()).extracting(Population::version).containsExactly("2.3.0");
            assertThat(totals.sites()).extracting(SiteTotal::site).containsExactly(LEAK);
            assertThat(store.append(List.of(profile(SHOP, minutes, LEAK, minutes + 1))))
                    .isZero();
            assertThat(store.append(List.of(profile(gone, 0, "old site", 77)))).isEqualTo(1);
            assertThat(store.totals(ALL).sites()).hasSize(2);
        }
    }

    /** As after the collector's clock was set back: those profiles are young once the clock gets there. */
    @Test
    void profilesOfLaterTimesThanNowAreKept() throws IOException {
        List<StoredProfile> all = new ArrayList<>();
        for (int minute = 0; minute <= 120; minute++) {
            all.add(profile(SHOP, minute, LEAK, minute + 1));
        }
        try (FleetStore store = open()) {
            store.append(all);

            assertThat(store.thin(Duration.ofDays(30), at(0))).isZero();
            assertThat(bytes(store, 0, 61)).isEqualTo(61);
            // One in ten minutes of the hour before the last one.
            assertThat(store.thin(Duration.ofDays(30), at(120))).isEqualTo(54);
            assertThat(bytes(store, 0, 121)).isEqualTo(121);
        }
    }

    @Test
    void theStackThatHoldsMostComesFirst() throws IOException {
        Instance other = instance("shop", "2.3.1", 2);
        try (FleetStore store = open()) {
            store.append(List.of(
                    profile(SHOP, 1, List.of(stack(LEAK, "a", 100), stack(LEAK, "b", 150), stack(LEAK, "c", 1))),
                    profile(other, 1, List.of(stack(LEAK, "a", 100), stack("other", "b", 1_000)))));

            assertThat(store.stacks(of("shop"), LEAK, 2))
                    .extracting(
                            StackTotal::stack,
                            StackTotal::holders,
                            each -> each.sums().bytes())
                    .containsExactly(tuple("a", 2, 200.0), tuple("b", 1, 150.0));
        }
    }
}
