package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.events.Event;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples thrown away over HTTP, on an allocator that isn't real. */
class ResetTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void aResetIsForWhoKnowsWhatItDoes() throws Exception {
        for (String body : new String[] {"", "{}", "{\"discard\":false}", "{\"force\":true}"}) {
            HttpResponse<String> refused = reset(body);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("{\\\"discard\\\":true}");
        }
        assertThat(agent.writes()).isEmpty();

        assertThat(reset("{\"discard\":true}").body()).isEqualTo("{\"discarded\":true,\"run\":null}\n");

        assertThat(agent.writes()).containsExactly("prof.reset");
        assertThat(agent.events.after(0)).extracting(Event::text).containsExactly("all samples were thrown away");
    }

    @Test
    void aRunIsResetByForceAlone() throws Exception {
        String id = json(agent.send("POST", "/api/v1/runs", "{}")).get("id").getAsString();
        HttpResponse<String> refused = reset("{\"discard\":true}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("run " + id + " is on");

        assertThat(reset("{\"discard\":true,\"force\":true}").body())
                .isEqualTo("{\"discarded\":true,\"run\":\"" + id + "\"}\n");

        assertThat(json(agent.send("GET", "/api/v1/runs/" + id, ""))
                        .get("baseline")
                        .isJsonNull())
                .isTrue();
        JsonObject finished = json(agent.send("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}"));
        assertThat(finished.get("resetAt").getAsString()).startsWith("20");
        assertThat(finished.get("message").getAsString()).contains("thrown away by force");
    }

    private HttpResponse<String> reset(String body) throws Exception {
        return agent.send("POST", "/api/v1/resets", body);
    }

    private static JsonObject json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }
}
