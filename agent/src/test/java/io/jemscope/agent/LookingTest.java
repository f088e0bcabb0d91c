package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who only looks while a dump is made is answered at once, however many wait for the dump. */
@Timeout(30)
class LookingTest {

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

    /** As many as the server has workers would hold all of them, if they did their waiting there. */
    @Test
    void doesntWaitForThoseWhoWaitForIt() throws Exception {
        List<Future<HttpResponse<String>>> waiting = new ArrayList<>();
        for (String asked : List.of(
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
                "POST /plugin/memory_profile/msg stats")) {
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
            assertThat(answer.get().statusCode()).isIn(200, 201, 400, 409);
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
        Future<HttpResponse<String>> answer = callers.submit(() -> agent.send(method, path, ""));
        agent.send("GET", "/api/v1/state", "");
        assertThat(answer.isDone()).isFalse();

        go.countDown();

        assertThat(answer.get().statusCode()).isEqualTo(200);
    }

    @Test
    void isToldTheMemoryFromBeforeIt() throws Exception {
        assertThat(agent.send("GET", "/api/v1/state", "").body()).contains("\"allocatedBytes\":1,");
        assertThat(agent.send("GET", "/metrics", "").body()).contains("jemalloc_resident_bytes 4.0");
    }

    @Test
    void mayChangeNothingThatJemallocHoldsBack() throws Exception {
        agent.allocator.values.put("background_thread", false);

        assertThat(agent.send("PATCH", "/api/v1/controls", "{\"background_thread\":true}")
                        .statusCode())
                .isEqualTo(503);
        assertThat(agent.allocator.values).containsEntry("background_thread", false);
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
