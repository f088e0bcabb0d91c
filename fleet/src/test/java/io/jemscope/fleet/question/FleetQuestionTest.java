package io.jemscope.fleet.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Difference;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetQuestionTest {

    private static final Instant NOW = Instant.parse("2026-01-31T22:30:00Z");
    private static final int INSTANCES = 4;
    private static final long RESIDENT = 1_000_000_000;
    private static final String SITE = "com.example.Cache.put(Cache.java:42)";

    @TempDir
    private Path folder;

    /** A real store, to which a collector adds profiles before each read. */
    private static final class BusyStore implements FleetStore {

        private final FleetStore store;
        private final IntFunction<List<StoredProfile>> coming;
        private int reads;

        BusyStore(FleetStore store, IntFunction<List<StoredProfile>> coming) {
            this.store = store;
            this.coming = coming;
        }

        private void come() throws IOException {
            reads++;
            append(coming.apply(reads));
        }

        @Override
        public int append(List<StoredProfile> profiles) throws IOException {
            return store.append(profiles);
        }

        @Override
        public Totals totals(Selection selection) throws IOException {
            come();
            return store.totals(selection);
        }

        @Override
        public List<InstanceSites> instances(Selection selection) throws IOException {
            come();
            return store.instances(selection);
        }

        @Override
        public List<StackTotal> stacks(Selection selection, String site, int most) throws IOException {
            come();
            return store.stacks(selection, site, most);
        }

        @Override
        public int thin(Duration mostAge, Instant now) throws IOException {
            return store.thin(mostAge, now);
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }

    /** An instance holds more in each second. */
    private static StoredProfile profile(int instance, Duration ago) {
        Instance its = Instance.of("web" + instance, "shop", "1", "", Map.of());
        double bytes = 100e6 * (1 + instance) - ago.toSeconds();
        Sums sums = Sums.of(FleetDiffTest.RATE.estimateBytes(new Amount(bytes / 64, bytes)), bytes / 64);
        return new StoredProfile(
                its,
                "ago " + ago,
                NOW.minus(ago),
                524_288,
                MemoryFigures.ofResident(RESIDENT),
                List.of(new StackSum(SITE, "f", sums)));
    }

    private static List<StoredProfile> profiles(int instance) {
        return Stream.of(1, 60, 119)
                .map(minutes -> profile(instance, Duration.ofMinutes(minutes)))
                .toList();
    }

    private FleetStore busy(IntFunction<List<StoredProfile>> coming) throws IOException {
        FleetStore store = DuckDbStore.write(folder.resolve("fleet.duckdb"), Duration.ofSeconds(20));
        for (int i = 0; i < INSTANCES; i++) {
            store.append(profiles(i));
        }
        return new BusyStore(store, coming);
    }

    @Test
    void aComparisonOfTimesIsOfTheSameInstances() throws Exception {
        try (FleetStore store = busy(read -> profiles(INSTANCES + read))) {
            FleetDiff diff = new FleetQuestion(null, NOW, Duration.ofMinutes(30)).diff(store, NOW.minusSeconds(3_000));

            assertThat(diff.services()).singleElement().satisfies(shop -> {
                assertThat(shop.before()).isEqualTo(INSTANCES + 1);
                assertThat(shop.after()).isEqualTo(INSTANCES + 1);
                assertThat(shop.liveBytes().value()).isEqualTo(59 * 60);
            });
        }
    }

    /** Its only profile would be compared with itself. */
    @Test
    void anInstanceThatEndedBeforeTheTimeIsNotCompared() throws Exception {
        try (FleetStore store = busy(read -> List.of(profile(INSTANCES, Duration.ofMinutes(20))))) {
            FleetDiff diff = new FleetQuestion(null, NOW, null).diff(store, NOW.minus(Duration.ofMinutes(10)));

            assertThat(diff.services())
                    .singleElement()
                    .satisfies(shop -> assertThat(shop.after()).isEqualTo(INSTANCES));
        }
    }

    @Test
    void aTimeAfterTheEndIsRefused() throws Exception {
        try (FleetStore store = busy(read -> List.of())) {
            assertThatExceptionOfType(NoSuchInstanceException.class)
                    .isThrownBy(() -> new FleetQuestion(null, NOW, null).diff(store, NOW));
        }
    }

    /** Also when the collector was stopped some hours ago. */
    @Test
    void processesThatHaveEndedHoldNothingMore() throws Exception {
        try (FleetStore store = busy(read -> List.of(profile(INSTANCES, Duration.ofMinutes(90))))) {
            for (int hours : new int[] {0, 2}) {
                Instant until = NOW.plus(Duration.ofHours(hours));
                FleetWhy why = new FleetQuestion(null, until, Duration.ofHours(3 + hours)).why(store, null);

                assertThat(why.top().services())
                        .singleElement()
                        .satisfies(shop -> assertThat(shop.instances()).isEqualTo(INSTANCES));
                assertThat(why.memory().services().get(0).resident().bytes()).isEqualTo(1.0 * INSTANCES * RESIDENT);
            }
        }
    }

    /** Its collector was stopped, or all its processes were killed. */
    @Test
    void aServiceThatHasEndedIsNamed() throws Exception {
        StoredProfile shop = profile(INSTANCES, Duration.ofMinutes(90));
        StoredProfile cart = new StoredProfile(
                Instance.of("cart0", "cart", "1", "", Map.of()),
                shop.id(),
                shop.time(),
                shop.rateBytes(),
                shop.memory(),
                shop.stacks());
        try (FleetStore store = busy(read -> List.of(cart))) {
            FleetWhy why = new FleetQuestion(null, NOW, Duration.ofHours(3)).why(store, null);

            assertThat(why.ended()).containsExactly("cart");
            assertThat(why.top().services()).extracting(FleetTop.Service::name).containsExactly("shop");
        }
    }

    /** web1 is also the beginning of web10. */
    @Test
    void aWholeIdIsThatInstance() throws Exception {
        try (FleetStore store = busy(read -> profiles(10))) {
            FleetQuestion question = new FleetQuestion(null, NOW, Duration.ofHours(3));

            assertThat(question.why(store, "web1").outliers().named())
                    .singleElement()
                    .satisfies(each -> assertThat(each.instance().id()).isEqualTo("web1"));
            assertThatExceptionOfType(NoSuchInstanceException.class)
                    .isThrownBy(() -> question.why(store, "web"))
                    .withMessageContaining("5 ids begin with web");
        }
    }

    @Test
    void allPartsOfAConclusionAreOfTheSameProfiles() throws Exception {
        IntFunction<List<StoredProfile>> newer = read -> IntStream.range(0, INSTANCES)
                .mapToObj(i -> profile(i, Duration.ofSeconds(60 - read)))
                .toList();
        try (FleetStore store = busy(newer)) {
            FleetWhy why = new FleetQuestion(null, NOW, Duration.ofHours(3)).why(store, "web3");

            FleetTrend.Growth growth = why.trend().services().get(0);
            FleetOutliers.Compared compared = why.outliers().named().get(0);
            double held = why.top().services().get(0).liveBytes().value();
            assertThat(growth.instances()).isEqualTo(INSTANCES);
            assertThat(growth.last() * INSTANCES).isEqualTo(held);
            Difference bytes = compared.liveBytes();
            assertThat(bytes.later().value() + (INSTANCES - 1) * bytes.earlier().value())
                    .isEqualTo(held);
        }
    }
}
