package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import io.jemscope.fleet.store.clickhouse.LocalServer;
import io.jemscope.history.TimeSpan;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector whose store is on two real servers of ClickHouse. */
@Tag("one-jdk")
class CollectorOfServersTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int AGENTS = 8;

    @TempDir
    private Path folder;

    private final List<Closeable> open = new ArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<StandInAgent> standIns = new ArrayList<>();
    private final List<Agent> agents = new CopyOnWriteArrayList<>();
    private final List<Agent> ofSecond = new ArrayList<>();
    private List<URI> servers = List.of();
    private LocalServer second;

    /** How many of the agents have their instances in each server. */
    private final int[] instances = new int[2];

    @BeforeEach
    void start() throws Exception {
        assumeTrue(LocalServer.isInstalled(), "clickhouse-server isn't installed here");
        LocalServer first = LocalServer.start(folder.resolve("first"));
        open.add(first);
        second = LocalServer.start(folder.resolve("second"));
        open.add(second);
        servers = List.of(first.address("fleet"), second.address("fleet"));
        for (int i = 1; i <= AGENTS; i++) {
            int number = i;
            StandInAgent agent = StandInAgent.restarting(dump -> pid(number, dump), 1_000_000);
            open.add(agent);
            standIns.add(agent);
            agents.add(agent.agent("1"));
            instances[server(number)]++;
            if (server(number) == 1) {
                ofSecond.add(agent.agent("1"));
            }
        }
        assertThat(instances[0]).isBetween(1, AGENTS - 1);
    }

    private static int server(long pid) {
        return ClickHouseStore.server("web1/" + pid + "@1764097200123", 2);
    }

    /** The process of an agent's profile: each profile has another process, which belongs to the same server. */
    private static long pid(long first, int dump) {
        return LongStream.iterate(first, pid -> pid + AGENTS)
                .filter(pid -> server(pid) == server(first))
                .skip(dump - 1)
                .findFirst()
                .orElseThrow();
    }

    /** How many profiles the agents of a server gave. */
    private int given(int server) {
        int profiles = 0;
        for (int i = 0; i < AGENTS; i++) {
            profiles += server(i + 1) == server ? standIns.get(i).asked() : 0;
        }
        return profiles;
    }

    @AfterEach
    void end() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
    }

    private Collector collector(List<Agent> asked, int rounds, long spoolBytes) throws IOException {
        List<Destination> destinations = new ArrayList<>();
        for (Sink sink :
                StoreSink.ofServers(servers, Map.of(), null, Duration.ofDays(30), Clock.systemUTC(), log::add)) {
            String name = "store-" + (destinations.size() + 1);
            destinations.add(new Destination(name, sink, folder.resolve("spool").resolve(name)));
        }
        return QuickCollector.open(
                () -> asked, Duration.ofSeconds(10), destinations, rounds, spoolBytes, Clock.systemUTC(), log::add);
    }

    private static double figure(Collector collector, String name) {
        return collector
                .metrics()
                .lines()
                .filter(line -> line.startsWith("jemscope_collector_" + name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private void assertAllStored() throws IOException {
        int profiles = given(0) + given(1);
        try (FleetStore store = ClickHouseStore.read(servers, Map.of(), null)) {
            assertThat(store.totals(Selection.of(TimeSpan.ALL, null)).populations())
                    .singleElement()
                    .satisfies(all -> assertThat(all.instances()).isEqualTo(profiles))
                    .extracting(Population::sums)
                    .satisfies(sums ->
                            assertThat(sums.bytes()).isCloseTo(1_000_000.0 * profiles, within(10.0 * profiles)));
        }
    }

    @Test
    void aServerThatIsDownHoldsUpNoOther() throws Exception {
        second.kill();
        try (Collector collector = collector(agents, 0, 1 << 20)) {
            Thread running = QuickCollector.start(collector);
            await().atMost(LIMIT)
                    .until(() -> figure(collector, "delivered_total{sink=\"store-1\"}") >= 3 * instances[0]
                            && figure(collector, "spool_profiles{sink=\"store-2\"}") >= 3 * instances[1]
                            && figure(collector, "sink_up{sink=\"store-2\"}") == 0);

            assertThat(figure(collector, "delivered_total{sink=\"store-2\"}")).isZero();
            assertThat(figure(collector, "sink_up{sink=\"store-1\"}")).isOne();
            assertThat(collector.illness())
                    .startsWith("the sink store-2 accepts nothing: ClickHouse at " + servers.get(1) + " fails: ");

            second.restart();

            await().atMost(LIMIT)
                    .until(() -> figure(collector, "delivered_total{sink=\"store-2\"}") >= 4 * instances[1]
                            && collector.illness().isEmpty());

            agents.clear();

            await().atMost(LIMIT)
                    .until(() -> figure(collector, "agents") == 0
                            && figure(collector, "spool_profiles{sink=\"store-1\"}") == 0
                            && figure(collector, "spool_profiles{sink=\"store-2\"}") == 0);
            // Counted after they left the spool.
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(figure(collector, "delivered_total{sink=\"store-1\"}"))
                        .isEqualTo(given(0));
                assertThat(figure(collector, "delivered_total{sink=\"store-2\"}"))
                        .isEqualTo(given(1));
            });
            running.interrupt();
            running.join();
        }
        assertAllStored();
    }

    @Test
    void roundsDontEndWellWhileAServerIsDown() throws Exception {
        second.kill();
        try (Collector collector = collector(agents, 2, 1 << 20)) {
            assertThat(collector.run()).isFalse();
            assertThat(figure(collector, "delivered_total{sink=\"store-1\"}")).isEqualTo(2 * instances[0]);
            assertThat(figure(collector, "spool_profiles{sink=\"store-2\"}")).isEqualTo(2 * instances[1]);
        }
        second.restart();
        try (Collector next = collector(List.of(), 1, 1 << 20)) {
            assertThat(next.run()).isTrue();
            assertThat(figure(next, "delivered_total{sink=\"store-1\"}")).isZero();
            assertThat(figure(next, "delivered_total{sink=\"store-2\"}")).isEqualTo(2 * instances[1]);
        }
        assertAllStored();
    }

    /** Each once, since only its profile says which server has the instance. The instances of the others are asked each time. */
    @Test
    void instancesOfAServerWhoseSpoolIsFullArentAsked() throws Exception {
        second.kill();
        int rounds = 6;
        // More than all profiles for the first server.
        int filling = rounds * instances[0] / instances[1] + 1;
        double waiting = filling * instances[1];
        double full;
        try (Collector collector = collector(ofSecond, filling, 1 << 20)) {
            assertThat(collector.run()).isFalse();
            assertThat(figure(collector, "spool_profiles{sink=\"store-2\"}")).isEqualTo(waiting);
            full = figure(collector, "spool_bytes{sink=\"store-2\"}");
        }
        try (Collector collector = collector(agents, rounds, (long) full)) {
            assertThat(collector.run()).isFalse();

            assertThat(figure(collector, "delivered_total{sink=\"store-1\"}")).isEqualTo(rounds * instances[0]);
            assertThat(figure(collector, "missed_total{sink=\"store-2\"}")).isEqualTo(instances[1]);
            assertThat(figure(collector, "skipped_total")).isEqualTo((rounds - 1) * instances[1]);
            assertThat(figure(collector, "spool_profiles{sink=\"store-2\"}")).isEqualTo(waiting);
            assertThat(figure(collector, "failed_total")).isZero();
        }
    }
}
