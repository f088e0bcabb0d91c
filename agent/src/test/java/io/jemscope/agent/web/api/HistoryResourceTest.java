package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.AgentOnFake;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryResourceTest {

    private static final Instant START = Instant.ofEpochMilli(1_000_000);

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private History history;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        history = new FolderHistory(folder.resolve("history"), Retention.DEFAULT, notice -> {});
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    private void append(String program, int second, Map<String, Double> statistics) throws IOException {
        history.append(
                new Snapshot(new ProcessIdentity("", 4711, START, program), START.plusSeconds(second), statistics),
                null);
    }

    private JsonObject read(String parameters) throws IOException, InterruptedException {
        HttpResponse<String> answer = agent.read("/api/v1/history" + parameters);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    @Test
    void withoutSnapshotsItIsEmpty() throws Exception {
        assertThat(read(""))
                .isEqualTo(JsonParser.parseString("{\"on\":true,\"snapshots\":0,\"oneIn\":1,\"processes\":[]}"));
    }

    @Test
    void itHasAColumnForEachStatistic() throws Exception {
        append("com.acme.Main", 1, Map.of("rss.bytes", 7.0, "pressure.some.percent", 0.5));
        append("com.acme.Main", 2, Map.of("rss.bytes", 8.0, "threads.count", 3.0));

        assertThat(read("")).isEqualTo(JsonParser.parseString("""
                                {"on":true,"snapshots":2,"oneIn":1,"processes":[{"pid":4711,"host":"","program":"com.acme.Main",
                                "startedMillis":1000000,"timesMillis":[1001000,1002000],"profiles":[false,false],
                                "statistics":{"pressure.some.percent":[0.5,null],"rss.bytes":[7,8],"threads.count":[null,3]}}]}
                                """));
        JsonObject some = read("?fromMillis=1002000&toMillis=1003000&statistics=rss.bytes,none");
        assertThat(some.getAsJsonArray("processes").get(0).getAsJsonObject().get("statistics"))
                .hasToString("{\"rss.bytes\":[8]}");
    }

    /** The user's other programs may share the folder. */
    @Test
    void anotherProgramsHistoryIsNotTold() throws Exception {
        append("com.acme.Other", 1, Map.of("rss.bytes", 7.0));

        assertThat(read("").getAsJsonArray("processes")).isEmpty();
    }

    @Test
    void aThousandSnapshotsAreEnough() throws Exception {
        for (int second = 1; second <= 2_500; second++) {
            append("com.acme.Main", second, Map.of("rss.bytes", 1.0));
        }

        JsonObject all = read("");

        assertThat(all.get("snapshots").getAsInt()).isEqualTo(2_500);
        assertThat(all.get("oneIn").getAsInt()).isEqualTo(3);
        JsonArray times =
                all.getAsJsonArray("processes").get(0).getAsJsonObject().getAsJsonArray("timesMillis");
        assertThat(times).hasSize(834);
        assertThat(times.get(833).getAsLong()).isEqualTo(1_000_000 + 2_500_000);
    }

    @Test
    void mistakesAreTheCallers() throws Exception {
        assertThat(agent.read("/api/v1/history?fromMillis=-1").statusCode()).isEqualTo(400);
        assertThat(agent.read("/api/v1/history?fromMillis=2&toMillis=1").statusCode())
                .isEqualTo(400);
        assertThat(agent.read("/api/v1/history?from=1").statusCode()).isEqualTo(400);
    }

    @Test
    void aFolderThatIsNoneIsTold() throws Exception {
        Files.writeString(folder.resolve("history"), "a file");

        HttpResponse<String> answer = agent.read("/api/v1/history");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("The history can't be read").doesNotContain(folder.toString());
    }
}
