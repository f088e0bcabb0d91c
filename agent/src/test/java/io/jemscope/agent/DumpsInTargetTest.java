package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dumps of real programs: jemalloc's own, and what happens where there is no room for one. */
@Tag("one-jdk")
class DumpsInTargetTest {

    private static final String SAMPLING = "prof:true,prof_active:true,lg_prof_sample:12";

    @TempDir
    private Path folder;

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatJemallocDumpsByItselfIsListedNamedAndRead(Path jdk) throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        try (TargetJvm target = start(jdk, SAMPLING + ",lg_prof_interval:20,prof_prefix:" + own.resolve("je"))) {
            for (int i = 0; i < 5; i++) {
                target.allocate();
            }

            // Each block is larger than the interval, so that the newest is of after the last of them.
            await().atMost(Duration.ofSeconds(20)).until(() -> isNewestNamed(listed(target)));
            JsonObject newest = newest(listed(target));
            assertThat(newest.get("kind").getAsString()).isEqualTo("interval");
            String address = "/api/v1/dumps/" + newest.get("id").getAsString();

            assertThat(target.ask("GET", address, "").body()).startsWith("heap_v2/4096\n");
            assertThat(target.ask("GET", address + "?format=text", "").body())
                    .contains("io.jemscope.agent.AttachedProgram.main");
            assertThat(target.ask("DELETE", address, "").statusCode()).isEqualTo(204);
            assertThat(Path.of(newest.get("file").getAsString())).doesNotExist();
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void aFullDiskIsToldNothingHalfIsLeftAndTheProgramRunsOn() throws Exception {
        Path dumps = Files.createDirectory(folder.resolve("dumps"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=512k,mode=0700", "tmpfs", dumps.toString()))
                .as("only root may mount")
                .isZero();
        try (TargetJvm target = start(TargetJvm.jdks().get(0), SAMPLING)) {
            HttpResponse<String> answer = target.ask("POST", "/api/v1/dumps", "");
            for (int i = 0; i < 50 && answer.statusCode() == 201; i++) {
                answer = target.ask("POST", "/api/v1/dumps", "");
            }

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(507);
            assertThat(answer.body()).contains("\"what\"").contains("\"next\"");
            assertThat(names(dumps))
                    .isNotEmpty()
                    .allMatch(name ->
                            name.endsWith(".heap") || name.endsWith(".heap.symbols") || name.endsWith(".alive"));
            // A dump without symbols may fit where one with them doesn't, so the rest is filled, too.
            Path rest = dumps.resolve("rest");
            assertThat(run("dd", "if=/dev/zero", "of=" + rest, "bs=4k")).isNotZero();
            assertThat(target.ask("GET", "/pprof/heap", "").statusCode()).isEqualTo(507);

            Files.delete(rest);
            for (JsonObject dump : listed(target)) {
                target.ask("DELETE", "/api/v1/dumps/" + dump.get("id").getAsString(), "");
            }
            assertThat(target.ask("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(201);
            target.allocate();
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError().lines().filter(line -> !line.startsWith("jemscope: ")))
                    .isEmpty();
        } finally {
            run("umount", "-l", dumps.toString());
        }
    }

    @Test
    void linksInTheDumpsFolderLeadNowhere() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0), SAMPLING)) {
            target.ask("POST", "/api/v1/dumps", "");
            Path dumps = folder.resolve("dumps");
            Path precious = Files.writeString(folder.resolve("precious"), "text");
            Files.createSymbolicLink(dumps.resolve("aside"), folder);

            HttpResponse<String> aside = target.ask("GET", "/pprof/heap", "");
            assertThat(aside.statusCode()).isEqualTo(507);
            assertThat(aside.body()).contains("symbolic link");
            assertThat(precious).hasContent("text");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whenTheProgramEndsTheDumpsStayAndWhatWasMadeOfThemGoes(Path jdk) throws Exception {
        try (TargetJvm target = start(jdk, SAMPLING)) {
            String id = dumpAndRead(target);
            Path made = folder.resolve("dumps").resolve(id + ".made");
            assertThat(made).isNotEmptyDirectory();

            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);

            assertThat(names(folder.resolve("dumps")))
                    .filteredOn(name -> !name.endsWith(".alive"))
                    .containsExactlyInAnyOrder(id + ".heap", id + ".heap.symbols");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whereTheDumpsAreNotToStayNothingIsLeft(Path jdk) throws Exception {
        try (TargetJvm target = start(jdk, SAMPLING, "-Djemscope.dumps.stay=false")) {
            dumpAndRead(target);

            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);

            assertThat(names(folder.resolve("dumps"))).isEmpty();
            assertThat(target.standardError()).isEmpty();
        }
    }

    /** It may come back, and is to find them. */
    @Test
    void whenTheAgentAloneLeavesTheDumpsStay() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0), SAMPLING, "-Djemscope.dumps.stay=false")) {
            String id = dumpAndRead(target);
            assertThat(target.ask("DELETE", "/api/v1/agent", "").statusCode()).isEqualTo(202);

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(names(folder.resolve("dumps")))
                            .filteredOn(name -> !name.endsWith(".alive"))
                            .containsExactlyInAnyOrder(id + ".heap", id + ".heap.symbols"));
        }
    }

    /** Answers the dump's id. */
    private static String dumpAndRead(TargetJvm target) throws Exception {
        String answer = target.ask("POST", "/api/v1/dumps", "").body();
        String id = JsonParser.parseString(answer).getAsJsonObject().get("id").getAsString();
        assertThat(target.ask("GET", "/api/v1/dumps/" + id + "?format=text&wait=60", "")
                        .statusCode())
                .isEqualTo(200);
        return id;
    }

    private TargetJvm start(Path jdk, String options, String... arguments) throws IOException {
        TargetJvm target = TargetJvm.start(jdk, folder, Map.of("MALLOC_CONF", options), arguments);
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static JsonObject newest(List<JsonObject> dumps) {
        return dumps.get(dumps.size() - 1);
    }

    private static boolean isNewestNamed(List<JsonObject> dumps) {
        return !dumps.isEmpty() && newest(dumps).get("symbolized").getAsBoolean();
    }

    private static List<JsonObject> listed(TargetJvm target) throws IOException, InterruptedException {
        String answer = target.ask("GET", "/api/v1/dumps", "").body();
        List<JsonObject> dumps = new ArrayList<>();
        for (JsonElement dump : JsonParser.parseString(answer).getAsJsonObject().getAsJsonArray("dumps")) {
            dumps.add(dump.getAsJsonObject());
        }
        return dumps;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
