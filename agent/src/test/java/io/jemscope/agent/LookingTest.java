package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import io.jemscope.httpd.Dispatch;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who only looks while a dump is made is answered at once, however many wait for the dump. */
@Timeout(30)
class LookingTest {

    /** How many operators may wait for a dump. */
    private static final int WAITING = 16;

    private final CountDownLatch dumping = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private String run;
    private Future<HttpResponse<String>> dump;

    @BeforeEach
    void holdADump() throws Exception {
        agent = new AgentOnFake(folder);
        run = JsonParser.parseString(agent.send("POST", "/api/v1/runs", "{}").body())
                .getAsJsonObject()
                .get("id")
                .getAsString();
        agent.send("GET", "/api/v1/state", "");
        agent.allocator.onDump.set(() -> {
            dumping.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        dump = callers.submit(() -> agent.send("POST", "/api/v1/runs/" + run + "/dumps", ""));
        dumping.await();
    }

    /** The dump is waited for: it would be written into a folder that is being deleted. */
    @AfterEach
    void end() throws Exception {
        go.countDown();
        dump.get();
        callers.shutdownNow();
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/state",
                "/api/v1/runs",
                "/api/v1/dumps",
                "/api/v1/events",
                "/api/v1/history",
                "/api/v1/allocation-log",
                "/memory-profiler/state",
                "/mtev/heap_profile",
                "/metrics",
                "/api/v1/memory"
            })
    void doesntWaitForIt(String path) throws Exception {
        HttpResponse<String> answer = agent.send("GET", path, "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(dump.isDone()).isFalse();
    }

    /** Every address that answers at once is looked at above, or doesn't go near jemalloc. Whoever adds one, thinks. */
    @Test
    void everythingElseWaitsForItsTurn() {
        assertThat(agent.router.addresses(Dispatch.AT_ONCE))
                .containsExactlyInAnyOrder(
                        "GET /api/v1/state",
                        "GET /api/v1/memory",
                        "GET /api/v1/events",
                        "GET /api/v1/history",
                        "GET /api/v1/bundles",
                        "GET /api/v1/bundles/{id}",
                        "GET /api/v1/openapi.json",
                        "GET /api/v1/controls",
                        "GET /api/v1/allocation-log",
                        "GET /api/v1/runs",
                        "GET /api/v1/runs/{id}",
                        "GET /api/v1/statistics",
                        "GET /api/v1/options",
                        "GET /api/v1/dumps",
                        "GET /api/v1/dumps/{id}",
                        "GET /api/v1/dumps/{id}/symbols",
                        // The books alone.
                        "DELETE /api/v1/dumps/{id}",
                        "GET /debug/pprof/cmdline",
                        "GET /debug/pprof/profile",
                        "GET /pprof/cmdline",
                        "GET /pprof/profile",
                        "GET /pprof/growth",
                        "GET /pprof/contention",
                        "GET /metrics",
                        "GET /memory-profiler/download/raw",
                        "GET /memory-profiler/download/text",
                        "GET /memory-profiler/download/graph",
                        "GET /memory-profiler/state",
                        // Take their turns where a dump is being made.
                        "GET /memory-profiler/statistics",
                        "GET /mtev/memory.json",
                        // Takes its turn where it is asked to do something.
                        "GET /mtev/heap_profile",
                        "GET /",
                        "GET /page",
                        "GET /page/{file}",
                        "GET /help",
                        "GET /help/{address...}");
        List<String> asked = waiting().flatMap(List::stream).toList();
        assertThat(agent.router.addresses(Dispatch.IN_TURN, Dispatch.IN_TURN_ALONE))
                .allMatch(address ->
                        asked.stream().anyMatch(one -> one.matches(address.replace("{id}", "[^/]+") + "[ ?].*")));
    }

    /** No more than may wait at once. */
    static Stream<List<String>> waiting() {
        return Stream.of(
                List.of(
                        "PUT /api/v1/profiling {\"active\":true,\"force\":true}",
                        "POST /api/v1/runs {}",
                        "POST /api/v1/dumps {}",
                        "POST /api/v1/purges {}",
                        "PATCH /api/v1/runs/current {\"state\":\"finished\"}",
                        "GET /pprof/heap ",
                        "GET /pprof/symbol?0x10 ",
                        "GET /memory-profiler/start ",
                        "GET /memory-profiler/snapshot ",
                        "GET /memory-profiler/stop ",
                        "GET /memory-profiler/statistics ",
                        "GET /mtev/memory.json ",
                        "GET /mtev/heap_profile?trigger_dump=true ",
                        "POST /plugin/memory_profile/msg dump",
                        "POST /plugin/memory_profile/msg stats"),
                List.of(
                        "PATCH /api/v1/controls {\"background_thread\":true}",
                        "PUT /api/v1/allocation-log {\"active\":true}",
                        "POST /api/v1/resets {\"discard\":true,\"force\":true}",
                        "POST /api/v1/bundles {}",
                        "POST /api/v1/runs/current/dumps ",
                        "DELETE /api/v1/runs/7 ",
                        "DELETE /api/v1/agent ",
                        "GET /api/v1/verdict ",
                        "GET /debug/pprof/heap ",
                        "GET /debug/pprof/allocs ",
                        "POST /pprof/symbol 0x10",
                        "GET /mtev/heap_profile?active=true "));
    }

    /** As many as the server has workers would hold all of them, if they did their waiting there. */
    @ParameterizedTest
    @MethodSource("waiting")
    void doesntWaitForThoseWhoWaitForIt(List<String> requests) throws Exception {
        agent.allocator.values.put("background_thread", false);
        agent.allocator.writeOnly.add("prof.log_start");
        List<Future<HttpResponse<String>>> waiting = new ArrayList<>();
        for (String asked : requests) {
            String[] parts = asked.split(" ", 3);
            waiting.add(callers.submit(() -> agent.send(parts[0], parts[1], parts[2])));
        }

        for (int i = 0; i < 10; i++) {
            assertThat(agent.send("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(agent.send("GET", "/metrics", "").statusCode()).isEqualTo(200);
        }

        assertThat(waiting).noneMatch(Future::isDone);
        go.countDown();
        for (Future<HttpResponse<String>> answer : waiting) {
            // In any order: a run that another has stopped can't be dumped any more.
            assertThat(answer.get().statusCode()).isIn(200, 201, 202, 400, 404, 409, 422);
        }
        assertThat(dump.get().statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/purges",
        "GET,  /memory-profiler/statistics",
        "GET,  /mtev/memory.json",
    })
    void whoeverNeedsTheFiguresOfNowWaitsForIt(String method, String path) throws Exception {
        List<Future<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < WAITING + 1; i++) {
            answers.add(callers.submit(() -> agent.send(method, path, "")));
        }
        // One is sent away, so all others have come, and wait.
        await().until(() -> answers.stream().anyMatch(Future::isDone));
        List<Future<HttpResponse<String>>> waiting =
                answers.stream().filter(answer -> !answer.isDone()).toList();
        assertThat(waiting).hasSize(WAITING);

        go.countDown();

        for (Future<HttpResponse<String>> answer : waiting) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void isToldTheMemoryFromBeforeIt() throws Exception {
        assertThat(agent.send("GET", "/api/v1/state", "").body()).contains("\"allocatedBytes\":1,");
        assertThat(agent.send("GET", "/metrics", "").body()).contains("jemalloc_resident_bytes 4.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/statistics", "/api/v1/controls"})
    void isSentAwayWhereJemallocHoldsItBack(String path) throws Exception {
        HttpResponse<String> held = agent.send("GET", path, "");
        go.countDown();
        dump.get();

        assertThat(held.statusCode()).isEqualTo(503);
        assertThat(held.headers().firstValue("Retry-After")).contains("1");
        assertThat(held.body()).contains("a dump is being made");
        assertThat(agent.send("GET", path, "").statusCode()).isEqualTo(200);
    }

    @Test
    void findsTheDumpOnceItIsWhole() throws Exception {
        String before = agent.send("GET", "/api/v1/dumps", "").body();
        go.countDown();
        String id = JsonParser.parseString(dump.get().body())
                .getAsJsonObject()
                .get("id")
                .getAsString();

        assertThat(before).doesNotContain(id);
        assertThat(agent.send("GET", "/api/v1/dumps", "").body()).contains(id);
    }
}
