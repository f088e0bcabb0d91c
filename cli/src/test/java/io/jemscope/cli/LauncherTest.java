package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.launch.UserEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher script hands on to the command's JVM, in whose place stands a script that prints its environment. */
class LauncherTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path home;

    @BeforeEach
    void writeProduct() throws IOException {
        Path script = Path.of("").toAbsolutePath().resolveSibling("jemscope");
        Files.copy(script, home.resolve("jemscope"));
        Files.createDirectories(home.resolve("dist/lib"));
        Path java = Files.writeString(home.resolve("java"), "#!/bin/sh\nexec env -0\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(home.resolve("dist/java"), java + "\n");
    }

    @Test
    void optionsForTheProgramAreKeptFromTheCommandsOwnJvm() throws Exception {
        Map<String, String> own = environmentOfJava(
                Map.of("JAVA_TOOL_OPTIONS", "-Da='b c' $HOME", "JDK_JAVA_OPTIONS", "", "_JAVA_OPTIONS", "-Xmx1g"));

        assertThat(own).doesNotContainKeys("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    }

    @Test
    void theCommandsOwnJvmCanReadWordsBeyondAsciiInTheCLocale() throws Exception {
        assertThat(environmentOfJava(Map.of("LC_ALL", "C"))).containsEntry("LC_ALL", "C.UTF-8");
        assertThat(environmentOfJava(Map.of())).containsEntry("LC_ALL", "C.UTF-8");
        assertThat(environmentOfJava(Map.of("LANG", "de_DE.ISO-8859-1"))).doesNotContainKey("LC_ALL");
    }

    @Test
    void theUsersEnvironmentComesBackWhole() throws Exception {
        Map<String, String> users = new LinkedHashMap<>();
        users.put("PATH", "/usr/bin:/bin");
        users.put("LC_ALL", "POSIX");
        users.put("JAVA_TOOL_OPTIONS", "-Da='b c' \"$HOME\" `x`\nsecond");
        users.put("JDK_JAVA_OPTIONS", "");
        users.put("root", "mine");
        users.put("image", "mine");
        users.put("java", "mine");
        users.put("name", "mine");
        users.put("spring.datasource.url", "jdbc:x=1\n2");
        users.put("JEMSCOPE_USER_JAVA_TOOL_OPTIONS", "stale");

        Map<String, String> restored = new LinkedHashMap<>(UserEnvironment.of(environmentOfJava(users)));

        users.remove("JEMSCOPE_USER_JAVA_TOOL_OPTIONS");
        // What shells add of themselves.
        restored.keySet().removeAll(List.of("PWD", "OLDPWD", "SHLVL", "_"));
        assertThat(restored).containsExactlyInAnyOrderEntriesOf(users);
    }

    private Map<String, String> environmentOfJava(Map<String, String> users) throws Exception {
        // With nothing of this test's own environment in it.
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        users.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of(home.resolve("jemscope").toString(), "record"));
        Path output = home.resolve("environment");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        Map<String, String> environment = new LinkedHashMap<>();
        for (String pair : Files.readString(output, StandardCharsets.UTF_8).split("\0", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                environment.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return environment;
    }
}
