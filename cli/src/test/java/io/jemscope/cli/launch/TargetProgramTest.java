package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetProgramTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aJvmsLauncherIsKnownThroughLinks() throws Exception {
        Path launcher = Path.of(System.getProperty("java.home"), "bin", "java");
        Path link = Files.createSymbolicLink(folder.resolve("java"), launcher);

        TargetProgram program = TargetProgram.find("java", Map.of("PATH", "/nowhere:" + folder));

        assertThat(program.isJava()).isTrue();
        assertThat(program.file()).isEqualTo(launcher.toRealPath());
        assertThat(TargetProgram.find(link.toString(), Map.of()).isJava()).isTrue();
    }

    @Test
    void aScriptNamedJavaIsAScript() throws Exception {
        Path script = executable("java", "#!/bin/sh\nexec /usr/bin/java \"$@\"\n");

        assertThat(TargetProgram.find(script.toString(), Map.of()).isJava()).isFalse();
    }

    @Test
    void aFileThatCannotBeExecutedIsPassedOverForOneThatCan() throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        Files.writeString(first.resolve("start.sh"), "x");
        Path script = executable("start.sh", "#!/bin/sh\n");

        assertThat(TargetProgram.find("start.sh", Map.of("PATH", first + ":" + folder))
                        .file())
                .isEqualTo(script.toRealPath());
        assertFails("start.sh", Map.of("PATH", first.toString()), ExitCode.CANNOT_RUN);
        assertFails("start.sh", Map.of("PATH", "/nowhere"), ExitCode.NOT_FOUND);
    }

    private static void assertFails(String name, Map<String, String> environment, int exitCode) {
        assertThatThrownBy(() -> TargetProgram.find(name, environment))
                .isInstanceOf(CommandFailure.class)
                .satisfies(e -> assertThat(((CommandFailure) e).exitCode()).isEqualTo(exitCode));
    }

    private Path executable(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
