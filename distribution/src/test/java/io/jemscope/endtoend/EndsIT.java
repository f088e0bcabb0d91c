package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However a program ends, there is a report of what it held, and nobody can tell from the outside that it was recorded. */
class EndsIT {

    private static final Pattern PLANTED = Pattern.compile("(?m)^planted .*\n");
    private static final int KILLED = 9;
    private static final int TERMINATED = 15;
    private static final int INTERRUPTED = 2;
    private static final int EXITS_ON_OUT_OF_MEMORY = 3;

    @TempDir
    private Path folder;

    static Stream<Arguments> ends() {
        List<List<String>> ends = List.of(
                List.of("leak"),
                List.of("leak", "exit=3"),
                List.of("leak", "halt=4"),
                List.of("leak", "throw"),
                List.of("leak", "fill-heap"));
        return Jdks.all().stream().flatMap(jdk -> ends.stream().map(steps -> Arguments.of(jdk, steps)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("ends")
    void reportsAndLeavesOutputAndExitCodeAlone(Jdk jdk, List<String> steps) throws Exception {
        List<String> program = Image.program(jdk, List.of("-Xmx64m"), "programs.Steps", steps.toArray(String[]::new));
        Outcome plain = Recorder.run(TargetCommand.of(program));
        Recorder recorder = new Recorder(folder);

        Outcome recorded = recorder.record(program, "--html");

        assertThat(recorded.exitCode()).as("%s", recorded).isEqualTo(plain.exitCode());
        assertThat(recorded.outputBytes()).isEqualTo(plain.outputBytes());
        // The agent's notice that its start found no heap may come between two writes of the JVM's own message.
        assertThat(recorded.error().replaceAll("jemscope: [^\\n]*\\n", "")).contains(plain.error());
        assertReported(recorder, recorded);
        assertThat(folder.resolve("recording.html")).content().startsWith("<!DOCTYPE html>");
    }

    @OnEachJdk
    void passesOnEveryByteAProgramWrites(Jdk jdk) throws Exception {
        List<String> program = Image.program(jdk, List.of(), "programs.Chatter", "a word", "");
        Outcome plain = Recorder.run(TargetCommand.of(program));

        Outcome recorded = new Recorder(folder).record(program);

        assertThat(recorded.exitCode()).as("%s", recorded).isEqualTo(plain.exitCode());
        assertThat(recorded.outputBytes()).isEqualTo(plain.outputBytes());
        assertThat(recorded.error()).startsWith(plain.error());
    }

    @OnEachJdk
    void reportsTheNewestSnapshotOfAProgramThatWasKilled(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        TargetCommand command = recorder.command(Image.steps(jdk, "leak", "forever"), "--snapshot-every", "1s");
        try (TargetProcess process = command.start()) {
            process.awaitOutput(PLANTED, Recorder.LIMIT);
            awaitNewSnapshot(recorder);
            assertThat(programOf(process, "forever").destroyForcibly()).isTrue();

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(TargetProcess.exitCodeOfSignal(KILLED));
            assertReported(recorder, outcome);
            assertThat(outcome.error()).contains("ended without its last dump");
        }
    }

    @OnEachJdk
    void reportsTheNewestSnapshotOfAProgramThatExitsOnOutOfMemory(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        Path goOn = folder.resolve("go-on");
        List<String> program = Image.program(
                jdk,
                List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError"),
                "programs.Steps",
                "leak",
                "await=" + goOn,
                "fill-heap");
        try (TargetProcess process =
                recorder.command(program, "--snapshot-every", "1s").start()) {
            process.awaitOutput(PLANTED, Recorder.LIMIT);
            awaitNewSnapshot(recorder);
            Files.createFile(goOn);

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(EXITS_ON_OUT_OF_MEMORY);
            assertReported(recorder, outcome);
        }
    }

    @OnEachJdk
    void reportsOnAProgramWhoseHeapStaysFull(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<String> program = Image.program(jdk, List.of("-Xmx64m"), "programs.Steps", "leak", "fill-heap-for-good");

        Outcome outcome = recorder.record(program, "--snapshot-every", "0s");

        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
        assertReported(recorder, outcome);
        assertThat(outcome.error()).doesNotContain("ended without its last dump");
    }

    @OnEachJdk
    void handsATerminationOnToTheProgramAndReports(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        try (TargetProcess process =
                recorder.command(Image.steps(jdk, "leak", "forever")).start()) {
            process.awaitOutput(PLANTED, Recorder.LIMIT);
            process.signal("TERM");

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(TargetProcess.exitCodeOfSignal(TERMINATED));
            assertReported(recorder, outcome);
        }
    }

    @OnEachJdk
    void reportsOnControlC(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        TargetCommand command = recorder.command(Image.steps(jdk, "leak", "forever"));
        // A group of its own to send the signal to, as a terminal does.
        try (TargetProcess process = command.by("setsid").start()) {
            process.awaitOutput(PLANTED, Recorder.LIMIT);
            process.signalGroup("INT");

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(TargetProcess.exitCodeOfSignal(INTERRUPTED));
            assertReported(recorder, outcome);
        }
    }

    @OnEachJdk
    void reportsAfterTheDurationAndLetsTheProgramRunOn(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        Path goOn = folder.resolve("go-on");
        List<String> program = Image.steps(jdk, "leak", "await=" + goOn, "leak", "exit=6");
        try (TargetProcess process =
                recorder.command(program, "--duration", "4s").start()) {
            List<Plant> atTheDuration =
                    Plant.parseAll(process.awaitOutput(PLANTED, Recorder.LIMIT).group());
            await("the recording").atMost(Recorder.LIMIT).until(() -> Files.exists(recorder.file()));
            assertThat(process.isAlive()).isTrue();
            Files.createFile(goOn);

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(6);
            Recording recording = Recording.read(recorder.file());
            assertThat(atTheDuration).isNotEmpty().allSatisfy(recording::assertHolds);
        }
    }

    /** What was planted last is in the recording, and the report on standard error names its line. */
    private static void assertReported(Recorder recorder, Outcome outcome) throws IOException {
        Recording recording = Recording.read(recorder.file());
        List<Plant> plants = Plant.parseAll(outcome.output());
        assertThat(plants).isNotEmpty();
        Plant last = plants.get(plants.size() - 1);
        recording.assertHolds(last);
        assertThat(outcome.error()).contains(last.site());
    }

    /** A snapshot that was begun after this call: the second to appear from now on. */
    private static void awaitNewSnapshot(Recorder recorder) throws IOException {
        for (int i = 0; i < 2; i++) {
            List<Path> known = recorder.dumps();
            await("a snapshot")
                    .atMost(Recorder.LIMIT)
                    .until(() -> recorder.dumps().stream().anyMatch(dump -> !known.contains(dump)));
        }
    }

    /** The recorded program itself: the descendant with that argument. */
    private static ProcessHandle programOf(TargetProcess process, String argument) {
        return process.handle()
                .descendants()
                .filter(child ->
                        List.of(child.info().arguments().orElse(new String[0])).contains(argument))
                .findFirst()
                .orElseThrow();
    }
}
