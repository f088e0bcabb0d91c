package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Who only looks while a dump is made: one of the two workers makes it, so a look that waited would hold up everybody. */
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

    @AfterEach
    void end() throws IOException {
        go.countDown();
        callers.shutdownNow();
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/state",
                "/api/v1/runs",
                "/api/v1/dumps",
                "/api/v1/allocation-log",
                "/memory-profiler/state",
                "/metrics",
                "/api/v1/memory"
            })
    void doesntWaitForIt(String path) throws Exception {
        HttpResponse<String> answer = agent.send("GET", path, "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(dump.isDone()).isFalse();
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
