package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.profiling.FakeClock;
import io.jemscope.agent.profiling.FakeTimer;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.threads.AgentThreads;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.auth.RequestGuard;
import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /api/v1/runs}, over HTTP, on an allocator that isn't real. */
class RunResourcesTest {

    private final FakeAllocator allocator = new FakeAllocator();
    private final FakeClock clock = new FakeClock();
    private final FakeTimer timer = new FakeTimer();

    @TempDir
    private Path folder;

    private DumpStore dumps;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        dumps = new DumpStore(new DumpFolder(folder, folder), 4711, allocator, Clock.systemUTC(), notice -> {});
        Profiler profiler = new Profiler(allocator, dumps, clock, timer, notice -> {}, 10, EventLog.NONE);
        server = HttpServer.open(Limits.DEFAULT, new AgentThreads(allocator).named("jemscope-http"));
        RunJson json = new RunJson(profiler, dumps);
        Router router = new Router()
                .translate(new ErrorMapper())
                .add("PUT", "/api/v1/profiling", new ProfilingResource(profiler));
        ApiRoutes.addRuns(router, profiler, json, new RoleRateLimiter(Duration.ZERO, 1, "Wait."));
        server.start(new RequestGuard(new Token("secret")), router);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void aRunIsBegunShownAndEnded() throws Exception {
        HttpResponse<String> made = send("POST", "/api/v1/runs", "{\"seconds\":60,\"label\":\"night batch\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        JsonObject run = json(made);
        String id = run.get("id").getAsString();
        assertThat(made.headers().firstValue("Location")).contains("/api/v1/runs/" + id);
        String baseline = dumps.list().get(0).id();
        assertThat(run).isEqualTo(JsonParser.parseString("""
                        {"id": "1772600767", "state": "running", "label": "night batch",
                         "started": "2026-03-04T05:06:07Z", "ended": null, "seconds": 60, "remainingSeconds": 60,
                         "external": false, "sampleBytes": 524288, "baseline": "%s", "snapshots": [], "snapshotsGone": 0,
                         "profile": null, "resetAt": null, "message": null}
                        """.formatted(baseline)));

        clock.pass(Duration.ofMillis(20_500));
        assertThat(json(send("GET", "/api/v1/runs/" + id, ""))
                        .get("remainingSeconds")
                        .getAsInt())
                .isEqualTo(40);
        assertThat(json(send("GET", "/api/v1/runs/current", "")).get("id").getAsString())
                .isEqualTo(id);

        JsonObject ended = json(send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}"));
        assertThat(ended.get("state").getAsString()).isEqualTo("finished");
        assertThat(ended.get("ended").getAsString()).isEqualTo("2026-03-04T05:06:27Z");
        assertThat(ended.get("remainingSeconds").isJsonNull()).isTrue();
        assertThat(ended.get("profile").getAsString()).endsWith(".final");
        assertThat(json(send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}")))
                .isEqualTo(ended);
        assertThat(json(send("PATCH", "/api/v1/runs/current", "{\"state\":\"finished\"}")))
                .isEqualTo(ended);
    }

    @Test
    void aRunWithoutALengthGoesOn() throws Exception {
        JsonObject run = json(send("POST", "/api/v1/runs", ""));

        assertThat(run.get("seconds").isJsonNull()).isTrue();
        assertThat(run.get("remainingSeconds").isJsonNull()).isTrue();
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void thereIsOneAtATime() throws Exception {
        String id = begin();

        HttpResponse<String> second = send("POST", "/api/v1/runs", "{}");

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(error(second, "next")).contains("/api/v1/runs/" + id);
    }

    @Test
    void theNewestComesFirst() throws Exception {
        String first = begin();
        finish(first);
        String second = begin();

        List<String> ids = new ArrayList<>();
        for (JsonElement run : json(send("GET", "/api/v1/runs", "")).getAsJsonArray("runs")) {
            ids.add(run.getAsJsonObject().get("id").getAsString());
        }
        assertThat(ids).containsExactly(second, first);
        assertThat(json(send("GET", "/api/v1/runs/current", "")).get("id").getAsString())
                .isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"seconds\":0}",
                "{\"seconds\":86401}",
                "{\"seconds\":-1}",
                "{\"seconds\":1.5}",
                "{\"seconds\":\"60\"}",
                "{\"seconds\":9223372036854775807}",
                "{\"sampleBytes\":4096}",
                "{\"sampleBytes\":4096,\"discard\":false}",
                "{\"sampleBytes\":4097,\"discard\":true}",
                "{\"sampleBytes\":0,\"discard\":true}",
                "{\"sampleBytes\":512,\"discard\":true,\"dense\":true}",
                "{\"sampleBytes\":32768,\"discard\":true}",
                "{\"label\":7}",
                "{\"baseline\":\"no\"}",
                "{\"duration\":60}",
                "[]"
            })
    void aRunThatCantBeIs400(String body) throws Exception {
        assertThat(send("POST", "/api/v1/runs", body).statusCode()).isEqualTo(400);
        assertThat(allocator.values).containsEntry("prof.active", false);
    }

    @Test
    void aLabelHasAHundredCharacters() throws Exception {
        assertThat(send("POST", "/api/v1/runs", "{\"label\":\"" + "x".repeat(101) + "\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("POST", "/api/v1/runs", "{\"label\":\"" + "x".repeat(100) + "\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aRateOfItsOwn() throws Exception {
        JsonObject run = json(send(
                "POST", "/api/v1/runs", "{\"sampleBytes\":4096,\"discard\":true,\"dense\":true,\"baseline\":false}"));

        assertThat(run.get("sampleBytes").getAsLong()).isEqualTo(4096);
        assertThat(run.get("baseline").isJsonNull()).isTrue();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L);
        finish(run.get("id").getAsString());
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void dumpsInTheMiddle() throws Exception {
        String id = begin();

        HttpResponse<String> made = send("POST", "/api/v1/runs/current/dumps", "");

        JsonObject dump = json(made);
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().firstValue("Location"))
                .contains("/api/v1/dumps/" + dump.get("id").getAsString());
        assertThat(dump.get("run").getAsString()).isEqualTo(id);
        assertThat(json(send("GET", "/api/v1/runs/" + id, "")).getAsJsonArray("snapshots"))
                .containsExactly(dump.get("id"));
        String second =
                json(send("POST", "/api/v1/runs/current/dumps", "")).get("id").getAsString();
        Files.delete(dumps.find(dump.get("id").getAsString()).orElseThrow().file());
        JsonObject run = json(send("GET", "/api/v1/runs/" + id, ""));
        assertThat(run.getAsJsonArray("snapshots")).containsExactly(new JsonPrimitive(second));
        assertThat(run.get("snapshotsGone").getAsInt()).isEqualTo(1);
        finish(id);
        assertThat(send("POST", "/api/v1/runs/" + id + "/dumps", "").statusCode())
                .isEqualTo(409);
    }

    @Test
    void whatSomethingElseHasBegunIsStoppedByForceAlone() throws Exception {
        allocator.values.put("prof.active", true);
        HttpResponse<String> refused = send("POST", "/api/v1/runs", "{}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(error(refused, "next")).contains("/api/v1/runs/external");
        assertThat(send("PATCH", "/api/v1/runs/external", "{\"state\":\"finished\"}")
                        .statusCode())
                .isEqualTo(409);

        JsonObject run = json(send("PATCH", "/api/v1/runs/external", "{\"state\":\"finished\",\"force\":true}"));

        assertThat(run.get("external").getAsBoolean()).isTrue();
        assertThat(run.get("started").isJsonNull()).isTrue();
        assertThat(run.get("state").getAsString()).isEqualTo("finished");
        assertThat(send("PATCH", "/api/v1/runs/external", "{\"state\":\"finished\",\"force\":true}")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void aRunThatSomethingElseHasEndedIsLost() throws Exception {
        String id = begin();
        allocator.values.put("prof.active", false);

        JsonObject run = json(send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}"));

        assertThat(run.get("state").getAsString()).isEqualTo("lost");
        assertThat(run.get("message").getAsString()).contains("switched off meanwhile");
    }

    @Test
    void aProfileThatCantBeWrittenIs507AndCanBeTriedAgain() throws Exception {
        String id = begin();
        allocator.refusal.set("prof.dump");
        assertThat(send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}")
                        .statusCode())
                .isEqualTo(507);
        assertThat(json(send("GET", "/api/v1/runs/" + id, "")).get("state").getAsString())
                .isEqualTo("failed");

        allocator.refusal.set("");
        finish(id);
    }

    @Test
    void aRunThatCantBeEndedIs409() throws Exception {
        String id = begin();
        allocator.refusal.set("prof.active");

        HttpResponse<String> response = send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}");

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(error(response, "next")).contains("every 5 seconds");
    }

    @Test
    void aRunIsForgottenWithItsDumps() throws Exception {
        String id = begin();
        assertThat(send("DELETE", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(409);
        finish(id);

        assertThat(send("DELETE", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(204);

        assertThat(dumps.list()).isEmpty();
        assertThat(send("DELETE", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(404);
    }

    @Test
    void aRunNamesOnlyTheDumpsThatAreStillThere() throws Exception {
        String id = begin();
        finish(id);
        dumps.delete(dumps.list().get(0));

        assertThat(json(send("GET", "/api/v1/runs/" + id, "")).get("baseline").isJsonNull())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"current", "external", "7", "01772600767", "1772600767x", "..", "%2e%2e%2fx"})
    void aRunThatIsntThereIs404(String id) throws Exception {
        assertThat(send("GET", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/api/v1/runs/" + id + "/dumps", "").statusCode())
                .isEqualTo(404);
        assertThat(send("DELETE", "/api/v1/runs/" + id, "").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "{\"state\":\"running\"}", "{\"state\":true}", "{\"state\":\"finished\",\"force\":1}"})
    void aChangeThatCantBeIs400(String body) throws Exception {
        String id = begin();

        assertThat(send("PATCH", "/api/v1/runs/" + id, body).statusCode()).isEqualTo(400);
        assertThat(allocator.values).containsEntry("prof.active", true);
    }

    @Test
    void whileARunIsOnSamplingIsSwitchedByForceAlone() throws Exception {
        String id = begin();

        HttpResponse<String> refused = send("PUT", "/api/v1/profiling", "{\"active\":false}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(error(refused, "next")).contains("/api/v1/runs/" + id);

        assertThat(send("PUT", "/api/v1/profiling", "{\"active\":false,\"force\":true}")
                        .body())
                .isEqualTo("{\"active\":false,\"changed\":true}\n");
        assertThat(json(send("GET", "/api/v1/runs/" + id, "")).get("state").getAsString())
                .isEqualTo("lost");
    }

    private String begin() throws Exception {
        HttpResponse<String> made = send("POST", "/api/v1/runs", "{\"seconds\":60}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return json(made).get("id").getAsString();
    }

    private void finish(String id) throws Exception {
        HttpResponse<String> response = send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(json(response).get("state").getAsString()).isEqualTo("finished");
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer secret")
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonObject json(HttpResponse<String> response) {
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }

    private static String error(HttpResponse<String> response, String part) {
        return json(response).getAsJsonObject("error").get(part).getAsString();
    }
}
