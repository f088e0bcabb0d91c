package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.AgentOnFake;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class VerdictResourceTest {

    private static final String HEAP = """
            --- symbol
            binary=/usr/bin/app
            0x4a45000000000001 shop.Cache.put(Cache.java:10)
            ---
            --- heap
            heap_v2/1
              t*: 1: 1000 [0: 0]
              t1: 1: 1000 [0: 0] main
            @ 0x4a45000000000001
              t*: 1: 1000 [0: 0]
              t1: 1: 1000 [0: 0]

            MAPPED_LIBRARIES:
            """;

    @TempDir
    private Path folder;

    private AgentOnFake agent;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder, new RoleRateLimiter(Duration.ofHours(1), 2, "Wait."));
        agent.allocator.heap.set(HEAP);
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    private JsonObject verdict() throws IOException, InterruptedException {
        HttpResponse<String> answer = agent.read("/api/v1/verdict");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    private static List<String> sites(JsonObject verdict) {
        return verdict.getAsJsonArray("runs").asList().stream()
                .flatMap(run -> run.getAsJsonObject().getAsJsonArray("sites").asList().stream())
                .map(site -> site.getAsJsonObject().get("name").getAsString())
                .toList();
    }

    @Test
    void itHasTheLedgerAndTheSites() throws Exception {
        JsonObject verdict = verdict();

        assertThat(verdict.get("residentBytes").getAsLong()).isPositive();
        assertThat(verdict.get("baseTime").isJsonNull()).isTrue();
        assertThat(sites(verdict)).containsExactly("shop.Cache.put(Cache.java:10)");
    }

    @Test
    void itsOwnDumpIsNotKept() throws Exception {
        verdict();

        assertThat(agent.read("/api/v1/dumps").body()).contains("\"dumps\":[]");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".heap"))).isEmpty();
        }
    }

    @Test
    void aVerdictOfAMomentAgoServesAll() throws Exception {
        JsonObject first = verdict();
        agent.allocator.onDump.set(() -> {
            throw new IllegalStateException("a dump for nothing");
        });

        assertThat(verdict()).isEqualTo(first);
    }

    @Test
    void aYoungDumpIsUsed() throws Exception {
        assertThat(agent.send("POST", "/api/v1/dumps", "{}").statusCode()).isEqualTo(201);
        agent.allocator.heap.set("heap_v2/1\n");

        assertThat(sites(verdict())).containsExactly("shop.Cache.put(Cache.java:10)");
    }

    @Test
    void aDumpForItCountsAsOne() throws Exception {
        agent.read("/debug/pprof/heap");
        agent.read("/debug/pprof/heap");

        HttpResponse<String> answer = agent.read("/api/v1/verdict");

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("The process isn't judged now");
    }

    @Test
    void withoutSamplesNoDumpIsMade() throws Exception {
        agent.allocator.counters.put("samples", 0L);
        agent.allocator.onDump.set(() -> {
            throw new IllegalStateException("a dump for nothing");
        });

        assertThat(verdict().getAsJsonArray("runs")).isEmpty();
    }

    @Test
    void theLastVerdictIsInTheMetrics() throws Exception {
        assertThat(agent.read("/metrics").body()).doesNotContain("jemscope_verdict");

        verdict();

        assertThat(agent.read("/metrics").body())
                .contains("\njemscope_verdict_leaking_sites 0.0\n")
                .contains("\njemscope_verdict_timestamp_seconds ");
    }

    @Test
    void onlyAnOperatorMayHoldALargeProcessUp() throws Exception {
        assertThat(agent.read("/api/v1/verdict?large=true").statusCode()).isEqualTo(403);
        assertThat(agent.send("GET", "/api/v1/verdict?large=true", "").statusCode())
                .isEqualTo(200);
        assertThat(agent.read("/api/v1/verdict?since=1").statusCode()).isEqualTo(400);
    }
}
