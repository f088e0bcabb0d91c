package io.jemscope.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The lines by which documents have a shell find a descriptor, and what is in it. */
class DocumentedShellTest {

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ""), "..").toAbsolutePath().normalize();

    private static final String DESCRIPTOR = "{\"version\":1,\"pid\":4711,\"address\":\"http://127.0.0.1:40123\","
            + "\"token\":\"to-operate\",\"readToken\":\"to-read\",\"program\":\"com.example.Main\","
            + "\"started\":\"2026-01-01T00:00:00Z\",\"folder\":\"/tmp/d\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<Arguments> documentsAndShells() {
        return Stream.of("examples/mesos/README.md", "docs/http-api.md")
                .flatMap(document -> Stream.of("sh", "bash").map(shell -> Arguments.of(document, shell)));
    }

    @ParameterizedTest
    @MethodSource("documentsAndShells")
    void findsTheFolderThatTheCommandFinds(String document, String shell) throws Exception {
        List<Map<String, String>> environments = List.of(
                Map.of(),
                Map.of("JEMSCOPE_RUNTIME_DIR", "", "XDG_RUNTIME_DIR", ""),
                Map.of("XDG_RUNTIME_DIR", "/run/a b"),
                Map.of("JEMSCOPE_RUNTIME_DIR", "/var/c", "XDG_RUNTIME_DIR", "/run/a b"));

        for (Map<String, String> environment : environments) {
            String script = lines(document, "dir=") + "\nprintf %s \"$dir\"";
            assertThat(run(shell, script, environment))
                    .as("%s", environment)
                    .isEqualTo(RuntimeFolder.of(environment).path().toString());
        }
    }

    @ParameterizedTest
    @MethodSource("documentsAndShells")
    void takesAddressAndTokenOutOfTheDescriptor(String document, String shell) throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("of the program"));
        Files.writeString(runtime.resolve("4711.json"), DESCRIPTOR);

        String script = lines(document, "dir=", "export ", "address=", "ADDRESS=", "(umask ")
                + "\nprintf '%s %s' \"${address-}${ADDRESS-}\" \"${JEMSCOPE_TOKEN-}\"";

        String said = run(shell, script, Map.of("JEMSCOPE_RUNTIME_DIR", runtime.toString()));
        Path configuration = folder.resolve(".jemscope-curl");
        String token = Files.exists(configuration) ? Files.readString(configuration) : said;
        assertThat(said).startsWith("http://127.0.0.1:40123 ");
        assertThat(token).contains("to-operate").doesNotContain("to-read");
    }

    private static String lines(String document, String... beginnings) throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(document)).stream()
                .filter(line -> line.startsWith("    "))
                .map(String::strip)
                .filter(line -> Stream.of(beginnings).anyMatch(line::startsWith))
                .toList();
        assertThat(lines).as("lines in " + document).hasSizeGreaterThanOrEqualTo(2);
        return lines.stream().collect(Collectors.joining("\n"));
    }

    private String run(String shell, String script, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(shell, "-euc", script)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().remove("JEMSCOPE_RUNTIME_DIR");
        builder.environment().remove("XDG_RUNTIME_DIR");
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
