package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** jemalloc's controls, its log and its resets, on a real jemalloc in a real JVM. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class ControlsInTargetTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Path jdk;

    @TempDir
    private Path folder;

    ControlsInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void everyControlIsThereAndAsMallocConfHasIt() throws Exception {
        String conf = "prof:true,prof_active:false,lg_prof_sample:12,prof_thread_active_init:false,lg_prof_interval:33,"
                + "dirty_decay_ms:1234,muzzy_decay_ms:-1,background_thread:true";
        try (TargetJvm target = start(Map.of("MALLOC_CONF", conf))) {
            assertThat(values(target))
                    .containsEntry("prof.active", "false")
                    .containsEntry("prof.lg_sample", "12")
                    .containsEntry("prof.thread_active_init", "false")
                    .containsEntry("prof.prefix", "\"original\"")
                    .containsEntry("prof.gdump", "false")
                    .containsEntry("prof.interval", Long.toString(1L << 33))
                    .containsEntry("background_thread", "true")
                    .containsEntry("arenas.dirty_decay_ms", "1234")
                    .containsEntry("arenas.muzzy_decay_ms", "-1");
            assertThat(list(target))
                    .allMatch(control -> control.get("available").getAsBoolean());
        }
    }

    @Test
    void eachIsChangedAndPutBackWhenTheAgentLeaves() throws Exception {
        // With one processor jemalloc would have but one arena.
        Path theirs = folder.resolve("theirs");
        try (TargetJvm target =
                start(Map.of("MALLOC_CONF", "prof:true,prof_active:false,narenas:4,prof_prefix:" + theirs))) {
            Map<String, String> before = values(target);
            Map<String, String> decayTimes = decayTimes(target);
            assertThat(decayTimes).hasSizeGreaterThan(2);
            change(
                    target,
                    "{\"prof.thread_active_init\":false,\"prof.gdump\":true,\"prof.prefix\":\"private\",\"background_thread\":true,"
                            + "\"arenas.dirty_decay_ms\":50,\"arenas.muzzy_decay_ms\":70}");

            assertThat(values(target))
                    .containsEntry("prof.thread_active_init", "false")
                    .containsEntry("prof.gdump", "true")
                    .containsEntry("prof.prefix", "\"private\"")
                    .containsEntry("background_thread", "true")
                    .containsEntry("arenas.dirty_decay_ms", "50")
                    .containsEntry("arenas.muzzy_decay_ms", "70");
            // A thread gives itself its name.
            await().atMost(SOON).until(() -> target.threads().contains("jemalloc_bg_thd"));
            assertThat(decayTimes(target)).isNotEqualTo(decayTimes);

            assertThat(target.leave().keySet()).containsExactly("leaving", "deactivated");
            assertThat(target.threads()).doesNotContain("jemalloc_bg_thd");
            target.attach("");

            assertThat(values(target)).isEqualTo(before);
            assertThat(decayTimes(target)).containsAllEntriesOf(decayTimes);
            // Of the prefix a new agent knows nothing; jemalloc does.
            assertThat(target.ask("POST", "/plugin/memory_profile/msg", "dump").body())
                    .contains(theirs + "." + target.pid());
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void theDecayTimeHoldsForArenasThatAreThere() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            change(target, "{\"arenas.dirty_decay_ms\":50}");

            JsonObject arenas = json(target.ask("GET", "/api/v1/statistics", ""))
                    .getAsJsonObject("jemalloc")
                    .getAsJsonObject("stats.arenas");
            assertThat(arenas.getAsJsonObject("0").get("dirty_decay_ms").getAsLong())
                    .isEqualTo(50);
        }
    }

    @Test
    void whatJemallocDumpsAtNewHighsGoesToThePrivateFolder() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            // Only while it samples.
            target.ask("PUT", "/api/v1/profiling", "{\"active\":true}");
            change(target, "{\"prof.prefix\":\"private\",\"prof.gdump\":true}");
            // The start of a JVM may have taken more than it holds now.
            await().atMost(SOON).until(() -> {
                target.allocate();
                return kinds(target).contains("highWater");
            });
            change(target, "{\"prof.gdump\":false}");

            JsonObject dump = dumps(target).stream()
                    .filter(one -> one.get("kind").getAsString().equals("highWater"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Path.of(dump.get("file").getAsString()))
                    .hasParent(folder.resolve("dumps"))
                    .isRegularFile();
            assertThat(target.ask("GET", "/api/v1/dumps/" + dump.get("id").getAsString(), "")
                            .body())
                    .startsWith("heap_v2/4096\n");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void aDumpNamedByJemallocGoesWherePrefixSays() throws Exception {
        Path theirs = folder.resolve("theirs");
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:false,prof_prefix:" + theirs))) {
            change(target, "{\"prof.prefix\":\"private\"}");
            assertThat(target.ask("POST", "/plugin/memory_profile/msg", "dump").body())
                    .contains(folder.resolve("dumps").resolve("jemalloc").toString());
            change(target, "{\"prof.prefix\":\"original\"}");
            assertThat(target.ask("POST", "/plugin/memory_profile/msg", "dump").body())
                    .contains(theirs + "." + target.pid());
            // One is listed once its names stand beside it, which another thread writes.
            await().atMost(SOON).until(() -> kinds(target).equals(List.of("manual", "manual")));
        }
    }

    @Test
    void aResetForgetsWhatWasSampled() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            target.ask("PUT", "/api/v1/profiling", "{\"active\":true}");
            target.allocate();
            assertThat(text(target)).contains("AttachedProgram.main");

            assertThat(target.ask("POST", "/api/v1/resets", "{}").statusCode()).isEqualTo(400);
            assertThat(target.ask("POST", "/api/v1/resets", "{\"discard\":true}")
                            .body())
                    .isEqualTo("{\"discarded\":true,\"run\":null}\n");

            assertThat(text(target)).doesNotContain("AttachedProgram.main");
            assertThat(values(target)).containsEntry("prof.lg_sample", "12").containsEntry("prof.active", "true");
            target.allocate();
            assertThat(text(target)).contains("AttachedProgram.main");
        }
    }

    @Test
    void aRunThatIsResetShowsWhatCameSince() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            String id = json(target.ask("POST", "/api/v1/runs", "{}")).get("id").getAsString();
            assertThat(target.ask("POST", "/api/v1/resets", "{\"discard\":true}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(target.ask("POST", "/api/v1/resets", "{\"discard\":true,\"force\":true}")
                            .body())
                    .contains("\"run\":\"" + id + "\"");
            target.allocate();

            JsonObject run = json(target.ask("PATCH", "/api/v1/runs/" + id, "{\"state\":\"finished\"}"));
            assertThat(run.get("baseline").isJsonNull()).isTrue();
            assertThat(run.get("message").getAsString()).contains("thrown away by force");
            assertThat(target.ask("GET", "/memory-profiler/download/text", "").body())
                    .contains("AttachedProgram.main");
        }
    }

    @Test
    void theLogIsADumpWithTheJavaNames() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            assertThat(target.ask("GET", "/api/v1/allocation-log", "").body())
                    .isEqualTo("{\"available\":true,\"active\":false,\"started\":null,\"ends\":null}\n");
            assertThat(log(target, true).get("changed").getAsBoolean()).isTrue();
            assertThat(log(target, true).get("changed").getAsBoolean()).isFalse();
            target.release();

            String id = log(target, false).get("dump").getAsString();
            assertThat(log(target, false).get("dump").getAsString()).isEqualTo(id);

            assertThat(kinds(target)).containsExactly("log");
            String raw = target.ask("GET", "/api/v1/dumps/" + id, "").body();
            assertThat(json(raw).keySet()).containsExactly("info", "threads", "stack_traces", "allocations");
            assertThat(target.ask("GET", "/api/v1/dumps/" + id + "?format=collapsed", "")
                            .body())
                    .contains("AttachedProgram.main");
            assertThat(Files.getPosixFilePermissions(folder.resolve("dumps").resolve(id + ".heap")))
                    .hasSize(2);
            // And once more.
            log(target, true);
            log(target, false);
            assertThat(kinds(target)).containsExactly("log", "log");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    /** As where the disk is full: jemalloc writes as far as it gets. */
    @Test
    void aLogThatIsCutOffIsLostAndAnotherOneCanBeBegun() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "util-linux has prlimit");
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            log(target, true);
            for (int i = 0; i < 30; i++) {
                target.release();
            }
            limitFiles(target.pid(), "100000");

            HttpResponse<String> lost = target.ask("PUT", "/api/v1/allocation-log", "{\"active\":false}");

            assertThat(lost.statusCode()).as(lost.body()).isEqualTo(507);
            assertThat(lost.body()).contains("The log of allocations is lost");
            assertThat(kinds(target)).isEmpty();
            limitFiles(target.pid(), "unlimited");
            log(target, true);
            assertThat(log(target, false).get("changed").getAsBoolean()).isTrue();
            assertThat(kinds(target)).containsExactly("log");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    private static void limitFiles(long pid, String bytes) throws Exception {
        Process prlimit = new ProcessBuilder("/usr/bin/prlimit", "--pid", Long.toString(pid), "--fsize=" + bytes + ":")
                .redirectErrorStream(true)
                .start();
        String said = new String(prlimit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(prlimit.waitFor()).as(said).isZero();
    }

    @Test
    void aLogThatIsOnAtTheProgramsEndIsWrittenByJemalloc() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            log(target, true);
            target.release();
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
        try (Stream<Path> files = Files.list(folder.resolve("dumps"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".log.heap")))
                    .singleElement()
                    .satisfies(file ->
                            assertThat(json(Files.readString(file)).keySet()).contains("allocations"));
        }
    }

    @Test
    void aLogThatMallocConfHasBegunIsLeftAlone() throws Exception {
        Path theirs = folder.resolve("theirs");
        try (TargetJvm target =
                start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,prof_log:true,prof_prefix:" + theirs))) {
            HttpResponse<String> refused = target.ask("PUT", "/api/v1/allocation-log", "{\"active\":true}");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("jemalloc keeps one already");
            assertThat(log(target, false).get("changed").getAsBoolean()).isFalse();
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
        assertThat(Path.of(theirs + ".0.json").getParent()).isDirectoryContaining("glob:**/theirs.*.json");
    }

    @Test
    void withoutHeapProfilingTheyAreOurSamplersOrAbsent() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:false"))) {
            List<String> there = new ArrayList<>();
            for (JsonObject control : list(target)) {
                if (control.get("available").getAsBoolean()) {
                    there.add(control.get("name").getAsString());
                }
            }
            assertThat(there)
                    .containsExactly(
                            "prof.active",
                            "prof.lg_sample",
                            "prof.thread_active_init",
                            "prof.prefix",
                            "prof.reset",
                            "background_thread",
                            "arenas.dirty_decay_ms",
                            "arenas.muzzy_decay_ms");
            assertThat(target.ask("PATCH", "/api/v1/controls", "{\"prof.gdump\":true}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(target.ask("PUT", "/api/v1/allocation-log", "{\"active\":true}")
                            .statusCode())
                    .isEqualTo(409);
            // Our own sampler does this one.
            assertThat(target.ask("POST", "/api/v1/resets", "{\"discard\":true}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private TargetJvm start(Map<String, String> environment) throws IOException {
        TargetJvm target = TargetJvm.start(jdk, folder, environment);
        await().atMost(SOON).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static void change(TargetJvm target, String body) throws Exception {
        json(target.ask("PATCH", "/api/v1/controls", body));
    }

    private static JsonObject log(TargetJvm target, boolean active) throws Exception {
        return json(target.ask("PUT", "/api/v1/allocation-log", "{\"active\":" + active + "}"));
    }

    private static List<JsonObject> list(TargetJvm target) throws Exception {
        return objects(json(target.ask("GET", "/api/v1/controls", "")), "controls");
    }

    /** Those that have a value, as JSON. */
    private static Map<String, String> values(TargetJvm target) throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (JsonObject control : list(target)) {
            if (!control.get("value").isJsonNull()) {
                values.put(
                        control.get("name").getAsString(), control.get("value").toString());
            }
        }
        return values;
    }

    /** Of each arena, by its number and the time's name, but for the sums of all. */
    private static Map<String, String> decayTimes(TargetJvm target) throws Exception {
        JsonObject arenas = json(target.ask("GET", "/api/v1/statistics", ""))
                .getAsJsonObject("jemalloc")
                .getAsJsonObject("stats.arenas");
        Map<String, String> times = new TreeMap<>();
        for (Map.Entry<String, JsonElement> arena : arenas.entrySet()) {
            for (String name : List.of("dirty_decay_ms", "muzzy_decay_ms")) {
                JsonElement time = arena.getValue().getAsJsonObject().get(name);
                if (time != null && !arena.getKey().equals("merged")) {
                    times.put(arena.getKey() + "." + name, time.toString());
                }
            }
        }
        return times;
    }

    private static String text(TargetJvm target) throws Exception {
        String id = json(target.ask("POST", "/api/v1/dumps", "")).get("id").getAsString();
        return target.ask("GET", "/api/v1/dumps/" + id + "?format=text", "").body();
    }

    private static List<JsonObject> dumps(TargetJvm target) throws Exception {
        return objects(json(target.ask("GET", "/api/v1/dumps", "")), "dumps");
    }

    private static List<String> kinds(TargetJvm target) throws Exception {
        return dumps(target).stream()
                .map(dump -> dump.get("kind").getAsString())
                .toList();
    }

    private static List<JsonObject> objects(JsonObject json, String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonElement element : json.getAsJsonArray(name)) {
            objects.add(element.getAsJsonObject());
        }
        return objects;
    }

    private static JsonObject json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return json(answer.body());
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }
}
