package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.jemscope.agent.AgentOnFake;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code DELETE /api/v1/agent}, where nobody takes the agent apart after it. */
class AgentResourceTest {

    @TempDir
    private Path folder;

    @Test
    void itsOwnSamplingIsSwitchedOff() throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            agent.send("PUT", "/api/v1/profiling", "{\"active\":true}");

            HttpResponse<String> answer = agent.send("DELETE", "/api/v1/agent", "");

            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).isEqualTo("{\"leaving\":true,\"deactivated\":true}\n");
            assertThat(agent.allocator.values).containsEntry("prof.active", false);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prof.active|PUT|/api/v1/profiling|{\"active\":true}|sampling could not be switched off: ",
                "prof.active|POST|/api/v1/runs|{}|sampling could not be switched off: ",
                "prof.reset|POST|/api/v1/runs|{\"sampleBytes\":65536,\"discard\":true}|the distance between samples"
            })
    void whatCouldNotBeSwitchedOffOrPutBackIsTold(String refused, String method, String path, String body, String told)
            throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            assertThat(agent.send(method, path, body).statusCode()).isBetween(200, 201);
            agent.allocator.refusal.set(refused);

            HttpResponse<String> answer = agent.send("DELETE", "/api/v1/agent", "");

            assertThat(JsonParser.parseString(answer.body()).getAsJsonObject().getAsJsonArray("notPutBack"))
                    .singleElement()
                    .satisfies(one -> assertThat(one.getAsString()).startsWith(told));
        }
    }

    /** A process without heap profiling has nothing to switch off. */
    @Test
    void withoutHeapProfilingThereIsNothingToTell() throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            agent.allocator.values.remove("prof.active");

            assertThat(agent.send("DELETE", "/api/v1/agent", "").body())
                    .isEqualTo("{\"leaving\":true,\"deactivated\":false}\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST|/api/v1/runs|{\"seconds\":60}",
                "PUT|/api/v1/profiling|{\"active\":true}",
                "POST|/api/v1/dumps|{\"kind\":\"asked\"}"
            })
    void whatComesAfterItIs409(String method, String path, String body) throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            agent.send("DELETE", "/api/v1/agent", "");

            HttpResponse<String> answer = agent.send(method, path, body);

            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("the agent is leaving this program", "Attach the agent again");
            assertThat(agent.allocator.values).containsEntry("prof.active", false);
        }
    }
}
