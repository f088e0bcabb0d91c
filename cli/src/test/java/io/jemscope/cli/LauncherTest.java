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
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of("src/main/sh/jemscope"), home.resolve("bin/jemscope"));
        writeJava("exec env -0");
    }

    private void writeJava(String commands) throws IOException {
        Path jvm = Files.writeString(home.resolve("jvm"), "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(jvm, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(home.resolve("java"), jvm + "\n");
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
    }

    /** In a locale that isn't installed, programs have the character set of C, whatever its name says. */
    @Test
    void aLocalesCharacterSetIsKeptWhereItIsInstalled() throws Exception {
        for (String set : List.of("ISO-8859-1", "ANSI_X3.4-1968", "UTF-8")) {
            Path locale = Files.writeString(home.resolve("locale"), "#!/bin/sh\n[ \"$1\" = charmap ] && echo " + set);
            Files.setPosixFilePermissions(locale, PosixFilePermissions.fromString("rwx------"));
            Map<String, String> own =
                    environmentOfJava(Map.of("PATH", home + ":/usr/bin:/bin", "LANG", "de_DE.ISO-8859-1"));
            assertThat(own.get("LC_ALL")).as(set).isEqualTo(set.equals("ISO-8859-1") ? null : "C.UTF-8");
        }
        assertThat(environmentOfJava(Map.of("LANG", "xx_XX.ISO-8859-1", "LC_CTYPE", "xx_XX@none")))
                .containsEntry("LC_ALL", "C.UTF-8");
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

    @Test
    void runBecomesTheProgramWithEveryByteOfItsArgumentsAndEnvironment() throws Exception {
        writeJava("cat >/proc/self/fd/9 <<'END'\nexport SET='a b'\nshift $(($# - 8))\nEND");
        Files.writeString(home.resolve("show"), """
                printf '%s\\0' "$@"
                cat /proc/$$/environ
                """);

        String shown = shown("""
                export JAVA_TOOL_OPTIONS="-Da='b c'" LC_ALL=POSIX JEMSCOPE_USER=stale
                exec env 'dotted.name=it'"'"'s
                odd' "latin.1=$(printf '\\344')" "LATIN_1=$(printf '\\344')" \\
                    bin/jemscope run --rate 64KiB -- /bin/sh show '' 'a  b' "q'\\"\\$HOME\\`" "$(printf 'l1\\nl2')" "$(printf '\\344')" '*'
                """);

        List<String> words = List.of(shown.split("\0", -1));
        assertThat(words.subList(0, 6)).containsExactly("", "a  b", "q'\"$HOME`", "l1\nl2", "\u00E4", "*");
        assertThat(words.subList(6, words.size()))
                .filteredOn(word -> !word.matches("|(PWD|OLDPWD|SHLVL|_)=.*"))
                .containsExactlyInAnyOrder(
                        "PATH=/usr/bin:/bin",
                        "SET=a b",
                        "JAVA_TOOL_OPTIONS=-Da='b c'",
                        "LC_ALL=POSIX",
                        "dotted.name=it's\nodd",
                        "latin.1=\u00E4",
                        "LATIN_1=\u00E4");
    }

    @Test
    void runLeavesProcessIdDescriptorsInputAndIgnoredSignalsAlone() throws Exception {
        // Java's own output isn't the program's, and it may write to its descriptors what it likes.
        writeJava("echo help; echo 'shift $(($# - 2))' >/proc/self/fd/9");
        Files.writeString(home.resolve("show"), """
                echo process $$
                for fd in 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$fd ] || readlink /proc/$$/fd/$fd; done
                # Read by the shell itself: while it starts a program, it blocks every signal.
                while read -r name value; do
                    case $name in SigBlk: | SigIgn:) echo "$name $value" ;; esac
                done </proc/$$/status
                """);

        String shown = shown("""
                trap '' QUIT PIPE INT
                exec 8<bin/jemscope 9<jvm
                . ./show
                echo ====
                echo 'cat' >>show
                echo input >in
                exec bin/jemscope run -- sh show <in
                """);

        List<String> halves = List.of(shown.split("====\n", -1));
        assertThat(halves.get(0)).contains("/jemscope\n", "/jvm\n", "1006\n");
        assertThat(halves.get(1)).isEqualTo("help\n" + halves.get(0) + "input\n");
    }

    @Test
    void runEndsAsJavaDoesWhereItHandsOverNothing() throws Exception {
        writeJava("echo help");
        assertThat(shown("bin/jemscope run --help; echo $?")).isEqualTo("help\n0\n");
        writeJava("exit 125");
        assertThat(shown("bin/jemscope run -- true; echo $?")).isEqualTo("125\n");
    }

    @Test
    void runEndsAsTheProgramDoes() throws Exception {
        writeJava("echo 'shift $(($# - 3))' >/proc/self/fd/9");

        assertThat(shown("bin/jemscope run -- sh -c 'exit 7'; echo $?")).isEqualTo("7\n");
        assertThat(shown("(exec bin/jemscope run -- sh -c 'kill -TERM $$') ; echo $?"))
                .isEqualTo("143\n");
    }

    /** What a script prints that runs where the launcher is, with nothing of this test's own environment; bytes as letters. */
    private String shown(String script) throws Exception {
        Path output = home.resolve("output");
        Process process = new ProcessBuilder("env", "-i", "--default-signal", "PATH=/usr/bin:/bin", "sh", "-c", script)
                .directory(home.toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output, StandardCharsets.ISO_8859_1);
    }

    private Map<String, String> environmentOfJava(Map<String, String> users) throws Exception {
        // With nothing of this test's own environment in it.
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        users.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of(home.resolve("bin/jemscope").toString(), "record"));
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
