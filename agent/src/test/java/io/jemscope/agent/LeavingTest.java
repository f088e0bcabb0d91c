package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent leaves a running JVM and comes back to it, on each JDK found. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class LeavingTest {

    private static final int TIMES = 20;

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Path jdk;

    @TempDir
    private Path folder;

    LeavingTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",jmx=true,jfr=true"})
    void leavesAndComesBackAgainAndAgainAtNoCost(String options) throws Exception {
        try (TargetJvm target = start()) {
            for (int i = 0; i < TIMES; i++) {
                leaveAndComeBack(target, options);
            }
            long threads = status(target, "Threads:");
            long resident = status(target, "VmRSS:");

            for (int i = 0; i < TIMES; i++) {
                leaveAndComeBack(target, options);
            }

            assertThat(state(target).getAsJsonObject("hook").get("installed").getAsBoolean())
                    .isTrue();
            // The server's workers go by themselves after a while, the compilers' threads come and go.
            assertThat(status(target, "Threads:")).isLessThanOrEqualTo(threads + 2);
            assertThat(status(target, "VmRSS:") - resident).as("KiB more").isLessThan(1024);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void takesNothingDownWhileItIsAway() throws Exception {
        try (TargetJvm target = start()) {
            assertThat(target.ask("PUT", "/api/v1/profiling", "{\"active\":true}")
                            .statusCode())
                    .isEqualTo(200);
            target.allocate();
            long before = samplesWithJavaFrames(target);
            assertThat(before).isPositive();

            JsonObject answer = target.leave();

            assertThat(answer.get("deactivated").getAsBoolean()).isTrue();
            // Each block is larger than the distance of samples: with sampling on, or the hook in, all would be seen.
            for (int i = 0; i < TIMES; i++) {
                target.allocate();
            }
            target.attach(",active=true");
            assertThat(samplesWithJavaFrames(target) - before).isLessThan(TIMES);
            before = samplesWithJavaFrames(target);
            for (int i = 0; i < TIMES; i++) {
                target.allocate();
            }
            assertThat(samplesWithJavaFrames(target) - before).isGreaterThanOrEqualTo(TIMES);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void leavesTheSamplingOfOthersOn() throws Exception {
        try (TargetJvm target = start(Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"))) {
            assertThat(target.leave().get("deactivated").getAsBoolean()).isFalse();
            target.attach("");
            assertThat(state(target).getAsJsonObject("jemalloc").get("active").getAsBoolean())
                    .isTrue();
        }
    }

    @Test
    void whatItCouldNotDoAtFirstItDoesAtTheNextAttach() throws Exception {
        Path run = folder.resolve("run");
        Files.writeString(run, "no folder");
        try (TargetJvm target = TargetJvm.start(jdk, folder, Map.of())) {
            await().atMost(SOON).until(() -> target.standardError().contains("can't be controlled over HTTP"));
            Files.delete(run);

            await().atMost(SOON).until(() -> {
                target.load("");
                return Files.exists(target.descriptorFile());
            });

            assertThat(state(target).get("pid").getAsLong()).isEqualTo(target.pid());
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    private TargetJvm start() throws IOException {
        return start(Map.of());
    }

    private TargetJvm start(Map<String, String> environment) throws IOException {
        // Since JDK 21 a JVM says so on its standard error when an agent comes later.
        // A small heap and no compiler: else garbage, and what is compiled as it warms up, would hide what is left
        // behind.
        TargetJvm target = TargetJvm.start(
                jdk,
                folder,
                environment,
                "-XX:+EnableDynamicAgentLoading",
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-Xmn2m",
                "-Xint",
                "-XX:MaxDirectMemorySize=1g");
        await().atMost(SOON).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private void leaveAndComeBack(TargetJvm target, String options) throws Exception {
        target.leave();
        target.attach(options);
        assertThat(state(target).get("pid").getAsLong()).isEqualTo(target.pid());
    }

    private static JsonObject state(TargetJvm target) throws Exception {
        return JsonParser.parseString(target.ask("GET", "/api/v1/state", "").body())
                .getAsJsonObject();
    }

    private static long samplesWithJavaFrames(TargetJvm target) throws Exception {
        return state(target)
                .getAsJsonObject("hook")
                .getAsJsonObject("counters")
                .get("samples.java")
                .getAsLong();
    }

    private static long status(TargetJvm target, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + target.pid() + "/status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IllegalStateException("/proc tells no " + name);
    }
}
