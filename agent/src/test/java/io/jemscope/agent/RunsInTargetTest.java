package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs in JVMs of their own, by Mesos's addresses and by ours. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class RunsInTargetTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Path jdk;

    @TempDir
    private Path folder;

    RunsInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void aRunEndsByItselfAlthoughItsCallerHasGone() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            JsonObject started = ok(target, "/memory-profiler/start?duration=1secs");
            assertThat(started.get("remaining_seconds").getAsString()).isEqualTo("1");
            long id = started.get("id").getAsLong();
            assertThat(id).isCloseTo(System.currentTimeMillis() / 1000, Offset.offset(60L));
            target.allocate();

            await().atMost(SOON).until(() -> state(target, id).equals("finished"));

            String raw = target.ask("GET", "/memory-profiler/download/raw?id=" + id, "")
                    .body();
            assertThat(raw).startsWith("heap_v2/4096\n");
            JsonObject stopped = ok(target, "/memory-profiler/stop");
            assertThat(stopped.get("id").getAsString()).isEqualTo(Long.toString(id));
            assertThat(target.ask("GET", stopped.get("url_raw_profile").getAsString(), "")
                            .body())
                    .isEqualTo(raw);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void thereIsAThreadForARunOnlyWhileOneIsTimed() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            assertThat(target.threads()).noneMatch(name -> name.startsWith("jemscope-run"));

            ok(target, "/memory-profiler/start?duration=10mins");
            // A thread gives itself its name.
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(target.threads())
                            .filteredOn(name -> name.startsWith("jemscope-run"))
                            .hasSize(1));

            ok(target, "/memory-profiler/stop");
            await().atMost(SOON)
                    .until(() -> target.threads().stream().noneMatch(name -> name.startsWith("jemscope-run")));

            assertThat(target.ask("POST", "/api/v1/runs", "").statusCode()).isEqualTo(201);
            assertThat(target.threads()).noneMatch(name -> name.startsWith("jemscope-run"));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void aRunThatIsOnDoesntHoldUpTheProgramsEnd() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            ok(target, "/memory-profiler/start?duration=24hrs");
            long before = System.nanoTime();

            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);

            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void aRateOfItsOwnIsPutBack() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            ok(target, "/memory-profiler/start?lg_sample=10&discard=true&dense=true");
            assertThat(rateBytes(target)).isEqualTo(1024);
            target.allocate();

            String raw =
                    ok(target, "/memory-profiler/stop").get("url_raw_profile").getAsString();

            assertThat(target.ask("GET", raw, "").body()).startsWith("heap_v2/1024\n");
            assertThat(rateBytes(target)).isEqualTo(4096);
            assertThat(active(target)).isFalse();
        }
    }

    @Test
    void whatWasDiscardedIsNotSaidToBeInTheProfile() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            assertThat(target.ask("PUT", "/api/v1/profiling", "{\"active\":true}")
                            .statusCode())
                    .isEqualTo(200);
            long before = System.currentTimeMillis();

            String body = target.ask("POST", "/api/v1/runs", "{\"sampleBytes\":1024,\"discard\":true,\"dense\":true}")
                    .body();

            String baseline = JsonParser.parseString(body)
                    .getAsJsonObject()
                    .get("baseline")
                    .getAsString();
            String symbols = target.ask("GET", "/api/v1/dumps/" + baseline + "/symbols", "")
                    .body();
            assertThat(symbols.lines().filter(line -> line.startsWith("# active.since: ")))
                    .singleElement()
                    .satisfies(line -> assertThat(Long.parseLong(line.substring("# active.since: ".length())))
                            .isGreaterThanOrEqualTo(before));
        }
    }

    @Test
    void dumpsInTheMiddleShowWhatThereIsSoFar() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            ok(target, "/memory-profiler/start?duration=10mins");
            String before = ok(target, "/memory-profiler/snapshot")
                    .get("url_symbolized_profile")
                    .getAsString();
            target.allocate();
            String after = ok(target, "/memory-profiler/snapshot")
                    .get("url_symbolized_profile")
                    .getAsString();

            assertThat(target.ask("GET", before, "").body()).doesNotContain("AttachedProgram.main");
            assertThat(target.ask("GET", after, "").body()).contains("AttachedProgram.main");
            assertThat(target.ask("GET", "/memory-profiler/download/raw", "").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void textAndGraphShowWhatCameSinceTheStartOrEverything() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            target.allocate();
            ok(target, "/memory-profiler/stop?force=true");
            String id =
                    Long.toString(ok(target, "/memory-profiler/start").get("id").getAsLong());
            ok(target, "/memory-profiler/stop");

            assertThat(text(target, id + "&since=everything")).contains("AttachedProgram.main");
            assertThat(text(target, id)).doesNotContain("AttachedProgram.main");
        }
    }

    @Test
    void whatMallocConfHasSwitchedOnIsLeftAlone() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            HttpResponse<String> refused = target.ask("GET", "/memory-profiler/start", "");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).isEqualTo("Heap profiling was started externally.\n");
            assertThat(target.ask("GET", "/memory-profiler/stop", "").statusCode())
                    .isEqualTo(400);
            assertThat(active(target)).isTrue();
        }
    }

    @Test
    void ourOwnSamplerTakesThePlaceOfAJemallocWithoutHeapProfiling() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:false"))) {
            assertRuns(target);
            JsonObject jemalloc = ok(target, "/memory-profiler/state").getAsJsonObject("jemalloc");
            assertThat(jemalloc.get("profiling_enabled").getAsBoolean()).isTrue();
            assertThat(jemalloc.get("profiling_active").getAsBoolean()).isFalse();
            assertThat(jemalloc.getAsJsonObject("malloc_conf")
                            .get("environment")
                            .getAsString())
                    .isEqualTo("prof:false");
        }
    }

    @Test
    void withoutJemallocItDoesToo() throws Exception {
        try (TargetJvm target = start(Map.of("LD_PRELOAD", ""))) {
            assertRuns(target);
            assertThat(ok(target, "/memory-profiler/statistics")
                            .get("allocator")
                            .getAsString())
                    .startsWith("glibc 2.");
            JsonObject state = ok(target, "/memory-profiler/state");
            assertThat(state.getAsJsonObject("memory_profiler")
                            .get("jemalloc_detected")
                            .getAsBoolean())
                    .isFalse();
            assertThat(state.keySet()).containsExactly("memory_profiler");
        }
    }

    private static void assertRuns(TargetJvm target) throws Exception {
        ok(target, "/memory-profiler/start?lg_sample=12&discard=true&dense=true");
        target.allocate();
        String id = Long.toString(ok(target, "/memory-profiler/stop").get("id").getAsLong());
        assertThat(text(target, id)).contains("AttachedProgram.main");
    }

    @Test
    void statisticsAreJemallocsOwn() throws Exception {
        try (TargetJvm target = start(Map.of())) {
            JsonElement whole = ok(target, "/memory-profiler/statistics").get("jemalloc");
            assertThat(whole.getAsJsonObject().keySet()).contains("version", "arenas", "stats", "stats.arenas");
            JsonElement less =
                    ok(target, "/memory-profiler/statistics?options=gmda").get("jemalloc");
            assertThat(less.getAsJsonObject().keySet()).doesNotContain("version");
        }
    }

    private TargetJvm start(Map<String, String> environment) throws IOException {
        TargetJvm target = TargetJvm.start(jdk, folder, environment);
        await().atMost(SOON).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static String text(TargetJvm target, String id) throws Exception {
        HttpResponse<String> response = target.ask("GET", "/memory-profiler/download/text?id=" + id, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private static JsonObject ok(TargetJvm target, String address) throws Exception {
        HttpResponse<String> response = target.ask("GET", address, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }

    private static String state(TargetJvm target, long id) throws Exception {
        return ok(target, "/api/v1/runs/" + id).get("state").getAsString();
    }

    private static long rateBytes(TargetJvm target) throws Exception {
        return ok(target, "/api/v1/state")
                .getAsJsonObject("jemalloc")
                .get("rateBytes")
                .getAsLong();
    }

    private static boolean active(TargetJvm target) throws Exception {
        return ok(target, "/api/v1/state")
                .getAsJsonObject("jemalloc")
                .get("active")
                .getAsBoolean();
    }
}
