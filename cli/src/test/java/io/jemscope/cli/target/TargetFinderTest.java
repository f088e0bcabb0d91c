package io.jemscope.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jemscope.cli.StandInAgent;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words and the JVMs that they mean, among processes in a folder. */
class TargetFinderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private FakeProc proc;

    @BeforeEach
    void startPrograms() throws IOException {
        proc = new FakeProc(folder.resolve("proc"))
                .withJvm(101, Map.of(), List.of("java", "-cp", "x.jar", "com.example.shop.Main", "8080"))
                .withJvm(102, Map.of(), List.of("/jdk/bin/java", "-jar", "/srv/api-1.2.jar"))
                .withJvm(103, Map.of(), List.of("java", "-m", "com.example.app/com.example.app.Main"))
                .withJvm(104, Map.of(), List.of("java", "-Xmx1g", "com.example.OtherMain"))
                .with(105, Map.of(), List.of("sh"), "/usr/bin/sh");
    }

    @ParameterizedTest
    @CsvSource({
        "101, 101",
        "com.example.shop.Main, 101",
        "shop.Main, 101",
        "/srv/api-1.2.jar, 102",
        "api-1.2.jar, 102",
        "api-1.2, 102",
        "app.Main, 103",
        "OtherMain, 104",
    })
    void aWordMeansTheOneThatItFits(String word, String pid) throws CommandFailure {
        Target target = find(word);

        assertThat(target.word()).isEqualTo(pid);
        assertThat(target.name()).startsWith(pid + " (");
        assertThat(target.agent()).isEmpty();
    }

    @Test
    void aPreloadedProgramIsFoundByItsSocket() throws Exception {
        proc.withPreloaded(106, List.of("nginx: worker process"), "/tmp/a b/106.sock", true)
                .withPreloaded(107, List.of("/usr/sbin/redis-server", "*:6379"), "/run/107.sock", true);

        Target worker = find("106");
        assertThat(worker.name()).isEqualTo("106 (nginx: worker process)");
        assertThat(worker.agent().orElseThrow().socket()).contains(Path.of("/tmp/a b/106.sock"));
        assertThat(find("redis-server").word()).isEqualTo("107");
        assertThat(proc.table().targets()).extracting(JvmProcess::isJvm).endsWith(true, false, false);
        assertThat(proc.table().jvms()).extracting(JvmProcess::pid).containsExactly(101L, 102L, 103L, 104L);
    }

    @Test
    void anotherProcessesSocketIsNone() throws Exception {
        proc.withPreloaded(106, List.of("nginx"), "/run/106.sock", false)
                .withPreloaded(107, List.of("nginx"), "/run/106.sock", true);

        assertThat(failure("106")).hasMessageContaining("can't be controlled");
        assertThat(failure("107")).hasMessageContaining("can't be controlled");
        assertThat(failure("105")).hasMessageContaining("is not a JVM");
    }

    @Test
    void theCommandItselfIsLeftOut() throws Exception {
        proc.withJvm(106, Map.of(), List.of("java", "-jar", "/opt/jemscope/dist/lib/jemscope-cli.jar", "list"))
                .withJvm(107, Map.of(), List.of("java", "-jar", "jemscope-cli.jar", "record", "--", "java", "Main"))
                .withJvm(108, Map.of(), List.of("java", "-cp", "jemscope-cli.jar", "io.jemscope.cli.Main", "top"));

        assertThat(proc.table().jvms()).extracting(JvmProcess::pid).containsExactly(101L, 102L, 103L, 104L);
        assertThat(failure("jemscope-cli")).hasMessageContaining("no JVM runs 'jemscope-cli'");
    }

    @Test
    void severalAreListed() {
        CommandFailure failure = failure("Main");

        assertThat(failure.exitCode()).isEqualTo(ExitCode.NO_TARGET);
        assertThat(failure)
                .hasMessageContaining("several JVMs run 'Main'")
                .hasMessageContaining("101  com.example.shop.Main")
                .hasMessageContaining("103  com.example.app")
                .hasMessageNotContaining("OtherMain");
    }

    @Test
    void whatIsNotThereIsSaidWithWhatIs() {
        assertThat(failure("ain"))
                .hasMessageContaining("no JVM runs 'ain'")
                .hasMessageContaining("104  com.example.OtherMain");
        assertThat(failure("999")).hasMessageContaining("there is no process 999");
        assertThat(failure("99999999999999999999")).hasMessageContaining("there is no process");
        assertThat(failure("105")).hasMessageContaining("process 105 is not a JVM");
        assertThat(failure("")).hasMessageContaining("no JVM runs ''");
    }

    @Test
    void aProcessOfThisUsersThatIsHiddenIsntSaidToBeAnothers() throws IOException {
        Files.createDirectories(folder.resolve("proc/107/maps"));

        CommandFailure failure = failure("107");

        assertThat(failure.exitCode()).isEqualTo(ExitCode.NO_TARGET);
        assertThat(failure)
                .hasMessageContaining("process 107 can't be looked at")
                .hasMessageContaining("it belongs to this user")
                .hasMessageContaining("CAP_SYS_PTRACE")
                .hasMessageNotContaining("another user");
    }

    @Test
    void rootWhoMayNotLookAtAllIsTold() throws IOException {
        assumeThat(Files.getAttribute(folder, "unix:uid")).isEqualTo(0);
        Path process = Files.createDirectories(folder.resolve("proc/107"));
        Files.createDirectory(process.resolve("maps"));
        Files.setAttribute(process, "unix:uid", 4711);

        assertThat(failure("107"))
                .hasMessageContaining("another user (uid 4711), and this root has no CAP_SYS_PTRACE")
                .hasMessageContaining("run jemscope as that user, or give the container");

        Files.setAttribute(folder.resolve("proc/self"), "unix:uid", 4712);
        assertThat(failure("107"))
                .hasMessageContaining("another user (uid 4711)")
                .hasMessageContaining("or as root");
    }

    @Test
    void theAgentIsFoundWhereTheProgramsOwnEnvironmentLeads() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        try (StandInAgent agent = StandInAgent.start()) {
            Path file = agent.descriptor(runtime);
            long pid = StandInAgent.PID;
            proc.withJvm(pid, Map.of("JEMSCOPE_RUNTIME_DIR", runtime.toString()), List.of("java", "a.B"));

            assertThat(find("a.B").agent())
                    .hasValueSatisfying(found -> assertThat(found.pid()).isEqualTo(pid));
            assertThat(find(file.toString()).name()).isEqualTo(pid + " (a.B)");

            Files.delete(file);
            assertThat(find("a.B").agent()).isEmpty();
        }
    }

    @Test
    void aDescriptorThatIsALinkIsNobodys() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        Path other = Files.createDirectory(folder.resolve("other"));
        try (StandInAgent agent = StandInAgent.start()) {
            Path file = agent.descriptor(other);
            Files.createSymbolicLink(runtime.resolve(String.valueOf(file.getFileName())), file);
            proc.withJvm(StandInAgent.PID, Map.of("JEMSCOPE_RUNTIME_DIR", runtime.toString()), List.of("java", "a.B"));

            assertThat(find("a.B").agent()).isEmpty();
        }
    }

    @Test
    void aProcessIsDescribedByWhatTheKernelShows() throws IOException {
        proc.withJvm(
                106,
                Map.of("MALLOC_CONF", "prof:false,prof:true,lg_prof_sample:12", "JAVA_TOOL_OPTIONS", "-Xrs -Xint"),
                List.of("java", "-XX:+DisableAttachMechanism", "p.Q"));

        JvmProcess jvm = proc.table().jvm(106).orElseThrow();

        assertThat(jvm.isArmed()).isTrue();
        assertThat(jvm.jemalloc()).hasValue(Path.of("/opt/libjemalloc.so.2"));
        assertThat(jvm.agentLibrary()).isEmpty();
        assertThat(jvm.memory().bytes()).isEqualTo(2048 * 1024);
        assertThat(jvm.hasOption("-XX:+DisableAttachMechanism")).isTrue();
        assertThat(jvm.hasOption("-Xrs")).isTrue();
        assertThat(jvm.hasOption("-Xr")).isFalse();
        assertThat(proc.table().jvm(101).orElseThrow().isArmed()).isFalse();
        assertThat(proc.table().jvms()).extracting(JvmProcess::pid).containsExactly(101L, 102L, 103L, 104L, 106L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java --add-opens java.base/java.lang=ALL-UNNAMED -p mods --module=a/b.C x | a/b.C",
                "java -XX:+UseZGC @args p.Main | p.Main",
                "java -jar | ''",
                "java -version | ''",
                "javac --release 17 X.java | javac",
                "/opt/server/bin/server | server",
            })
    void theProgramIsReadAsTheLauncherReadsIt(String command, String program) {
        assertThat(StartedProgram.of(List.of(command.trim().split(" ")))).isEqualTo(program.trim());
    }

    @Test
    void withoutAnyJvmTheFailureSaysSo() {
        assertThatThrownBy(() -> new TargetFinder(new ProcessTable(folder.resolve("none")), Map.of()).find("x"))
                .hasMessageContaining("no JVM running now");
    }

    private Target find(String word) throws CommandFailure {
        return new TargetFinder(
                        proc.table(),
                        Map.of("JEMSCOPE_RUNTIME_DIR", folder.resolve("ours").toString()))
                .find(word);
    }

    private CommandFailure failure(String word) {
        return catchThrowableOfType(CommandFailure.class, () -> find(word));
    }
}
