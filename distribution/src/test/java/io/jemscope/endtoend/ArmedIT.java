package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} starts a program armed: it runs as ever, and nothing is sampled or left behind. */
class ArmedIT {

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
}
