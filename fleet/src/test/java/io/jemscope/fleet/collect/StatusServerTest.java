package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.question.FleetJson;
import io.jemscope.fleet.question.FleetQuestion;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.profile.Estimate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusServerTest {

    private static final String CACHE = "com.example.Cache.put(Cache.java:42)";
    private static final String AT = "2026-01-31T12:00:00Z";
    private static final Instant NOON = Instant.parse(AT);

    @TempDir
    private Path folder;

    private final AtomicInteger opened = new AtomicInteger();
    private StoreSink.@Nullable Opening opening = () -> {
        opened.incrementAndGet();
        return DuckDbStore.beside(file(), Duration.ZERO);
    };

    @SuppressWarnings("NullAway.Init") // set before each test
    private Collector collector;

    @SuppressWarnings("NullAway.Init") // set before each test
    private StatusServer server;

    private Path file() {
        return folder.resolve("fleet.duckdb");
    }

    /** Three instances of each of two versions; of the second one, each holds 8 MiB more in its cache. */
    @BeforeEach
    void start() throws IOException {
        List<StoredProfile> profiles = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String version = i < 3 ? "1.0" : "1.1";
            Instance instance = Instance.of("web" + i + "/1@0", "shop", version, "web" + i, Map.of());
            profiles.add(profile(instance, NOON.minusSeconds(7_200), 1 << 20));
            profiles.add(profile(instance, NOON.minusSeconds(60), i < 3 ? 1 << 20 : 9 << 20));
        }
        try (FleetStore store = DuckDbStore.write(file(), Duration.ZERO)) {
            store.append(profiles);
        }
        collector = new Collector(
                List.of(),
                new Fetcher(new BoundedClient(null, Duration.ofSeconds(2), 1 << 20)),
                List.of(),
                new Collector.Settings(Duration.ofMinutes(1), 1, 0, 1 << 20),
                Clock.systemUTC(),
                line -> {});
        server = StatusServer.start(0, null, collector, opening);
    }

    private static StoredProfile profile(Instance instance, Instant time, double bytes) {
        Sums sums = Sums.of(new Estimate(bytes, Math.sqrt(bytes * 64), 64, 64), bytes / 64);
        List<StackSum> stacks = List.of(new StackSum(CACHE, CACHE + "\ncom.example.Main.main(Main.java:1)", sums));
        return new StoredProfile(instance, time.toString(), time, 64, MemoryFigures.ofResident(100 << 20), stacks);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        collector.close();
    }

    private void restart(StoreSink.@Nullable Opening other) throws IOException {
        server.close();
        server = StatusServer.start(0, null, collector, other);
    }

    /** Returns the time of the server's clock, which stands still. */
    private AtomicReference<Instant> restartAt(Instant start) throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(start);
        server.close();
        server = StatusServer.start(0, null, collector, opening, now::get);
        return now;
    }

    private String token() {
        return server.page().getFragment().substring("token=".length());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ask(String question) throws Exception {
        return send(request("/api/v1/fleet/" + question).header("Authorization", "Bearer " + token()));
    }

    /** What the command prints. */
    private interface Writing {

        void write(FleetStore store, FleetQuestion question, OutputStream out) throws Exception;
    }

    private void assertAnswers(String question, Writing command) throws Exception {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (FleetStore store = DuckDbStore.beside(file(), Duration.ZERO)) {
            command.write(store, new FleetQuestion("shop", NOON, null), expected);
        }
        HttpResponse<String> answer = ask(question);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).isEqualTo(expected.toString(StandardCharsets.UTF_8));
    }

    @Test
    void questionsAreAnsweredAsTheCommandAnswersThem() throws Exception {
        assertAnswers("top?service=shop&at=" + AT, (store, asked, out) -> FleetJson.write(asked.top(store), out));
        assertAnswers(
                "diff?service=shop&release=1.1&at=" + AT,
                (store, asked, out) -> FleetJson.write(asked.diff(store, "1.1", null), out));
        assertAnswers(
                "diff?service=shop&release=1.1&base=1.0&within=7d&at=" + AT,
                (store, asked, out) -> FleetJson.write(asked.diff(store, "1.1", "1.0"), out));
        assertAnswers(
                "diff?service=shop&since=2026-01-31T10:30:00Z&at=" + AT,
                (store, asked, out) -> FleetJson.write(asked.diff(store, Instant.parse("2026-01-31T10:30:00Z")), out));
        assertAnswers("trend?service=shop&at=" + AT, (store, asked, out) -> FleetJson.write(asked.trend(store), out));
        assertAnswers("why?service=shop&at=" + AT, (store, asked, out) -> FleetJson.write(asked.why(store, null), out));
        assertAnswers(
                "why?service=shop&instance=web4&at=" + AT,
                (store, asked, out) -> FleetJson.write(asked.why(store, "web4"), out));
        assertAnswers(
                "stacks?service=shop&site=com.example.Cache.put(Cache.java:42)&at=" + AT,
                (store, asked, out) -> FleetJson.write("shop", CACHE, asked.stacks(store, CACHE, 20), out));

        JsonObject diff =
                JsonParser.parseString(ask("diff?release=1.1&at=" + AT).body()).getAsJsonObject();
        JsonObject change = diff.getAsJsonArray("changes").get(0).getAsJsonObject();
        assertThat(change.get("site").getAsString()).isEqualTo(CACHE);
        assertThat(change.get("change").getAsLong()).isEqualTo(8 << 20);
        assertThat(change.get("changeLow").getAsLong()).isLessThan(8 << 20);
    }

    /** As on the command line. */
    @Test
    void aSpanMayHaveSeveralUnits() throws Exception {
        HttpResponse<String> answer = ask("top?within=2h30m&at=" + AT);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(ask("top?within=150m&at=" + AT).body())
                .isNotEqualTo(ask("top?within=30s&at=" + AT).body());
    }

    @Test
    void anotherAddressHasMetricsAndWhetherAllWorks() throws Exception {
        Discovery failing = () -> {
            throw new IOException("the secret address of a list");
        };
        collector.close();
        collector = QuickCollector.open(
                failing, Duration.ofSeconds(2), List.of(), 0, 1 << 20, Clock.systemUTC(), line -> {});
        server.close();
        server = StatusServer.start(0, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), collector, opening);
        String outside = "http://127.0.0.1:" + server.outsidePort();
        assertThat(send(HttpRequest.newBuilder(URI.create(outside + "/health"))).body())
                .isEqualTo("ok\n");

        Thread running = QuickCollector.start(collector);
        await().atMost(Duration.ofMinutes(1)).until(() -> !collector.illness().isEmpty());

        assertThat(send(request("/health")).body()).contains("secret address");
        HttpResponse<String> health = send(HttpRequest.newBuilder(URI.create(outside + "/health")));
        assertThat(health.statusCode()).isEqualTo(503);
        assertThat(health.body()).contains("something fails").doesNotContain("secret");
        assertThat(send(HttpRequest.newBuilder(URI.create(outside + "/metrics")))
                        .body())
                .contains("jemscope_collector_agents");
        for (String closed : List.of("/page", "/api/v1/fleet/top?at=" + AT)) {
            HttpResponse<String> answer = send(
                    HttpRequest.newBuilder(URI.create(outside + closed)).header("Authorization", "Bearer " + token()));
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("/metrics and /health alone");
        }
        running.interrupt();
        running.join();
    }

    @Test
    void nothingIsToldOfTheProgramsWithoutTheToken() throws Exception {
        String top = "/api/v1/fleet/top?at=" + AT;
        assertThat(send(request(top)).statusCode()).isEqualTo(401);
        assertThat(send(request(top).header("Authorization", "Bearer x")).body())
                .contains("jemscope collect has printed");
        assertThat(send(request(top)
                                .header("Authorization", "Bearer " + token())
                                .header("Origin", "http://evil.example"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(byHost("127.0.0.1:" + server.port())).startsWith("HTTP/1.1 200 ");
        assertThat(byHost("evil.example:" + server.port())).startsWith("HTTP/1.1 403 ");
        assertThat(send(request("/metrics")).statusCode()).isEqualTo(200);
        assertThat(send(request("/health")).body()).isEqualTo("ok\n");
        assertThat(send(request("/other")).statusCode()).isEqualTo(401);
        assertThat(send(request("/other").header("Authorization", "Bearer " + token()))
                        .statusCode())
                .isEqualTo(404);
        String first = token();
        restart(opening);
        assertThat(token()).isNotEqualTo(first);
    }

    /** Java's client doesn't send another Host. */
    private String byHost(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String head = "GET /api/v1/fleet/top?at=" + AT + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer "
                    + token() + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "where | 404 | Unknown question: where",
                "where | 404 | the questions are diff, stacks, top, trend, why",
                "top?release=1 | 400 | The parameter release isn't known",
                "top?within=long | 400 | Send such as within=30m",
                "top?within=0s | 400 | it has no length",
                "top?within=30 | 400 | 30' ends without a unit",
                "top?within=99999d | 400 | is too long",
                "top?at=noon | 400 | noon' is not a time",
                "top?at=2026 | 400 | 2026' ends without a unit",
                "top?at=1969-12-31T23:59:59Z | 400 | must be in the years 1970 to 9998",
                "top?at=+999999999-12-31T23:59:59Z | 400 | must be in the years 1970 to 9998",
                "top?at=999999d | 400 | is too long",
                "diff?since=2026 | 400 | ends without a unit",
                "diff | 400 | either release or since",
                "diff?release=1&since=1h | 400 | either release or since",
                "diff?since=1h&base=1 | 400 | Send release, too",
                "stacks?service=shop | 400 | Send service and site",
                "diff?release=2.0&at=2026-01-31T12:00:00Z | 404 | there are 1.0, 1.1",
                "diff?release=1.1&base=3&at=2026-01-31T12:00:00Z | 404 | version 3; there are 1.0, 1.1",
                "stacks?service=shop&site=x&at=2026-01-31T12:00:00Z | 404 | holds anything at x",
                "trend?within=30m&at=2026-01-31T12:00:00Z | 404 | two profiles",
                "why?instance=db&at=2026-01-31T12:00:00Z | 404 | it has, for example, web0/1@0, web1/1@0",
                "why?instance=web&at=2026-01-31T12:00:00Z | 404 | 6 ids begin with web",
                "top?at=2026-01-30T12:00:00Z | 404 | Choose a longer time",
            })
    void aQuestionThatCantBeAnsweredSaysWhy(String question, int status, String why) throws Exception {
        HttpResponse<String> answer = ask(question.replace("+", "%2B"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(why);
    }

    @Test
    void aStoreThatCantBeReadIsSaidAndSoIsNone() throws Exception {
        restart(() -> {
            throw new IOException("it has been in use for 20 s by another process");
        });
        HttpResponse<String> answer = ask("top?at=" + AT);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("The store can't be read", "in use for 20 s", "/health");
        assertThat(ask("top?at=noon").statusCode()).isEqualTo(400);

        restart(null);
        assertThat(ask("top").body()).contains("This collector has no store", "--store");
    }

    /** As when a question takes long: the next ones wait for it, and too many are refused. */
    @Test
    void oneQuestionIsAnsweredAtATime() throws Exception {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        AtomicInteger openings = new AtomicInteger();
        AtomicInteger mostOpenings = new AtomicInteger();
        restart(() -> {
            mostOpenings.accumulateAndGet(openings.incrementAndGet(), Math::max);
            isAsked.countDown();
            try {
                mayAnswer.await();
                return DuckDbStore.beside(file(), Duration.ZERO);
            } catch (InterruptedException e) {
                throw new IOException(e);
            } finally {
                openings.decrementAndGet();
            }
        });
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            HttpRequest question = request("/api/v1/fleet/top?at=" + AT + "&within=" + i + "h")
                    .header("Authorization", "Bearer " + token())
                    .build();
            answers.add(client.sendAsync(question, HttpResponse.BodyHandlers.ofString()));
            // The first one doesn't wait, so that sixteen others can.
            isAsked.await();
        }
        assertThat(send(request("/health")).body()).isEqualTo("ok\n");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> answers.stream().filter(CompletableFuture::isDone).count() == 13);
        mayAnswer.countDown();
        List<Integer> statuses = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            statuses.add(answer.join().statusCode());
        }
        assertThat(statuses).filteredOn(status -> status == 503).hasSize(13);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(17);
        assertThat(mostOpenings).hasValue(1);
    }

    @Test
    void theSameQuestionOfTheSameSecondsOpensTheStoreOnce() throws Exception {
        AtomicReference<Instant> now = restartAt(NOON);
        String first = ask("top?at=" + AT).body();
        now.set(NOON.plusSeconds(4));
        assertThat(ask("top?at=" + AT).body()).isEqualTo(first);
        assertThat(opened).hasValue(1);
        ask("top?within=3h&at=" + AT);
        assertThat(opened).hasValue(2);
        now.set(NOON.plusSeconds(6));
        assertThat(ask("top?at=" + AT).body()).isEqualTo(first);
        assertThat(opened).hasValue(3);
    }

    @Test
    void anAnswerIsNotKeptUntilAClockThatWasSetBackGetsThere() throws Exception {
        AtomicReference<Instant> now = restartAt(NOON);
        ask("top?at=" + AT);
        now.set(NOON.minusSeconds(3_600));
        ask("top?at=" + AT);
        assertThat(opened).hasValue(2);
        now.set(NOON.minusSeconds(3_598));
        ask("top?at=" + AT);
        assertThat(opened).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page", "/page/fleet.js", "/page/vendor.js", "/page/page.css"})
    void thePageLoadsWithoutTheToken(String path) throws Exception {
        HttpResponse<String> file = send(request(path));
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'")
                .doesNotContain("unsafe");
    }
}
