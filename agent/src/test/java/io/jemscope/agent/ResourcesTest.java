package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses under /api/v1, over HTTP, on an allocator that isn't real. */
class ResourcesTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private FakeAllocator allocator;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        allocator = agent.allocator;
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void tellsItsState() throws Exception {
        HttpResponse<String> response = send("GET", "/api/v1/state", "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        JsonObject state = JsonParser.parseString(response.body()).getAsJsonObject();
        // This test's own process.
        assertThat(state.remove("rssBytes").getAsLong()).isGreaterThan(1 << 20);
        assertThat(state).isEqualTo(JsonParser.parseString("""
                        {"pid": 4711, "program": "com.acme.Main", "access": "operate",
                         "allocator": "jemalloc 5.3.0",
                         "jemalloc": {"detected": true, "version": "5.3.0", "path": "/usr/lib/libjemalloc.so.2",
                                      "prof": true, "active": false, "activeBy": "other", "rateBytes": 524288},
                         "hook": {"installed": true, "counters": {"samples": 3}},
                         "memory": {"allocatedBytes": 1, "activeBytes": 2, "metadataBytes": 3, "residentBytes": 4,
                                    "mappedBytes": 5, "retainedBytes": 6},
                         "glibc": null, "run": null, "allocationLog": null,
                         "agent": {"version": "unpackaged", "startedAt": "2026-01-01T00:00:00Z"}}
                        """));
    }

    @Test
    void tellsTheStateOfAProgramOnGlibc() throws Exception {
        allocator.runOnGlibc();

        JsonObject state =
                JsonParser.parseString(send("GET", "/api/v1/state", "").body()).getAsJsonObject();

        assertThat(state.get("allocator").getAsString()).isEqualTo("glibc 2.36, sampled by jemscope");
        assertThat(state.get("jemalloc")).isEqualTo(JsonParser.parseString("""
                        {"detected": false, "version": null, "path": null, "prof": true, "active": false,
                         "activeBy": "other", "rateBytes": 524288}"""));
        assertThat(state.get("memory").isJsonNull()).isTrue();
        assertThat(state.get("glibc")).isEqualTo(JsonParser.parseString("""
                        {"allocatedBytes": 40, "freeBytes": 20, "mappedBytes": 30, "mappedBlocks": 4, "arenas": 5}"""));
    }

    @Test
    void tellsAReaderThatItMayOnlyRead() throws Exception {
        assertThat(agent.read("/api/v1/state").body()).contains("\"access\":\"read\"");
    }

    @Test
    void switchesSamplingOnAndOff() throws Exception {
        assertThat(send("PUT", "/api/v1/profiling", "{\"active\": true}").body())
                .isEqualTo("{\"active\":true,\"changed\":true}\n");
        assertThat(send("PUT", "/api/v1/profiling", "{\"active\": true}").body())
                .isEqualTo("{\"active\":true,\"changed\":false}\n");
        assertThat(send("GET", "/api/v1/state", "").body()).contains("\"active\":true,\"activeBy\":\"agent\"");
        assertThat(send("PUT", "/api/v1/profiling", "{\"active\": false}").body())
                .isEqualTo("{\"active\":false,\"changed\":true}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"active\":1}",
                "{\"active\":\"true\"}",
                "{\"active\":null}",
                "{\"active\":True}",
                "{active:true}",
                "{'active':true}",
                "{\"active\":true,\"active\":true}",
                "{\"active\":true,\"more\":true}",
                "{\"active\":true} {}",
                "{\"active\":true",
                "[true]",
                "true",
                "\u0000"
            })
    void aBodyThatIsntMeantIs400AndChangesNothing(String body) throws Exception {
        HttpResponse<String> response = send("PUT", "/api/v1/profiling", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error(response).keySet()).containsExactly("what", "why", "next");
        assertThat(allocator.values).containsEntry("prof.active", false);
    }

    @Test
    void aBodyThatIsntMeantIsToldWhatIs() throws Exception {
        assertThat(next("{\"active\":1}")).isEqualTo("Send {\"active\":true} or {\"active\":false}.");
        assertThat(next("{\"active\":1.5}")).isEqualTo("Send a JSON object; the names it may have: active, force.");
        assertThat(next("[]")).isEqualTo("Send a JSON object; the names it may have: active, force.");
        assertThat(next("")).isEqualTo("Send {\"active\":true} or {\"active\":false}.");
    }

    private String next(String body) throws Exception {
        return error(send("PUT", "/api/v1/profiling", body)).get("next").getAsString();
    }

    @Test
    void whatTheAllocatorRefusesIs409WithItsWords() throws Exception {
        allocator.refusal.set("prof.active");

        HttpResponse<String> response = send("PUT", "/api/v1/profiling", "{\"active\":true}");

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(error(response).get("what").getAsString()).isEqualTo("Can't do prof.active");
    }

    @Test
    void handsOutStatistics() throws Exception {
        assertThat(send("GET", "/api/v1/statistics", "").body()).isEqualTo("{\"options\":\"\"}");
        assertThat(send("GET", "/api/v1/statistics?format=text&options=ab", "").body())
                .isEqualTo("text ab");
        assertThat(send("GET", "/api/v1/statistics?format=xml", "").statusCode())
                .isEqualTo(400);
        assertThat(send("GET", "/api/v1/statistics?options=J", "").statusCode()).isEqualTo(400);
        assertThat(send("GET", "/api/v1/statistics?fromat=text", "").body()).contains("known are format, options");
    }

    @Test
    void dumpsAndHandsTheDumpOut() throws Exception {
        HttpResponse<String> made = send("POST", "/api/v1/dumps", "{\"kind\":\"snapshot\"}");

        JsonObject dump = JsonParser.parseString(made.body()).getAsJsonObject();
        String address = made.headers().firstValue("Location").orElseThrow();
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(dump.get("kind").getAsString()).isEqualTo("snapshot");
        assertThat(dump.get("bytes").getAsLong()).isEqualTo(15);
        assertThat(Path.of(dump.get("file").getAsString())).exists();
        assertThat(address).isEqualTo("/api/v1/dumps/" + dump.get("id").getAsString());

        HttpResponse<String> heap = send("GET", address, "");
        assertThat(heap.body()).isEqualTo("heap_v2/524288\n");
        assertThat(heap.headers().firstValue("Content-Type")).contains("application/octet-stream");
        assertThat(heap.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"" + dump.get("id").getAsString() + ".heap\"");
        assertThat(send("GET", address + "/symbols", "").body()).isEqualTo("--- symbol\n---\n");
    }

    @Test
    void aDumpNeedsNoBodyAndTakesNoKindButItsTwo() throws Exception {
        assertThat(send("POST", "/api/v1/dumps", "").body()).contains("\"kind\":\"asked\"");
        assertThat(send("POST", "/api/v1/dumps", "{\"kind\":\"final\"}").statusCode())
                .isEqualTo(400);
        assertThat(send("POST", "/api/v1/dumps", "{\"kind\":true}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aDumpThatCantBeWrittenIs507() throws Exception {
        allocator.refusal.set("prof.dump");

        assertThat(send("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(507);
    }

    @Test
    void aDumpWithoutSymbolsIsThereAllTheSame() throws Exception {
        HttpResponse<String> made = send("POST", "/api/v1/dumps", "");
        String address = made.headers().firstValue("Location").orElseThrow();
        String file = JsonParser.parseString(made.body())
                .getAsJsonObject()
                .get("file")
                .getAsString();
        Files.delete(Path.of(file + ".symbols"));

        for (String symbols : List.of("/symbols", "?format=symbols")) {
            HttpResponse<String> none = send("GET", address + symbols, "");
            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(error(none).get("what").getAsString()).isEqualTo("That dump has no symbols");
        }
        assertThat(send("GET", address, "").statusCode()).isEqualTo(200);
    }

    @Test
    void aDumpThatIsntThereIs404() throws Exception {
        assertThat(send("GET", "/api/v1/dumps/nothing", "").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/api/v1/dumps/..%2F..%2Fetc%2Fpasswd", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void theServersThreadsArentSampled() throws Exception {
        send("GET", "/api/v1/state", "");

        assertThat(allocator.writes).contains("thread.prof.active=false");
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return agent.send(method, path, body);
    }

    private static JsonObject error(HttpResponse<String> response) {
        return JsonParser.parseString(response.body()).getAsJsonObject().getAsJsonObject("error");
    }
}
