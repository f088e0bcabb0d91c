package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code run} starts a program armed: it runs as ever, and nothing is sampled or left behind. */
class ArmedIT {

    private static final Pattern READY = Pattern.compile("ready");

    @TempDir
    private Path folder;

    @OnEachJdk
    void leavesOutputAndExitCodeAloneAndNoFile(Jdk jdk) throws Exception {
        List<String> program = Image.program(jdk, List.of(), "programs.Chatter", "a word");
        Outcome plain = Recorder.run(TargetCommand.of(program));
        Recorder recorder = new Recorder(folder);

        Outcome armed = Recorder.run(recorder.armed(program));

        assertThat(armed.exitCode()).as("%s", armed).isEqualTo(plain.exitCode());
        assertThat(armed.outputBytes()).isEqualTo(plain.outputBytes());
        assertThat(armed.error()).contains(plain.error());
        assertThat(recorder.recordings()).isEmpty();
        assertThat(recorder.dumps()).isEmpty();
    }

    @OnEachJdk
    void theProgramIsTheOneProcess(Jdk jdk) throws Exception {
        try (TargetProcess process = forever(jdk).start()) {
            process.awaitOutput(READY, Recorder.LIMIT);

            assertThat(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")))
                    .startsWith(jdk.java() + "\0-agentpath:")
                    .contains("Steps");
            assertThat(process.handle().descendants()).isEmpty();
            Path descriptor = folder.resolve("runtime/" + process.pid() + ".json");
            await().atMost(Recorder.LIMIT).until(() -> Files.exists(descriptor));
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 15", "INT, 2", "HUP, 1", "KILL, 9"})
    void signalsReachTheProgram(String signal, int number) throws Exception {
        try (TargetProcess process = forever(Jdks.all().get(0)).start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            process.signal(signal);

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(TargetProcess.exitCodeOfSignal(number));
        }
    }

    @OnEachJdk
    void theProgramIsTheFirstProcessOfAContainer(Jdk jdk) throws Exception {
        String[] container = {"unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"};
        assumeTrue(Recorder.run(TargetCommand.of("true").by(container)).exitCode() == 0, "unshare isn't allowed here");
        Recorder recorder = new Recorder(folder);
        List<String> program = Image.program(jdk, List.of(), "programs.Chatter");

        Outcome outcome = Recorder.run(recorder.armed(List.of("sh", "-c", "echo process $$; exec \"$0\" \"$@\""))
                .with(program.toArray(String[]::new))
                .by(container));

        assertThat(outcome.exitCode())
                .as("%s", outcome)
                .isEqualTo(Recorder.run(TargetCommand.of(program)).exitCode());
        assertThat(outcome.output()).startsWith("process 1\n");
    }

    private TargetCommand forever(Jdk jdk) throws Exception {
        return new Recorder(folder).armed(Image.steps(jdk, "print=ready", "forever"));
    }
}
