package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.PyroscopeSink;
import io.jemscope.fleet.sink.Receiver;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.sink.StrictReceiver;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.Totals;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.history.TimeSpan;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Response;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<Closeable> open = new ArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AtomicReference<Instant> now = new AtomicReference<>();
    private InstantSource clock = InstantSource.system();

    @AfterEach
    void close() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
    }

    private StandInAgent with(StandInAgent agent) {
        open.add(agent);
        return agent;
    }

    private FleetStore write() throws IOException {
        return DuckDbStore.write(folder.resolve("fleet.duckdb"), LIMIT);
    }

    private Sink store() {
        return new StoreSink(this::write, Duration.ofDays(30), clock, line -> {});
    }

    private Totals totals() throws IOException {
        try (FleetStore store = DuckDbStore.read(folder.resolve("fleet.duckdb"), LIMIT)) {
            return store.totals(Selection.of(TimeSpan.ALL, null));
        }
    }

    private Collector collector(List<Agent> agents, Sink sink, int rounds) throws IOException {
        return collector(agents, List.of(destination("store", sink)), rounds, 1 << 20);
    }

    private Collector collector(List<Agent> agents, List<Destination> sinks, int rounds, long spoolBytes)
            throws IOException {
        Collector collector =
                QuickCollector.open(() -> agents, Duration.ofSeconds(2), sinks, rounds, spoolBytes, clock, log::add);
        open.add(collector);
        return collector;
    }

    private Destination destination(String name, Sink sink) {
        return new Destination(name, sink, folder.resolve("spool").resolve(name));
    }

    @Test
    void theProfilesOfAllAgentsAreStored() throws Exception {
        List<Agent> agents = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            agents.add(with(StandInAgent.holding(i, 1_000_000 * i)).agent(i <= 3 ? "2.3.0" : "2.3.1"));
        }

        assertThat(collector(agents, store(), 3).run()).isTrue();

        Totals totals = totals();
        assertThat(totals.populations())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.instances()).isEqualTo(3));
        assertThat(totals.sites())
                .allSatisfy(each -> assertThat(each.site()).isEqualTo("com.example.Cache.put(Cache.java:42)"));
        // Each in the error of one figure's rounding.
        assertThat(bytes(totals, "2.3.0")).isCloseTo(6_000_000, within(10.0));
        assertThat(bytes(totals, "2.3.1")).isCloseTo(15_000_000, within(10.0));
        assertThat(totals.populations().get(0).memory().residentBytes()).isEqualTo(930_000_000);
        assertThat(totals.populations().get(0).memory().nearest())
                .satisfies(each -> assertThat(each.memory().limitShare()).isEqualTo(0.925));
        assertThat(log).isEmpty();
    }

    private static double bytes(Totals totals, String version) {
        return totals.populations().stream()
                .filter(each -> each.version().equals(version))
                .map(Population::sums)
                .findFirst()
                .orElseThrow()
                .bytes();
    }

    @Test
    void badAgentsDontStopTheOthers() throws Exception {
        CompletableFuture<Response> never = new CompletableFuture<>();
        StandInAgent good = with(StandInAgent.holding(1, 1_000_000));
        StandInAgent gone = StandInAgent.holding(2, 1);
        gone.close();
        List<Agent> agents = List.of(
                with(StandInAgent.start(request -> Response.later(never))).agent("silent"),
                with(StandInAgent.start(request -> Response.bytes(200, "x/y", new byte[2 << 20])))
                        .agent("large"),
                with(StandInAgent.start(request -> Response.text(200, "x/y", "no profile")))
                        .agent("garbage"),
                with(StandInAgent.start(
                                request -> Response.text(302, "x/y", "").with("Location", "http://127.0.0.1:1/")))
                        .agent("elsewhere"),
                Agent.of(
                        with(StandInAgent.holding(3, 1)).agent("x").address(),
                        "a wrong token",
                        good.agent("").labels()),
                gone.agent("gone"),
                good.agent("2.3.0"));

        Collector collector = collector(agents, store(), 2);
        assertThat(collector.run()).isTrue();

        assertThat(collector.refusal()).isEmpty();
        assertThat(totals().populations()).singleElement().satisfies(each -> {
            assertThat(each.version()).isEqualTo("2.3.0");
            assertThat(each.sums().bytes()).isCloseTo(1_000_000, within(10.0));
        });
        assertThat(log)
                .anyMatch(line -> line.contains("didn't answer within 2 s"))
                .anyMatch(line -> line.contains("more than 1048576 bytes"))
                .anyMatch(line -> line.contains("the sink store refused the profile of"))
                .anyMatch(line -> line.contains("it answered 302"))
                .anyMatch(line -> line.contains("rejects the token"))
                .anyMatch(line -> line.contains("the connection failed: no process listens there"))
                .noneMatch(line -> line.contains(StandInAgent.TOKEN) || line.contains("a wrong token"));
    }

    @Test
    void aSinkThatRefusesAllProfilesIsNamed() throws Exception {
        StandInAgent agent = with(StandInAgent.start(request -> Response.text(200, "x/y", "no profile")));
        Collector collector = collector(List.of(agent.agent("garbage")), store(), 2);

        assertThat(collector.run()).isTrue();

        assertThat(collector.refusal())
                .startsWith("the sink store accepts none of the profiles, such as the profile of " + agent.agent(""));
        assertThat(collector.illness()).isEqualTo(collector.refusal());
    }

    @Test
    void whatWaitsForASinkThatIsntNamedIsMentioned() throws Exception {
        Path other = Files.createDirectories(destination("other", store()).spool());
        Files.createFile(other.resolve("1.profile"));
        Files.createDirectories(destination("empty", store()).spool());
        Destination running = destination("running", store());
        collector(List.of(), List.of(running), 1, 1 << 20);
        Files.createFile(running.spool().resolve("1.profile"));
        log.clear();

        collector(List.of(), store(), 1);

        assertThat(log).singleElement().asString().contains("profiles wait in " + other + " for a sink");
        assertThat(other.resolve("1.profile")).exists();
    }

    /** Many more are due at a time than are requested. */
    @Test
    void eachAgentGetsItsTurnUnderLoad() throws Exception {
        List<StandInAgent> asked = new ArrayList<>();
        List<Agent> agents = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            asked.add(with(StandInAgent.holding(i, 1_000_000)));
            agents.add(asked.get(i - 1).agent("2.3.0"));
        }
        try (Collector collector = QuickCollector.open(
                () -> agents,
                LIMIT,
                List.of(destination("none", deliveries -> List.of())),
                new Collector.Settings(Duration.ofMillis(1), 1, 3, 1 << 20),
                clock,
                log::add)) {
            assertThat(collector.run()).isTrue();
        }

        for (StandInAgent each : asked) {
            assertThat(each.asked()).isEqualTo(3);
            assertThat(each.askedAt(0)).isBefore(asked.get(0).askedAt(2));
        }
    }

    @Test
    void aCollectorThatGetsNothingIsIll() throws Exception {
        StandInAgent gone = StandInAgent.holding(1, 1);
        gone.close();
        List<Destination> sinks = List.of(destination("none", deliveries -> List.of()));
        AtomicInteger looks = new AtomicInteger();
        Discovery once = () -> {
            if (looks.incrementAndGet() > 1) {
                throw new IOException("the list is gone");
            }
            return List.of(gone.agent("2.3.0"));
        };
        try (Collector collector = QuickCollector.open(once, LIMIT, sinks, 0, 1 << 20, clock, log::add)) {
            Thread running = QuickCollector.start(collector);
            await().atMost(LIMIT)
                    .until(() -> collector.illness().contains("; all agents fail, such as: no profile of "));

            assertThat(collector.illness())
                    .startsWith("cannot look for agents, so the last list is kept: the list is gone; ")
                    .endsWith("the connection failed: no process listens there");
            running.interrupt();
            running.join();
        }
    }

    /** Older agents, those that are busy, and servers that aren't agents. The profile itself knows the resident memory. */
    @Test
    void profilesAreKeptWithoutFiguresOfMemory() throws Exception {
        CompletableFuture<Response> never = new CompletableFuture<>();
        List<Handler> answers = List.of(
                request -> Response.text(404, "x/y", ""),
                request -> Response.text(429, "x/y", "").with("Retry-After", "3600"),
                request -> Response.later(never),
                request -> Response.text(200, "x/y", "go_goroutines 7\n"),
                request -> Response.bytes(200, "x/y", new byte[300 << 10]));
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            StandInAgent agent = with(StandInAgent.holding(i, 1_000_000));
            agents.add(agent.withMetrics(answers.get(i)).agent("poor"));
        }
        agents.add(with(StandInAgent.holding(9, 1_000_000)).agent("rich"));

        Collector collector = collector(agents, store(), 2);

        assertThat(collector.run()).isTrue();
        assertThat(collector.metrics())
                .contains("jemscope_collector_fetched_total 12\n")
                .contains("jemscope_collector_without_memory_total 10\n")
                .contains("jemscope_collector_failed_total 0\n");
        try (FleetStore store = DuckDbStore.read(folder.resolve("fleet.duckdb"), LIMIT)) {
            assertThat(store.instances(Selection.of(TimeSpan.ALL, null)))
                    .hasSize(6)
                    .allSatisfy(each -> assertThat(each.memory())
                            .isEqualTo(
                                    each.instance().version().equals("rich")
                                            ? StandInAgent.MEMORY
                                            : MemoryFigures.ofResident(300_000_000)));
        }
        // Once for each.
        assertThat(log)
                .hasSize(5)
                .allSatisfy(line -> assertThat(line).startsWith("no figures of memory of http://127.0.0.1:"))
                .anyMatch(line -> line.contains("/metrics answered 404"))
                .anyMatch(line -> line.contains("didn't answer within 2 s"))
                .anyMatch(line -> line.contains("has no figures of memory"))
                .anyMatch(line -> line.contains("more than 262144 bytes"));
    }

    @Test
    void anAgentWithoutFiguresOfMemoryIsAskedForThemEverMoreRarely() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        StandInAgent agent = with(StandInAgent.holding(1, 1_000_000)).withMetrics(request -> {
            asked.incrementAndGet();
            return Response.text(404, "x/y", "");
        });

        Collector collector = collector(List.of(agent.agent("1")), store(), 7);

        assertThat(collector.run()).isTrue();
        // In the first, the third and the seventh round.
        assertThat(asked).hasValue(3);
        assertThat(collector.metrics()).contains("jemscope_collector_without_memory_total 7\n");
        assertThat(log).hasSize(1);
    }

    @Test
    void withoutAStoreAgentsArentAskedForFiguresOfMemory() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        StandInAgent agent = with(StandInAgent.holding(1, 1_000_000)).withMetrics(request -> {
            asked.incrementAndGet();
            return Response.text(200, "x/y", StandInAgent.METRICS);
        });

        Collector collector = collector(List.of(agent.agent("1")), deliveries -> List.of(), 2);

        assertThat(collector.run()).isTrue();
        assertThat(agent.asked()).isEqualTo(2);
        assertThat(asked).hasValue(0);
        assertThat(collector.metrics()).contains("jemscope_collector_without_memory_total 0\n");
    }

    /** A profile waits for nothing between its agent and the spool. */
    @Test
    void aCollectorThatEndsDuringTheRequestForFiguresLosesNoProfile() throws Exception {
        CompletableFuture<Response> never = new CompletableFuture<>();
        CountDownLatch isAsked = new CountDownLatch(1);
        StandInAgent agent = with(StandInAgent.holding(1, 1_000_000)).withMetrics(request -> {
            isAsked.countDown();
            return Response.later(never);
        });
        Collector collector = collector(List.of(agent.agent("1")), store(), 0);
        Thread running = QuickCollector.start(collector);
        isAsked.await();
        running.interrupt();
        running.join();
        collector.close();

        assertThat(collector.metrics())
                .contains("jemscope_collector_spool_profiles{sink=\"store\"} " + agent.asked() + "\n");
    }

    @Test
    void anAgentWhoseProfileIsTooLargeForTheHeapIsAskedAgain() throws Exception {
        AtomicInteger readings = new AtomicInteger();
        Sink sink = new Sink() {
            @Override
            public boolean isFor(Delivery delivery) {
                if (readings.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("Java heap space");
                }
                return true;
            }

            @Override
            public List<Refused> write(List<Delivery> deliveries) {
                return List.of();
            }
        };

        Collector collector =
                collector(List.of(with(StandInAgent.holding(1, 1_000_000)).agent("1")), sink, 2);

        assertThat(collector.run()).isTrue();
        assertThat(collector.metrics())
                .contains("jemscope_collector_failed_total 1\n")
                .contains("jemscope_collector_fetched_total 1\n")
                .contains("jemscope_collector_delivered_total{sink=\"store\"} 1\n");
        assertThat(log)
                .hasSize(2)
                .first()
                .asString()
                .contains("no profile of ", "too little memory for it", "JEMSCOPE_JAVA_OPTS");
    }

    /** What was fetched while the store was down comes to it later, once; and with a full spool no agent is asked. */
    @Test
    void aStoreThatIsDownCostsNothingThatWasFetched() throws Exception {
        AtomicBoolean isDown = new AtomicBoolean(true);
        Sink store = store();
        Sink failing = deliveries -> {
            if (isDown.get()) {
                throw new IOException("the test has switched it off");
            }
            return store.write(deliveries);
        };
        StandInAgent agent = with(StandInAgent.restarting(dump -> dump, 1_000_000));
        List<Agent> agents = new CopyOnWriteArrayList<>(List.of(agent.agent("1")));
        int size = StandInAgent.pprof(1, 1, 1_000_000).length;
        Collector collector = collector(agents, List.of(destination("store", failing)), 0, 3L * size);
        try (StatusServer status = StatusServer.start(0, null, collector, null)) {
            Thread running = QuickCollector.start(collector);
            await().atMost(LIMIT).until(() -> figure(status, "jemscope_collector_skipped_total") >= 3);
            int asked = agent.asked();
            assertThat(figure(status, "jemscope_collector_spool_profiles{sink=\"store\"}"))
                    .isEqualTo(asked);
            assertThat(figure(status, "jemscope_collector_sink_up{sink=\"store\"}"))
                    .isZero();
            assertThat(get(status, "/health"))
                    .startsWith("503 the sink store accepts nothing: the test has switched it off");
            assertThat(log)
                    .filteredOn(line -> line.startsWith("the profiles for the sink store stay in the spool"))
                    .hasSize(1);

            isDown.set(false);

            await().atMost(LIMIT)
                    .until(() -> figure(status, "jemscope_collector_delivered_total{sink=\"store\"}") > asked + 2);
            // The spool of three is full for moments, too.
            await().atMost(LIMIT).until(() -> get(status, "/health").equals("200 ok\n"));
            assertThat(get(status, "/metrics")).contains("# TYPE jemscope_collector_delivered_total counter");
            assertThat(get(status, "/other")).startsWith("401 ");

            agents.clear();

            await().atMost(LIMIT)
                    .until(() -> figure(status, "jemscope_collector_agents") == 0
                            && figure(status, "jemscope_collector_spool_profiles{sink=\"store\"}") == 0);
            running.interrupt();
            running.join();
            collector.close();
            assertThat(figure(status, "jemscope_collector_delivered_total{sink=\"store\"}"))
                    .isEqualTo(agent.asked());
        }
        assertAllStored(agent.asked());
    }

    /** Of an agent whose profiles are each of another process. */
    private void assertAllStored(int profiles) throws IOException {
        assertThat(totals().populations()).singleElement().satisfies(each -> {
            assertThat(each.instances()).isEqualTo(profiles);
            assertThat(each.sums().bytes()).isCloseTo(1_000_000.0 * profiles, within(10.0 * profiles));
        });
    }

    private static double figure(StatusServer status, String name) throws Exception {
        return get(status, "/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String get(StatusServer status, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + status.port() + path))
                .build();
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return response.statusCode() + " " + response.body();
    }

    /** A collector that ended with a full spool: the next one carries on. */
    @Test
    void theNextCollectorWritesWhatThisOneCouldNot() throws Exception {
        StandInAgent agent = with(StandInAgent.restarting(dump -> dump, 1_000_000));
        Sink dead = deliveries -> {
            throw new IOException("dead");
        };

        try (Collector first = collector(List.of(agent.agent("1")), dead, 2)) {
            assertThat(first.run()).isFalse();
        }
        assertThat(agent.asked()).isEqualTo(2);
        Collector next = collector(List.of(), store(), 1);
        assertThat(next.run()).isTrue();

        assertThat(next.metrics()).contains("jemscope_collector_delivered_total{sink=\"store\"} 2\n");
        assertAllStored(2);
        assertThat(totals().populations())
                .singleElement()
                .satisfies(each -> assertThat(each.version()).isEqualTo("1"));
    }

    @Test
    void aDeadSinkNeitherStopsNorSlowsTheOthers() throws Exception {
        StandInAgent agent = with(StandInAgent.holding(1, 1_000_000));
        int size = StandInAgent.pprof(1, 1, 1_000_000).length;
        List<byte[]> taken = new CopyOnWriteArrayList<>();
        Sink dead = deliveries -> {
            throw new IOException("dead");
        };
        Sink good = deliveries -> {
            deliveries.forEach(each -> taken.add(each.pprof()));
            return List.of();
        };

        Collector collector = collector(
                List.of(agent.agent("1")), List.of(destination("dead", dead), destination("good", good)), 6, 2L * size);

        assertThat(collector.run()).isFalse();
        assertThat(agent.asked()).isEqualTo(6);
        assertThat(taken).hasSize(6).doesNotHaveDuplicates();
        assertThat(collector.illness()).isEqualTo("the sink dead accepts nothing: dead");
        assertThat(collector.metrics())
                .contains("jemscope_collector_delivered_total{sink=\"good\"} 6\n")
                .contains("jemscope_collector_missed_total{sink=\"good\"} 0\n")
                .contains("jemscope_collector_missed_total{sink=\"dead\"} 4\n")
                .contains("jemscope_collector_spool_profiles{sink=\"dead\"} 2\n");
    }

    /** As from cron. */
    @Test
    void oneCollectorAfterTheOtherKeepsTheSpoolsLimit() throws Exception {
        StandInAgent agent = with(StandInAgent.holding(1, 1_000_000));
        Sink dead = deliveries -> {
            throw new IOException("dead");
        };
        List<Destination> sinks = List.of(destination("dead", dead), destination("good", deliveries -> List.of()));
        for (int missed = 0; missed <= 1; missed++) {
            try (Collector collector = collector(List.of(agent.agent("1")), sinks, 1, 1)) {
                assertThat(collector.run()).isFalse();

                assertThat(collector.metrics())
                        .contains("jemscope_collector_delivered_total{sink=\"good\"} 1\n")
                        .contains("jemscope_collector_missed_total{sink=\"dead\"} " + missed + "\n")
                        .contains("jemscope_collector_spool_profiles{sink=\"dead\"} 1\n");
            }
        }
    }

    /** It stays in the spool, and so the rounds don't end well. */
    @Test
    void aProfileThatAServerAnswersWith500HoldsUpNoOther() throws Exception {
        List<Agent> agents = List.of(
                with(StandInAgent.holding(1, 1_000_000)).agent("bad"),
                with(StandInAgent.holding(2, 1_000_000)).agent("2"),
                with(StandInAgent.holding(3, 1_000_000)).agent("3"));
        StrictReceiver receiver = StrictReceiver.start();
        open.add(receiver);
        receiver.failAt("bad");
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(10), 1 << 20);
        Sink pyroscope = new PyroscopeSink(
                new Receiver(client, receiver.address(), StrictReceiver.CREDENTIALS), "team-a", log::add);
        Destination destination = destination("pyroscope", pyroscope);

        try (Collector collector = collector(agents, List.of(destination), 2, 1 << 20)) {
            assertThat(collector.run()).isFalse();

            assertThat(collector.illness()).startsWith("the sink pyroscope ").contains("answered 500");
            assertThat(collector.metrics())
                    .contains("jemscope_collector_delivered_total{sink=\"pyroscope\"} 4\n")
                    .contains("jemscope_collector_spool_profiles{sink=\"pyroscope\"} 2\n")
                    .contains("# TYPE jemscope_collector_set_aside_profiles gauge");
        }
        assertThat(receiver.taken())
                .extracting(each -> each.labels().get("version"))
                .containsExactlyInAnyOrder("2", "2", "3", "3");
        receiver.failAt("");

        assertThat(collector(List.of(), List.of(destination), 1, 1 << 20).run()).isTrue();

        assertThat(receiver.taken()).hasSize(6);
    }

    @Test
    void anAgentThatIsBusyIsAskedWhenItSays() throws Exception {
        AtomicBoolean isBusy = new AtomicBoolean(true);
        StandInAgent agent = with(StandInAgent.start(request -> isBusy.getAndSet(false)
                ? Response.text(503, "x/y", "").with("Retry-After", "1")
                : Response.bytes(200, "x/y", StandInAgent.pprof(1, 1, 1_000_000))));

        assertThat(collector(List.of(agent.agent("1")), store(), 2).run()).isTrue();

        assertThat(totals().populations()).hasSize(1);
        assertThat(log).hasSize(2).last().asString().contains("answers again");
    }

    @Test
    void theWaitThatABusyAgentNamesIsBounded() throws Exception {
        Collector collector = collector(List.of(), List.of(), 1, 1 << 20);
        Duration none = Duration.ZERO;
        Duration days = Duration.ofSeconds(999_999);

        assertThat(collector.asked(none, 1)).isEqualTo(QuickCollector.EVERY);
        assertThat(collector.asked(none, 2)).isEqualTo(QuickCollector.EVERY.multipliedBy(4));
        assertThat(collector.asked(Duration.ofMinutes(59), 1)).isEqualTo(Duration.ofMinutes(59));
        assertThat(collector.asked(days, 1)).isEqualTo(Duration.ofHours(1));
        assertThat(collector.asked(days, 100)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aBusyAgentIsNotAskedAtOnceNorBeforeItsTime() throws Exception {
        StandInAgent now =
                with(StandInAgent.start(request -> Response.text(503, "x/y", "").with("Retry-After", "0")));
        StandInAgent never =
                with(StandInAgent.start(request -> Response.text(503, "x/y", "").with("Retry-After", "999999")));
        Collector collector = collector(List.of(now.agent("1"), never.agent("1")), store(), 3);
        Thread running = QuickCollector.start(collector);
        await().atMost(LIMIT).until(() -> now.asked() == 3 && never.asked() == 1);

        // After the first failure 200 ms, after the second 800 ms less a tenth.
        assertThat(Duration.between(now.askedAt(0), now.askedAt(2))).isGreaterThan(Duration.ofMillis(900));
        running.interrupt();
        running.join();
    }

    /** The newest profile is that of the latest time, not that which was fetched last: two clocks can't be told apart. */
    @Test
    void profilesHaveTheTimesOfAClockThatIsSetBackAndForward() throws Exception {
        Instant start = Instant.parse("2026-01-31T12:00:00Z");
        now.set(start);
        clock = now::get;
        Duration hour = Duration.ofHours(1);
        List<Instant> times = List.of(start, start.minus(hour), start.plus(hour));
        AtomicInteger dumps = new AtomicInteger();
        StandInAgent agent = with(StandInAgent.start(request -> {
            int dump = dumps.incrementAndGet();
            now.set(times.get(dump % times.size()));
            return Response.bytes(200, "x/y", StandInAgent.pprof(1, dump, 1_000_000 * dump));
        }));

        assertThat(collector(List.of(agent.agent("1")), store(), 3).run()).isTrue();

        try (FleetStore store = write()) {
            assertThat(held(store, Selection.of(TimeSpan.ALL, null))).isCloseTo(3_000_000, within(10.0));
            assertThat(held(store, Selection.of(TimeSpan.ALL, null).oldest())).isCloseTo(2_000_000, within(10.0));
            TimeSpan beforeStart = new TimeSpan(start.minus(hour), start);
            assertThat(held(store, Selection.of(beforeStart, null))).isCloseTo(2_000_000, within(10.0));
            TimeSpan beforeEnd = new TimeSpan(start, start.plus(hour));
            assertThat(held(store, Selection.of(beforeEnd, null))).isCloseTo(1_000_000, within(10.0));
        }
    }

    private static double held(FleetStore store, Selection selection) throws IOException {
        List<Population> populations = store.totals(selection).populations();
        assertThat(populations).hasSize(1);
        return populations.get(0).sums().bytes();
    }
}
