package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often callers may have dumps made: once and then no more for a day, here, each kind of caller for itself. */
class DumpAllowanceTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder, new RoleRateLimiter(Duration.ofDays(1), 1, "Wait."));
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void aRunThatIsOnIsAnsweredHoweverOftenItIsStarted() throws Exception {
        String first = send("GET", "/memory-profiler/start", "").body();
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> again = send("GET", "/memory-profiler/start?duration=1hrs", "");
            assertThat(again.statusCode()).isEqualTo(200);
            assertThat(first).startsWith(again.body().substring(0, again.body().indexOf(',')));
            assertThat(send("POST", "/api/v1/runs", "{}").statusCode()).isEqualTo(409);
        }
    }

    @Test
    void aNewRunCounts() throws Exception {
        assertThat(send("POST", "/api/v1/runs", "{}").statusCode()).isEqualTo(201);
        assertThat(send("GET", "/memory-profiler/stop", "").statusCode()).isEqualTo(200);

        HttpResponse<String> refused = send("POST", "/api/v1/runs", "{}");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(agent.allocator.values).containsEntry("prof.active", false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET  | /memory-profiler/start?duration=7  | 200 |             ",
                "POST | /api/v1/runs                       | 201 | {}          ",
                "POST | /api/v1/dumps                      | 201 | {}          ",
                "GET  | /pprof/heap                        | 200 |             ",
                "GET  | /mtev/heap_profile?trigger_dump=true | 200 |           "
            })
    void whatCannotBeDoneDoesNotCount(String method, String path, int status, String body) throws Exception {
        for (String bad : List.of(
                "GET /memory-profiler/start?duration=soon",
                "GET /memory-profiler/snapshot",
                "GET /debug/pprof/heap?debug=1",
                "GET /debug/pprof/allocs?no=1",
                "GET /pprof/heap?no=1",
                "GET /mtev/heap_profile?trigger_dump=1")) {
            assertThat(send("GET", bad.substring(4), "").statusCode()).as(bad).isEqualTo(400);
        }
        assertThat(send("POST", "/api/v1/dumps", "{\"kind\":\"good\"}").statusCode())
                .isEqualTo(400);
        assertThat(send("POST", "/api/v1/runs", "{\"seconds\":0}").statusCode()).isEqualTo(400);
        assertThat(send("POST", "/api/v1/runs/7/dumps", "{}").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/plugin/memory_profile/msg", "dum").statusCode())
                .isEqualTo(400);
        assertThat(agent.read("/memory-profiler/start").statusCode()).isEqualTo(403);
        agent.allocator.values.put("prof.active", true);
        assertThat(send("GET", "/memory-profiler/start", "").statusCode()).isEqualTo(409);
        agent.allocator.values.put("prof.active", false);

        assertThat(send(method, path, body == null ? "" : body).statusCode()).isEqualTo(status);
        assertThat(send("POST", "/plugin/memory_profile/msg", "dump").statusCode())
                .isEqualTo(429);
    }

    @Test
    void aDumpInTheMiddleOfARunCounts() throws Exception {
        assertThat(send("POST", "/api/v1/runs", "{}").statusCode()).isEqualTo(201);

        assertThat(send("POST", "/api/v1/runs/current/dumps", "{}").statusCode())
                .isEqualTo(429);
        assertThat(send("GET", "/memory-profiler/snapshot", "").statusCode()).isEqualTo(429);
    }

    @Test
    void readersUseUpNothingOfTheOperators() throws Exception {
        assertThat(agent.read("/pprof/heap").statusCode()).isEqualTo(200);
        assertThat(agent.read("/pprof/heap").statusCode()).isEqualTo(429);
        assertThat(agent.read("/debug/pprof/allocs").statusCode()).isEqualTo(429);
        assertThat(agent.read("/mtev/heap_profile?trigger_dump=true").statusCode())
                .isEqualTo(429);

        assertThat(send("GET", "/pprof/heap", "").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/pprof/heap", "").statusCode()).isEqualTo(429);
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return agent.send(method, path, body);
    }
}
