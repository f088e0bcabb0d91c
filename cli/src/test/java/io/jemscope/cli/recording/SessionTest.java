package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the program, and of what it leaves, where things go wrong. A shell stands for the JVM. */
@Timeout(60)
class SessionTest {

    private static final Duration NO_SNAPSHOTS = Duration.ZERO;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temporary;

    @SuppressWarnings("NullAway.Init") // set before each test
    private DumpFolder folder;

    /** What was said; a program that waits for some words goes on once they are. */
    private final ByteArrayOutputStream err = new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (awaited != null && told().contains(awaited)) {
                goOn();
            }
        }
    };

    private @Nullable String awaited;

    @BeforeEach
    void makeFolder() throws Exception {
        folder = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
    }

    @Test
    void aFaultOfOursLeavesTheProgramAndItsDumpsAlone() throws Exception {
        Outcome outcome = run("exit 7", Duration.ofDays(999_999_999), Optional.empty(), true);

        folder.delete();
        assertThat(outcome.exitCode()).isEqualTo(7);
        assertThat(told()).contains("a fault of jemscope's own", folder.path().toString());
        assertThat(folder.path()).exists();
    }

    @Test
    void aTimeThatIsOverBeforeAnyDumpIsSaidOnce() throws Exception {
        Outcome outcome = run(untilTold("the time is over"), NO_SNAPSHOTS, Optional.of(Duration.ofMillis(50)), false);

        assertThat(outcome.exitCode()).isZero();
        assertThat(told()).containsOnlyOnce("the time is over, but no JVM has left a dump yet");
        assertThat(told()).contains("there is nothing to report");
    }

    @Test
    void aTimeThatIsOverReportsWhatEndedJvmsLeft() throws Exception {
        dump("7.final.heap", 7);

        Outcome outcome =
                run(untilTold("the recording has ended"), NO_SNAPSHOTS, Optional.of(Duration.ofMillis(50)), false);

        assertThat(outcome.profiles()).hasSize(1);
        assertThat(told()).contains("the recording has ended, sampling is off").doesNotContain("time is over");
    }

    @Test
    void oneDamagedDumpDoesNotHideTheOther() throws Exception {
        dump("7.final.heap", 7);
        Path bad = dump("8.final.heap", 8);
        Files.delete(DumpFile.symbols(bad));
        Files.createDirectory(DumpFile.symbols(bad));

        Outcome outcome = run("exit 0", NO_SNAPSHOTS, Optional.empty(), false);

        folder.delete();
        assertThat(outcome.profiles()).hasSize(1);
        assertThat(told()).containsOnlyOnce("the dump 8.final.heap can't be read");
        assertThat(bad).exists();
    }

    @Test
    void aRecordingThatCannotBeWrittenLeavesTheRawDump() throws Exception {
        Path heap = dump("7.final.heap", 7);
        Path output = temporary.resolve("gone/app.pb.gz");

        Outcome outcome = run(request(NO_SNAPSHOTS, Optional.empty(), output), "exit 3", false);

        folder.delete();
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(told()).contains("can't be written to " + output, "the raw dump is kept at " + heap);
        assertThat(heap).exists();
    }

    @Test
    void aPageStandsBesideItsRecordingAndReplacesNothing() throws Exception {
        dump("7.final.heap", 7);
        dump("8.final.heap", 8);
        Path others = Files.writeString(temporary.resolve("app.html"), "mine");
        RecordRequest request = request(NO_SNAPSHOTS, Optional.empty(), temporary.resolve("app.pb.gz"), true);

        assertThatThrownBy(() -> RecordingFiles.check(request)).hasMessageContaining("app.html");
        Outcome outcome = run(request, "exit 3", false);

        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(others).hasContent("mine");
        Path page = temporary.resolve("app-2.html");
        assertThat(told()).contains("page:      " + page + " (");
        assertThat(page).content().startsWith("<!DOCTYPE html>");
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .anyMatch(name -> name.matches("app-[78]\\.html"));
        }
    }

    @Test
    void aPageThatCannotBeWrittenChangesNothingElse() throws Exception {
        dump("7.final.heap", 7);
        Path recording = temporary.resolve("app.pb.gz");
        RecordRequest request = new RecordRequest(
                List.of("program"),
                Optional.of(recording),
                false,
                true,
                Optional.of(temporary.resolve("gone/app.html")),
                ReportRequest.of(ReportFormat.HOLDERS, 5),
                new SampleDistance(19),
                false,
                Optional.empty(),
                NO_SNAPSHOTS,
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                false,
                false,
                Optional.of(line -> {}),
                Optional.empty());

        Outcome outcome = run(request, "exit 3", false);

        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(recording).exists();
        assertThat(told())
                .contains("the page can't be written to " + temporary.resolve("gone/app.html"))
                .contains("jemscope report --html -o app.html " + recording);
    }

    @Test
    void aBuildToolsCommandIsToldFromItsDaemon() throws Exception {
        Path symbols = DumpFile.symbols(dump("7.final.heap", 7));
        Files.writeString(
                symbols, Files.readString(symbols).replace("# pid", "# main: org.gradle.launcher.GradleMain\n# pid"));

        run("exit 0", NO_SNAPSHOTS, Optional.empty(), false);

        assertThat(told()).endsWith("""
                        jemscope: Gradle may have done its work in a daemon, which wasn't recorded
                          next: jemscope record --follow-children, and Gradle's option --no-daemon
                        """);
    }

    /** A program that runs until something was said. */
    private String untilTold(String words) {
        awaited = words;
        return "while [ ! -e '" + temporary.resolve("told") + "' ]; do sleep 0.05; done";
    }

    private void goOn() {
        try {
            Files.writeString(temporary.resolve("told"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Outcome run(String script, Duration snapshots, Optional<Duration> duration, boolean isJava)
            throws Exception {
        return run(request(snapshots, duration, temporary.resolve("app.pb.gz")), script, isJava);
    }

    private Outcome run(RecordRequest request, String script, boolean isJava) throws Exception {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Session session = new Session(
                request,
                new Console(stream, stream),
                new RuntimeFolder(temporary.resolve("runtime")),
                folder,
                Optional.empty(),
                "-agentpath:x");
        return session.run(new Launch(List.of("/bin/sh", "-c", script), System.getenv(), "-agentpath:x"), isJava);
    }

    private static RecordRequest request(Duration snapshots, Optional<Duration> duration, Path output) {
        return request(snapshots, duration, output, false);
    }

    private static RecordRequest request(Duration snapshots, Optional<Duration> duration, Path output, boolean html) {
        return new RecordRequest(
                List.of("program"),
                Optional.of(output),
                false,
                html,
                Optional.empty(),
                ReportRequest.of(ReportFormat.HOLDERS, 5),
                new SampleDistance(19),
                false,
                duration,
                snapshots,
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                false,
                false,
                Optional.of(line -> {}),
                Optional.empty());
    }

    private Path dump(String name, long pid) throws Exception {
        Path heap = Files.writeString(folder.path().resolve(name), """
                heap_v2/1
                  t*: 1: 1000 [0: 0]
                  t1: 1: 1000 [0: 0]
                @ 0x4a45000000000000
                  t*: 1: 1000 [0: 0]
                  t1: 1: 1000 [0: 0]

                MAPPED_LIBRARIES:
                """);
        Files.writeString(
                DumpFile.symbols(heap),
                "--- symbol\nbinary=/x\n# jemscope: 1\n# pid: " + pid
                        + "\n# kind: final\n# time: 1000\n0x4a45000000000000 a.B.c(B.java:1)\n---\n");
        return heap;
    }

    private String told() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
