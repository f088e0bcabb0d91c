package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts under examples/mesos, against JVMs of each JDK, on a machine that has neither jeprof nor dot. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class MesosScriptsTest {

    private static final Path SCRIPTS = Path.of("..", "examples", "mesos").toAbsolutePath();

    private final Path jdk;

    @TempDir
    private Path folder;

    MesosScriptsTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void startSleepDownload() throws Exception {
        try (TargetJvm target = start()) {
            String said = run(target, "start-sleep-download.sh");

            JsonObject started = JsonParser.parseString(said.lines().findFirst().orElseThrow())
                    .getAsJsonObject();
            assertThat(started.get("remaining_seconds").getAsString()).isEqualTo("1");
            assertThat(folder.resolve("work/raw")).content().startsWith("heap_v2/4096\n");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void byId() throws Exception {
        try (TargetJvm target = start()) {
            Process script = begin(target, "by-id.sh");
            // Something for the run to find, which lasts a second, whenever that is.
            while (!script.waitFor(200, TimeUnit.MILLISECONDS)) {
                target.allocate();
            }
            String said = end(script);

            String id = said.replaceAll("(?s)run ([0-9]+) ends in 1 seconds.*", "$1");
            assertThat(said).endsWith("fetched: " + id + ".heap " + id + ".txt " + id + ".svg\n");
            Path work = folder.resolve("work");
            assertThat(work.resolve(id + ".heap")).content().startsWith("heap_v2/4096\n");
            assertThat(work.resolve(id + ".txt")).content().contains("AttachedProgram.main");
            assertThat(work.resolve(id + ".svg")).content().contains("<svg", "AttachedProgram.main");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void aWrongTokenIsTold() throws Exception {
        try (TargetJvm target = start()) {
            Process script = begin("wrong", target.descriptor().get("address").getAsString(), "by-id.sh");

            assertThat(script.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(script.exitValue()).isNotZero();
        }
    }

    private TargetJvm start() throws IOException {
        // Nothing to be found there: what the agent makes, it makes by itself.
        TargetJvm target = TargetJvm.start(jdk, folder, Map.of("PATH", folder.toString()));
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private String run(TargetJvm target, String script) throws Exception {
        return end(begin(target, script));
    }

    private Process begin(TargetJvm target, String script) throws IOException {
        JsonObject descriptor = target.descriptor();
        return begin(
                descriptor.get("token").getAsString(), descriptor.get("address").getAsString(), script);
    }

    private Process begin(String token, String address, String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", SCRIPTS.resolve(script).toString(), address, "1")
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectError(folder.resolve("script-stderr").toFile());
        builder.environment().put("PATH", tools().toString());
        builder.environment().put("JEMSCOPE_TOKEN", token);
        return builder.start();
    }

    private String end(Process script) throws Exception {
        String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(script.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue())
                .as(said + Files.readString(folder.resolve("script-stderr")))
                .isZero();
        return said;
    }

    /** A folder with what the scripts need, and nothing more. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("curl", "sleep", "sed", "mktemp", "rm")) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(place -> Path.of(place, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("No " + tool + " on this machine"));
            Path stub = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
            Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwx------"));
        }
        return tools;
    }
}
