package io.jemscope.fleet.store.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.fleet.store.CrashedAppender;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.WrongStoreException;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real servers of version 18.16, which share the instances. */
class ClickHouseStoreTest extends ClickHouseContract {

    @TempDir
    private static Path folder;

    private static LocalServer first;
    private static LocalServer second;
    private static int tests;

    private String database;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(LocalServer.isInstalled(), "clickhouse-server isn't installed here");
        first = LocalServer.start(folder.resolve("first"));
        second = LocalServer.start(folder.resolve("second"));
    }

    @AfterAll
    static void end() throws IOException {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    @BeforeEach
    void nextDatabase() {
        tests++;
        database = "test" + tests;
    }

    @Override
    List<URI> servers() {
        return List.of(first.address(database), second.address(database));
    }

    private FleetStore read() throws IOException {
        return ClickHouseStore.read(servers(), Map.of(), null);
    }

    private static double bytes(FleetStore store) throws IOException {
        return store.totals(Selection.of(TimeSpan.ALL, null)).populations().stream()
                .mapToDouble(each -> each.sums().bytes())
                .sum();
    }

    @Test
    void aShardThatIsDownIsNamedAndNothingIsLostOrCountedTwice() throws Exception {
        List<StoredProfile> batch = CrashedAppender.batch(1);
        try (FleetStore store = open()) {
            second.kill();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.append(batch))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(second.address(database).toString())
                        .hasMessageContaining("the connection failed: no process listens there");
            }
            assertThatThrownBy(() -> store.totals(Selection.of(TimeSpan.ALL, null)))
                    .hasMessageContaining(second.address(database).toString());
        } finally {
            second.restart();
        }
        try (FleetStore store = open()) {
            // The shard that was up has its part.
            assertThat(store.append(batch)).isBetween(1, batch.size() - 1);
            assertThat(store.append(batch)).isZero();
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();
        }
    }

    /** A server that is killed while it takes a batch has each profile whole or not at all; sent again, the sums are right. */
    @Test
    @Tag("one-jdk")
    void aKilledServerLosesNothing() throws Exception {
        Random random = new Random(5);
        open().close();
        int batches = 0;
        for (int round = 0; round < 3; round++) {
            AtomicInteger confirmed = new AtomicInteger(batches);
            Thread writer = new Thread(() -> {
                try (FleetStore store = open()) {
                    for (int number = confirmed.get() + 1; ; number++) {
                        store.append(CrashedAppender.batch(number));
                        confirmed.set(number);
                    }
                } catch (IOException e) {
                    // As expected: the server is gone.
                }
            });
            writer.start();
            int begun = batches;
            await().atMost(Duration.ofSeconds(60)).until(() -> confirmed.get() > begun);
            writer.join(random.nextInt(300));
            first.kill();
            writer.join();
            first.restart();
            batches = confirmed.get() + 1;
            try (FleetStore store = open()) {
                for (int number = 1; number < batches; number++) {
                    assertThat(store.append(CrashedAppender.batch(number))).isZero();
                }
                store.append(CrashedAppender.batch(batches));
                assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                        .isEqualTo(batches);
            }
        }
    }

    /** Two collectors may both find that a profile isn't there, and both store it: it counts once all the same. */
    @Test
    void twoCollectorsOfTheSameProfilesCountThemOnce() throws Exception {
        List<StoredProfile> batch = CrashedAppender.batch(1);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> running = new ArrayList<>();
            open().close();
            for (int i = 0; i < 4; i++) {
                running.add(threads.submit(() -> {
                    try (FleetStore store = open()) {
                        return store.append(batch);
                    }
                }));
            }
            for (Future<Integer> each : running) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        try (FleetStore store = read()) {
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();
            assertThat(bytes(store)).isEqualTo(64.0 * 50 * batch.size());
        }
    }

    private void run(LocalServer server, String statement) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.address("").resolve("/?database=" + database))
                                .POST(HttpRequest.BodyPublishers.ofString(statement))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void aSchemaThatFailedHalfWayIsCompleted() throws Exception {
        List<StoredProfile> batch = CrashedAppender.batch(1);
        try (FleetStore store = open()) {
            store.append(batch);
        }
        run(second, "TRUNCATE TABLE migration");
        run(second, "DROP TABLE gone");
        assertThatThrownBy(this::read).hasMessageContaining("run jemscope collect of this version on it once");

        try (FleetStore store = open()) {
            assertThat(store.append(batch)).isZero();
            assertThat(store.thin(Duration.ofDays(10_000), batch.get(0).time())).isZero();
        }
        try (FleetStore store = read()) {
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();
        }
    }

    @Test
    void aDeletionThatFailsDelaysNothingAndIsReported() throws IOException {
        Duration age = Duration.ofDays(10_000);
        List<StoredProfile> batch = CrashedAppender.batch(1);
        try (FleetStore store = open()) {
            store.append(batch);
            for (Shard shard : shards()) {
                shard.run("ALTER TABLE profiles DELETE WHERE throwIf(key > 0) = 1");
            }

            assertThat(store.thin(age, Instant.now())).isZero();
            assertThat(store.append(CrashedAppender.batch(2))).isEqualTo(batch.size());
            assertThatThrownBy(() -> store.thin(age, Instant.now().plus(Duration.ofHours(2))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(" hasn't finished the deletion in its table profiles")
                    .hasMessageContaining("system.mutations");
        }
    }

    @Test
    void anotherSchemaIsRefused() throws Exception {
        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run jemscope collect of this version on it once");
        open().close();
        read().close();
        run(first, "INSERT INTO migration VALUES (99, 0)");

        assertThatThrownBy(this::read).hasMessageContaining("use the newer jemscope");
        assertThatThrownBy(this::open).hasMessageContaining("use the newer jemscope");
    }

    /** Instances would move to other servers and count twice. */
    @Test
    void otherServersAreRefused() throws Exception {
        URI one = first.address(database);
        URI two = second.address(database);
        URI oneAgain = URI.create("http://localhost:" + one.getPort() + one.getPath());
        open().close();
        for (List<URI> others : List.of(
                List.of(two, one),
                List.of(one),
                List.of(one, two, first.address(database + "x")),
                List.of(one, oneAgain))) {
            assertThatThrownBy(() -> ClickHouseStore.write(others, Map.of(), null))
                    .isInstanceOf(WrongStoreException.class)
                    .hasMessageContaining(" is server ")
                    .hasMessageContaining(" of 2 of its store, and --store names it as ")
                    .hasMessageContaining("choose databases that don't exist yet");
            assertThatThrownBy(() -> ClickHouseStore.read(others, Map.of(), null))
                    .isInstanceOf(WrongStoreException.class);
        }
        assertThatThrownBy(() -> ClickHouseStore.writeOne(List.of(two, one), 0, Map.of(), null))
                .isInstanceOf(WrongStoreException.class)
                .hasMessageContaining(
                        "ClickHouse at " + two + " is server 2 of 2 of its store, and --store names it as 1 of 2");
        // By another name.
        ClickHouseStore.writeOne(List.of(oneAgain, two), 0, Map.of(), null).close();
        open().close();
    }

    @Test
    @Tag("fuzz")
    void damagedAnswersAreRefused() throws IOException {
        byte[] whole = new RowWriter()
                .add("größe")
                .add(7L)
                .add(2.5)
                .length(2)
                .add(1L)
                .add(2L)
                .length(1)
                .add(0.5)
                .bytes();
        Random random = new Random(2);
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 2_000); i++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length + 4));
            for (int flips = random.nextInt(3); flips > 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            RowReader reader = new RowReader(bytes);
            try {
                reader.text();
                reader.number();
                reader.real();
                reader.numbers();
                reader.reals();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("cut short");
            }
        }
    }
}
