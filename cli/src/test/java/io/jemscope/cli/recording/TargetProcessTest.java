package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Launch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TargetProcessTest {

    @Test
    void theExitCodeIsTheProgramsOwn() throws Exception {
        assertThat(shell("exit 7").exitCode()).isEqualTo(7);
    }

    @Test
    void aSignalIs128AndItsNumber() throws Exception {
        assertThat(shell("kill -9 $$").exitCode()).isEqualTo(137);
    }

    @Test
    void theEnvironmentIsTheOneGivenAndNoOther() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Launch launch = new Launch(List.of("/bin/sh", "-c", "echo $GIVEN $HOME"), Map.of("GIVEN", "1999993"), "");

        assertThat(TargetProcess.start(launch, Optional.of(lines::add)).exitCode())
                .isZero();

        assertThat(lines).containsExactly("1999993");
    }

    @Test
    void whatTheKernelRefusesIsAFailure() {
        Launch launch = new Launch(List.of("/proc/self/status"), Map.of(), "");

        assertThatThrownBy(() -> TargetProcess.start(launch, Optional.empty()))
                .isInstanceOf(CommandFailure.class)
                .satisfies(e -> assertThat(((CommandFailure) e).exitCode()).isEqualTo(ExitCode.CANNOT_RUN));
    }

    private static TargetProcess shell(String script) throws CommandFailure {
        return TargetProcess.start(new Launch(List.of("/bin/sh", "-c", script), Map.of(), ""), Optional.of(line -> {}));
    }
}
