package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent in JVMs of their own, on each JDK found. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class AgentInTargetTest {

    private final Path jdk;

    @TempDir
    private Path folder;

    AgentInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void isDrivenOverHttp() throws Exception {
        try (TargetJvm target = start()) {
            JsonObject state = json(target.ask("GET", "/api/v1/state", ""));
            assertThat(state.get("pid").getAsLong()).isEqualTo(target.pid());
            JsonObject jemalloc = state.getAsJsonObject("jemalloc");
            assertThat(jemalloc.get("detected").getAsBoolean()).isTrue();
            assertThat(jemalloc.get("prof").getAsBoolean()).isTrue();
            assertThat(jemalloc.get("active").getAsBoolean()).isFalse();
            assertThat(jemalloc.get("rateBytes").getAsLong()).isEqualTo(4096);
            assertThat(state.getAsJsonObject("hook").get("installed").getAsBoolean())
                    .isTrue();
            assertThat(state.getAsJsonObject("memory").get("allocatedBytes").getAsLong())
                    .isPositive();

            assertThat(target.ask("PUT", "/api/v1/profiling", "{\"active\":true}")
                            .body())
                    .isEqualTo("{\"active\":true,\"changed\":true}\n");
            target.allocate();
            assertThat(samplesWithJavaFrames(target)).isPositive();
            assertThat(target.ask("PUT", "/api/v1/profiling", "{\"active\":false}")
                            .body())
                    .isEqualTo("{\"active\":false,\"changed\":true}\n");

            JsonObject dump = json(target.ask("POST", "/api/v1/dumps", ""));
            Path heap = Path.of(dump.get("file").getAsString());
            assertThat(heap).hasParent(folder.resolve("dumps"));
            assertThat(Files.size(heap)).isEqualTo(dump.get("bytes").getAsLong());
            String address = "/api/v1/dumps/" + dump.get("id").getAsString();
            assertThat(target.ask("GET", address, "").body()).isEqualTo(Files.readString(heap));
            assertThat(target.ask("GET", address + "/symbols", "").body())
                    .contains("io.jemscope.agent.AttachedProgram.main(AttachedProgram.java:");

            assertThat(JsonParser.parseString(
                                    target.ask("GET", "/api/v1/statistics", "").body())
                            .getAsJsonObject()
                            .has("jemalloc"))
                    .isTrue();
            assertThat(target.ask("GET", "/api/v1/statistics?format=text", "").body())
                    .contains("Begin jemalloc statistics");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void letsInNobodyElse() throws Exception {
        try (TargetJvm target = start()) {
            URI address = URI.create(target.descriptor().get("address").getAsString() + "/api/v1/state");
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address)
                                    .header("Authorization", "Bearer wrong")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(target.ask("GET", "/api/v2/state", "").statusCode()).isEqualTo(404);
            assertThat(target.ask("DELETE", "/api/v1/state", "").statusCode()).isEqualTo(405);
            assertThat(target.ask("PUT", "/api/v1/profiling", "garbage").statusCode())
                    .isEqualTo(400);
            assertThat(target.ask("PUT", "/api/v1/profiling", "x".repeat(1_100_000))
                            .statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    void theDescriptorIsTheUsersAloneAndGoesWithTheProcess() throws Exception {
        try (TargetJvm target = start()) {
            assertThat(permissions(folder.resolve("run"))).isEqualTo("rwx------");
            assertThat(permissions(target.descriptorFile())).isEqualTo("rw-------");
            assertThat(target.descriptor().get("program").getAsString()).isEqualTo(AttachedProgram.class.getName());

            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.descriptorFile()).doesNotExist();
        }
    }

    @Test
    void aSignalEndsTheProcessAsEver() throws Exception {
        try (TargetJvm target = start()) {
            assertThat(target.terminate()).isEqualTo(128 + 15);
            assertThat(target.descriptorFile()).doesNotExist();
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void needsNoModuleButTheBase() throws Exception {
        try (TargetJvm target = start("--limit-modules", "java.base")) {
            assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void setsUpNothingThatTheProgramMayWantToSetUpItself() throws Exception {
        Path classes = folder.resolve("classes");
        try (TargetJvm target = start("-Xlog:class+load:file=" + classes)) {
            target.ask("GET", "/api/v1/state", "");
            target.ask("PUT", "/api/v1/profiling", "garbage");
            target.end();

            assertThat(classes)
                    .content()
                    .contains("io.jemscope.agent.web.api.StateResource")
                    .doesNotContain(
                            "java.util.logging.",
                            "sun.security.jca.Providers ",
                            "sun.net.InetAddressCachePolicy ",
                            "com.sun.net.httpserver.");
        }
    }

    @Test
    void aRuntimeFolderThatIsALinkIsRefusedAndTheProgramRunsOn() throws Exception {
        Path target = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("run"), target);

        try (TargetJvm jvm = TargetJvm.start(jdk, folder, Map.of())) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(jvm.standardError())
                            .startsWith("jemscope: this program can't be controlled over HTTP: the folder ")
                            .contains("symbolic link")
                            .hasLineCount(1));
            assertThat(jvm.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target).isEmptyDirectory();
        }
    }

    @Test
    void aFolderThatTheLocaleCantNameIsSaidSoAndIgnored() throws Exception {
        try (TargetJvm jvm = TargetJvm.startWith("descriptor=/tmp/%C3%A9", jdk, folder, Map.of("LC_ALL", "C"))) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(jvm.standardError())
                            .contains("the setting descriptor, from the agent's options, is ignored", "LC_ALL=C.UTF-8")
                            .hasLineCount(1));
            assertThat(jvm.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void needsNoLicenceToCallNativeCode() throws Exception {
        assumeTrue(TargetJvm.version(jdk) >= 24, "The option came with JDK 24");
        try (TargetJvm target = start("--illegal-native-access=deny")) {
            assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(target.ask("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(201);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void aCallerInTheMiddleDoesntHoldUpTheEnd() throws Exception {
        try (TargetJvm target = start()) {
            URI address = URI.create(target.descriptor().get("address").getAsString());
            try (Socket half = new Socket(address.getHost(), address.getPort())) {
                half.getOutputStream().write("GET /api".getBytes(StandardCharsets.US_ASCII));
                long before = System.nanoTime();

                assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
            }
        }
    }

    private TargetJvm start(String... arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    private TargetJvm start(Map<String, String> environment, String... arguments) throws IOException {
        TargetJvm target = TargetJvm.start(jdk, folder, environment, arguments);
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static long samplesWithJavaFrames(TargetJvm target) throws Exception {
        return json(target.ask("GET", "/api/v1/state", ""))
                .getAsJsonObject("hook")
                .getAsJsonObject("counters")
                .get("samples.java")
                .getAsLong();
    }

    private static JsonObject json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isIn(200, 201);
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
