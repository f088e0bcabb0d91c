package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import io.jemscope.fleet.store.clickhouse.LocalServer;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSinkTest {

    private static final Duration KEEP = Duration.ofDays(30);
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir
    private Path folder;

    private final AtomicInteger openings = new AtomicInteger();

    private static List<Delivery> batch(int stacks) throws IOException {
        return batch(stacks, Instant.now());
    }

    private static List<Delivery> batch(int stacks, Instant time) throws IOException {
        Agent agent = Agent.of(URI.create("http://127.0.0.1:1"), "", Map.of(Agent.SERVICE, "shop"));
        return List.of(new Delivery(agent, time, MadeUpProfile.pprof(stacks, 0), MemoryFigures.UNKNOWN));
    }

    @Test
    void aFileIsOpenedForEachBatchSoThatOthersReadIt() throws Exception {
        Path file = folder.resolve("fleet.duckdb");
        StoreSink sink = new StoreSink(
                () -> {
                    openings.incrementAndGet();
                    return DuckDbStore.write(file, Duration.ofSeconds(10));
                },
                KEEP,
                Clock.systemUTC(),
                line -> {});
        for (int i = 1; i <= 3; i++) {
            assertThat(sink.write(batch(i))).isEmpty();
            try (FleetStore store = DuckDbStore.read(file, Duration.ofSeconds(10))) {
                assertThat(store.totals(Selection.of(TimeSpan.ALL, null)).sites())
                        .hasSize(i);
            }
        }
        assertThat(openings).hasValue(3);
    }

    @Test
    void aServerStaysOpenUntilItFails() throws Exception {
        assumeTrue(LocalServer.isInstalled(), "clickhouse-server isn't installed here");
        try (LocalServer server = LocalServer.start(folder.resolve("server"))) {
            List<URI> addresses = List.of(server.address("fleet"));
            StoreSink sink = new StoreSink(
                    () -> {
                        openings.incrementAndGet();
                        return ClickHouseStore.writeOne(addresses, 0, Map.of(), null);
                    },
                    profile -> true,
                    KEEP,
                    Clock.systemUTC(),
                    line -> {});
            sink.write(batch(1));
            sink.write(batch(2));
            assertThat(openings).hasValue(1);
            server.kill();
            assertThatThrownBy(() -> sink.write(batch(3))).isInstanceOf(IOException.class);
            server.restart();

            sink.write(batch(3));
            sink.write(batch(4));

            assertThat(openings).hasValue(2);
            sink.close();
            sink.write(batch(4));
            assertThat(openings).hasValue(3);
            sink.close();
            try (FleetStore store = ClickHouseStore.read(addresses, Map.of(), null)) {
                assertThat(store.totals(Selection.of(TimeSpan.ALL, null)).sites())
                        .hasSize(4);
            }
        }
    }

    @Test
    void aClockThatIsSetBackDoesntEndTheThinning() throws Exception {
        Path file = folder.resolve("fleet.duckdb");
        AtomicReference<Instant> now = new AtomicReference<>(NOON);
        Sink sink = new StoreSink(() -> DuckDbStore.write(file, Duration.ofSeconds(10)), KEEP, now::get, line -> {});
        assertThat(sink.write(batch(1, NOON))).isEmpty();

        now.set(NOON.minus(Duration.ofDays(2)));
        Instant tooOld = now.get().minus(KEEP).minus(Duration.ofDays(1));
        assertThat(sink.write(batch(2, tooOld))).isEmpty();

        // What is later than now stays.
        try (FleetStore store = DuckDbStore.read(file, Duration.ofSeconds(10))) {
            assertThat(store.instances(Selection.of(TimeSpan.ALL, null).oldest()))
                    .extracting(InstanceSites::time)
                    .containsExactly(NOON);
        }
    }
}
