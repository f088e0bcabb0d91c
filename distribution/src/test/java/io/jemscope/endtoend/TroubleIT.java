package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Where nothing can be written, the program runs on as if it weren't recorded, and the command says what is wrong. */
class TroubleIT {

    private static final int PROGRAM_EXIT_CODE = 3;

    @TempDir
    private Path folder;

    @OnEachJdk
    void aFullDisk(Jdk jdk) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString());
        assumeTrue(mounted, "A small disk can be mounted by root alone");
        try {
            Recorder recorder = new Recorder(folder);
            TargetCommand command = recorder.command(Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE))
                    .withVariable("TMPDIR", disk.toString());

            Outcome outcome = Recorder.run(command);

            assertProgramUntouched(jdk, outcome);
            assertThat(recorder.file()).doesNotExist();
        } finally {
            assertThat(run("umount", disk.toString())).isTrue();
        }
    }

    @OnEachJdk
    void aFullDiskForTheRecording(Jdk jdk) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", disk.toString());
        assumeTrue(mounted, "A small disk can be mounted by root alone");
        try {
            Path file = disk.resolve("recording.pb.gz");
            Recorder recorder = new Recorder(folder);

            Outcome outcome = Recorder.run(recorder.commandWithoutFile(
                    Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE), "-o", file.toString()));

            assertProgramUntouched(jdk, outcome);
            assertThat(outcome.error()).contains(file.toString());
            // Complete or not at all.
            try (Stream<Path> left = Files.list(disk)) {
                assertThat(left).isEmpty();
            }
        } finally {
            assertThat(run("umount", disk.toString())).isTrue();
        }
    }

    /** As the operating guide sets up a container that always has the agent. */
    @OnEachJdk
    void anAgentThatTheEnvironmentLoads(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        String agent = "-agentpath:" + Image.AGENT;

        Outcome recorded = Recorder.run(recorder.command(Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE))
                .withVariable("JAVA_TOOL_OPTIONS", agent));
        Outcome doctor = Recorder.run(Image.launcher(folder.resolve("home"), "doctor")
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString())
                .withVariable("JAVA_TOOL_OPTIONS", agent));

        assertThat(recorded.exitCode()).as("%s", recorded).isEqualTo(PROGRAM_EXIT_CODE);
        assertThat(recorded.error())
                .contains("the environment loads jemscope's agent already", "Who holds it", "Steps.leak");
        assertThat(doctor.exitCode()).as("%s", doctor).isZero();
    }

    @OnEachJdk
    void aLimitOnTheSizeOfFiles(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        // 66 blocks of 512 bytes: enough for the 32 KiB of counters that each JVM keeps in a file, too little for the
        // stacks of a dump as fine as this.
        TargetCommand command =
                recorder.command(Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE), "--rate", "1KiB");
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 66; exec \"$@\"", "sh"));
        limited.addAll(command.arguments());

        Outcome outcome = Recorder.run(new TargetCommand(limited, command.environment(), command.directory()));

        assertProgramUntouched(jdk, outcome);
    }

    @OnEachJdk
    void aRecordingWhereNoFileCanBe(Jdk jdk) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Recorder recorder = new Recorder(folder);
        Path impossible = file.resolve("recording.pb.gz");

        Outcome outcome = Recorder.run(recorder.commandWithoutFile(
                Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE), "-o", impossible.toString()));

        // Said before the program is started: an hour's recording mustn't be lost for a mistyped folder.
        assertThat(outcome.output()).as("%s", outcome).isEmpty();
        assertThat(outcome.error()).contains("jemscope: ", impossible.toString());
        assertThat(outcome.exitCode()).isNotZero();
    }

    @OnEachJdk
    void aTemporaryFolderWhereNoFileCanBe(Jdk jdk) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        TargetCommand command = new Recorder(folder)
                .command(Image.steps(jdk, "leak"))
                .withVariable("TMPDIR", file.resolve("temporary").toString());

        Outcome outcome = Recorder.run(command);

        assertThat(outcome.output()).as("%s", outcome).isEmpty();
        assertThat(outcome.error()).contains("jemscope: ", file.toString());
        assertThat(outcome.exitCode()).isNotZero();
    }

    @OnEachJdk
    void aRecordingThatIsThereAlready(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        Files.writeString(recorder.file(), "somebody's work of yesterday");

        Outcome outcome = recorder.record(Image.steps(jdk, "leak"));

        assertThat(outcome.output()).as("%s", outcome).isEmpty();
        assertThat(outcome.exitCode()).isNotZero();
        assertThat(recorder.file()).hasContent("somebody's work of yesterday");
    }

    private static void assertProgramUntouched(Jdk jdk, Outcome outcome) throws Exception {
        Outcome plain = Recorder.run(TargetCommand.of(Image.steps(jdk, "leak", "exit=" + PROGRAM_EXIT_CODE)));
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(PROGRAM_EXIT_CODE);
        assertThat(outcome.outputBytes()).isEqualTo(plain.outputBytes());
        assertThat(outcome.error()).contains("jemscope: ");
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return Recorder.run(TargetCommand.of(command)).exitCode() == 0;
    }
}
