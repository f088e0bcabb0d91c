package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.allocator.Control;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** jemalloc's log of allocations over HTTP, on an allocator that isn't real. */
class AllocationLogTest {

    private static final String NOTHING_TO_END = "{\"active\":false,\"changed\":false,\"ends\":null,\"dump\":null}\n";

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private FakeAllocator allocator;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        allocator = agent.allocator;
        allocator.writeOnly.add("prof.log_start");
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void aLogBecomesADump() throws Exception {
        allocator.log.set("{\"info\":{},\"allocations\":[]}");
        assertThat(log(true).body())
                .isEqualTo("{\"active\":true,\"changed\":true,\"ends\":\"2026-03-04T05:16:07Z\",\"dump\":null}\n");
        agent.clock.pass(Duration.ofMinutes(1));
        assertThat(log(true).body())
                .isEqualTo("{\"active\":true,\"changed\":false,\"ends\":\"2026-03-04T05:16:07Z\",\"dump\":null}\n");
        assertThat(json(agent.send("GET", "/api/v1/allocation-log", ""))
                        .get("active")
                        .getAsBoolean())
                .isTrue();
        assertThat(agent.send("GET", "/api/v1/dumps", "").body()).isEqualTo("{\"dumps\":[],\"unlisted\":0}\n");

        String id = json(log(false)).get("dump").getAsString();

        assertThat(log(false).body())
                .isEqualTo("{\"active\":false,\"changed\":false,\"ends\":null,\"dump\":\"" + id + "\"}\n");
        assertThat(agent.logTimer.isSet()).isFalse();
        assertThat(agent.send("GET", "/api/v1/dumps/" + id, "").body()).isEqualTo("{\"info\":{},\"allocations\":[]}");
        assertThat(agent.send("GET", "/api/v1/dumps/" + id + "/symbols", "").statusCode())
                .isEqualTo(200);
        assertThat(agent.send("GET", "/api/v1/dumps", "").body()).contains("\"kind\":\"log\"");
        assertThat(agent.send("DELETE", "/api/v1/dumps/" + id, "").statusCode()).isEqualTo(204);
        assertThat(log(false).body()).isEqualTo(NOTHING_TO_END);
        assertThat(files()).isEmpty();
    }

    @Test
    void aLogThatIsOnAlreadyIsLeftAlone() throws Exception {
        allocator.values.put("prof.log_start", Optional.of("jeprof.4711.0.json"));

        HttpResponse<String> refused = log(true);

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("jemalloc keeps one already");
        assertThat(log(false).body()).isEqualTo(NOTHING_TO_END);
        assertThat(files()).isEmpty();
    }

    @Test
    void aLogThatSomebodyElseHasEndedIsKept() throws Exception {
        log(true);
        allocator.run(Control.PROF_LOG_STOP);

        assertThat(json(log(false)).get("dump").getAsString()).endsWith(".log");
    }

    @Test
    void aLogThatIsntWrittenIsSaidToBeLost() throws Exception {
        log(true);
        allocator.refusal.set("prof.log_stop");

        HttpResponse<String> lost = log(false);
        assertThat(lost.statusCode()).isEqualTo(507);
        assertThat(lost.body()).contains("The log of allocations is lost", "the test says so");

        assertThat(json(agent.send("GET", "/api/v1/allocation-log", ""))
                        .get("active")
                        .getAsBoolean())
                .isFalse();
        assertThat(files()).isEmpty();
    }

    /** jemalloc writes as much as there is room for, and then says that something was wrong, or not even that. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogThatIsCutOffIsLost(boolean refused) throws Exception {
        log(true);
        allocator.log.set("{\"info\":{},\"allocations\":[{\"start\":12");
        if (refused) {
            allocator.run(Control.PROF_LOG_STOP);
            allocator.refusal.set("prof.log_stop");
        }

        HttpResponse<String> lost = log(false);

        assertThat(lost.statusCode()).isEqualTo(507);
        assertThat(lost.body())
                .contains("The log of allocations is lost", "not written it to its end", "Make room on that disk");
        assertThat(files()).isEmpty();
        assertThat(agent.send("GET", "/api/v1/dumps", "").body()).isEqualTo("{\"dumps\":[],\"unlisted\":0}\n");
        assertThat(agent.send("GET", "/api/v1/events", "").body()).contains("the log of allocations is lost");
        assertThat(agent.send("GET", "/api/v1/allocation-log", "").body()).contains("\"active\":false");
    }

    @Test
    void aFileThatWasTakenAwayIsThereAgainBeforeJemallocWritesIt() throws Exception {
        log(true);
        try (Stream<Path> files = Files.list(folder.resolve("dumps"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".heap")).toList()) {
                Files.delete(file);
            }
        }
        allocator.refusal.set("prof.log_stop");

        // Refused all the same, but not for want of a file.
        assertThat(log(false).body()).contains("The log of allocations is lost");
    }

    @Test
    void aLogGoesOnWhereItsFolderIsGone() throws Exception {
        log(true);
        Path dumps = folder.resolve("dumps");
        Files.move(dumps, folder.resolve("moved"));
        Files.writeString(dumps, "in the way");
        assertThat(log(false).statusCode()).isEqualTo(507);
        assertThat(agent.writes()).doesNotContain("prof.log_stop");

        Files.delete(dumps);
        Files.move(folder.resolve("moved"), dumps);
        assertThat(json(log(false)).get("changed").getAsBoolean()).isTrue();
    }

    @Test
    void aLogEndsWhenTheAgentLeaves() throws Exception {
        log(true);

        agent.send("DELETE", "/api/v1/agent", "");

        assertThat(agent.writes()).contains("prof.log_stop");
        assertThat(files()).singleElement().asString().contains(".log.heap");
        assertThat(log(true).body()).contains("the agent is leaving this program");
    }

    @Test
    void aLogThatIsForgottenEndsByItself() throws Exception {
        assertThat(begin(30).body()).contains("\"ends\":\"2026-03-04T05:06:37Z\"");
        assertThat(json(agent.read("/api/v1/state"))
                        .getAsJsonObject("allocationLog")
                        .get("ends")
                        .getAsString())
                .isEqualTo("2026-03-04T05:06:37Z");
        // The time of day doesn't matter.
        agent.clock.jump(Duration.ofDays(1));
        agent.clock.pass(Duration.ofSeconds(30));

        agent.logTimer.due(agent.clock.nanos()).run();

        assertThat(agent.writes()).contains("prof.log_stop");
        assertThat(json(agent.read("/api/v1/state")).get("allocationLog").isJsonNull())
                .isTrue();
        assertThat(files()).singleElement().asString().endsWith(".log.heap");
        JsonObject late = json(log(false));
        assertThat(late.get("changed").getAsBoolean()).isFalse();
        assertThat(late.get("dump").getAsString()).endsWith(".log");
        assertThat(agent.log).isEmpty();
    }

    @Test
    void anAlarmThatComesTooLateEndsNoOther() throws Exception {
        begin(30);
        Runnable late = agent.logTimer.due(agent.logTimer.deadlineNanos());
        log(false);
        begin(30);

        late.run();

        assertThat(agent.read("/api/v1/allocation-log").body()).contains("\"active\":true");
    }

    @Test
    void whereTheDiskIsFullItEndsAllTheSameAndIsSaidToBeLost() throws Exception {
        begin(1);
        allocator.log.set("{\"info\":{},\"allocations\":[{");
        agent.clock.pass(Duration.ofSeconds(1));

        agent.logTimer.due(agent.clock.nanos()).run();

        assertThat(agent.log).singleElement().asString().startsWith("The log of allocations is lost: ");
        assertThat(files()).isEmpty();
        HttpResponse<String> late = log(false);
        assertThat(late.statusCode()).isEqualTo(507);
        assertThat(late.body()).contains("The log of allocations is lost");
        assertThat(json(log(true)).get("changed").getAsBoolean()).isTrue();
    }

    @Test
    void aLostLogIsNotTakenForTheOneBeforeIt() throws Exception {
        log(true);
        assertThat(json(log(false)).get("changed").getAsBoolean()).isTrue();
        log(true);
        allocator.log.set("{\"info\":{},\"allocations\":[{");

        assertThat(log(false).statusCode()).isEqualTo(507);
        assertThat(log(false).statusCode()).isEqualTo(507);
    }

    /** As jemalloc 5.2.1 writes it. */
    @Test
    void anIndentedLogIsWhole() throws Exception {
        log(true);
        allocator.log.set("{\n\t\"info\": {\n\t},\n\t\"allocations\": [\n\t]\n}\n");

        assertThat(log(false).statusCode()).isEqualTo(200);
    }

    @Test
    void whatCannotBeOpenedIsTriedAgain() throws Exception {
        begin(1);
        Path dumps = folder.resolve("dumps");
        Files.move(dumps, folder.resolve("moved"));
        Files.writeString(dumps, "in the way");
        for (int i = 0; i < 3; i++) {
            agent.clock.pass(Duration.ofSeconds(5));
            agent.logTimer.due(agent.clock.nanos()).run();
        }
        assertThat(agent.writes()).doesNotContain("prof.log_stop");
        assertThat(agent.log).singleElement().asString().contains("could not be ended", "tried again every 5 seconds");

        Files.delete(dumps);
        Files.move(folder.resolve("moved"), dumps);
        agent.clock.pass(Duration.ofSeconds(5));
        agent.logTimer.due(agent.clock.nanos()).run();
        assertThat(files()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3601})
    void itTakesMinutesAndNotDays(int seconds) throws Exception {
        HttpResponse<String> refused = begin(seconds);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("a log goes on for 1 to 3600 seconds");
    }

    @Test
    void logsAreBegunOnlySoOften() throws Exception {
        try (AgentOnFake throttled =
                new AgentOnFake(folder.resolve("throttled"), new RoleRateLimiter(Duration.ofHours(1), 1, "Wait."))) {
            throttled.send("PUT", "/api/v1/allocation-log", "{\"active\":true}");
            throttled.send("PUT", "/api/v1/allocation-log", "{\"active\":false}");

            HttpResponse<String> refused = throttled.send("PUT", "/api/v1/allocation-log", "{\"active\":true}");

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("No log is begun");
        }
    }

    @Test
    void whatThisJemallocLacksIsAbsent() throws Exception {
        allocator.writeOnly.clear();

        assertThat(agent.read("/api/v1/allocation-log").body())
                .isEqualTo("{\"available\":false,\"active\":false,\"started\":null,\"ends\":null}\n");
        assertThat(agent.tryToChange("PUT", "/api/v1/allocation-log", "{\"active\":true}")
                        .statusCode())
                .isEqualTo(403);
    }

    /** The dumps' folder, but for names and signs of life. */
    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder.resolve("dumps"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve("dumps"))) {
            return files.filter(file -> file.toString().endsWith(".heap")).toList();
        }
    }

    private HttpResponse<String> begin(int seconds) throws Exception {
        return agent.send("PUT", "/api/v1/allocation-log", "{\"active\":true,\"seconds\":" + seconds + "}");
    }

    private HttpResponse<String> log(boolean active) throws Exception {
        return agent.send("PUT", "/api/v1/allocation-log", "{\"active\":" + active + "}");
    }

    private static JsonObject json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }
}
