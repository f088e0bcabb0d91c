package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.AgentOnFake;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadRatesTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;

    @BeforeEach
    void letTwoOfEachPass() throws IOException {
        agent = new AgentOnFake(folder, new ReadRates(two(), two(), two(), two(), two(), two(), two()));
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/statistics",
        "GET, /api/v1/controls",
        "GET, /memory-profiler/statistics",
        "GET, /mtev/memory.json",
        "GET, /api/v1/memory",
        "GET, /api/v1/dumps",
        "GET, /api/v1/history",
        "GET, /metrics",
        "GET, /pprof/symbol",
        "POST, /pprof/symbol"
    })
    void whoAsksWithoutAPauseIsToldToMakeOne(String method, String path) throws Exception {
        assertThat(agent.send(method, path, "").statusCode()).isEqualTo(200);
        assertThat(agent.send(method, path, "").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = agent.send(method, path, "");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("pause between requests").doesNotContain("dump.interval");
    }

    @Test
    void everythingElseIsAnsweredMeanwhile() throws Exception {
        for (int i = 0; i < 3; i++) {
            agent.send("GET", "/api/v1/statistics", "");
        }

        assertThat(agent.send("GET", "/mtev/memory.json", "").statusCode()).isEqualTo(429);
        assertThat(agent.send("GET", "/metrics", "").statusCode()).isEqualTo(200);
        assertThat(agent.send("GET", "/pprof/symbol", "").statusCode()).isEqualTo(200);
        assertThat(agent.send("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(201);
        for (int i = 0; i < 5; i++) {
            assertThat(agent.send("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/statistics",
                "/memory-profiler/statistics",
                "/mtev/memory.json",
                "/metrics",
                "/api/v1/memory",
                "/pprof/symbol"
            })
    void whoMayOnlyReadTakesNothingOfTheOperators(String path) throws Exception {
        assertThat(agent.read(path).statusCode()).isEqualTo(200);
        assertThat(agent.read(path).statusCode()).isEqualTo(200);
        assertThat(agent.read(path).statusCode()).isEqualTo(429);

        assertThat(agent.send("GET", path, "").statusCode()).isEqualTo(200);
        assertThat(agent.send("GET", path, "").statusCode()).isEqualTo(200);
        assertThat(agent.send("GET", path, "").statusCode()).isEqualTo(429);
    }

    @Test
    void aLedgerThatIsRefusedForSomethingElseIsNoTurn() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(agent.send("GET", "/api/v1/memory?large=maybe", "").statusCode())
                    .isEqualTo(400);
            assertThat(agent.read("/api/v1/memory?large=true").statusCode()).isEqualTo(403);
        }

        assertThat(agent.send("GET", "/api/v1/memory", "").statusCode()).isEqualTo(200);
        assertThat(agent.read("/api/v1/memory").statusCode()).isEqualTo(200);
    }

    private static RoleRateLimiter two() {
        return new RoleRateLimiter(Duration.ofHours(1), 2, "Wait, and pause between requests.");
    }
}
