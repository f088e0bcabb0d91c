package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TargetProcessTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void tellsOutputAndExitCode() throws Exception {
        TargetCommand command = TargetCommand.of("sh", "-c", "echo out; echo $word >&2; exit 5");
        try (TargetProcess process = command.withVariable("word", "err").start()) {
            Outcome outcome = process.await(LIMIT);
            assertThat(outcome.exitCode()).isEqualTo(5);
            assertThat(outcome.output()).isEqualTo("out\n");
            assertThat(outcome.error()).isEqualTo("err\n");
        }
    }

    @Test
    void waitsForALineAndSendsSignals() throws Exception {
        try (TargetProcess process =
                TargetCommand.of("sh", "-c", "echo ready; exec sleep 60").start()) {
            assertThat(process.awaitOutput(Pattern.compile("rea(.)y"), LIMIT).group(1))
                    .isEqualTo("d");
            process.signal("TERM");
            assertThat(process.await(LIMIT).exitCode()).isEqualTo(TargetProcess.exitCodeOfSignal(15));
        }
    }

    @Test
    void saysWhatAProcessWroteThatEndsTooSoon() throws Exception {
        try (TargetProcess process =
                TargetCommand.of("sh", "-c", "echo something else").start()) {
            assertThatThrownBy(() -> process.awaitOutput(Pattern.compile("ready"), LIMIT))
                    .hasMessageContaining("Ended without 'ready'")
                    .hasMessageContaining("something else");
        }
    }

    @Test
    void leavesNoChildBehind() throws Exception {
        ProcessHandle child;
        try (TargetProcess process =
                TargetCommand.of("sh", "-c", "sleep 60 & echo $!; wait").start()) {
            String pid = process.awaitOutput(Pattern.compile("(\\d+)\n"), LIMIT).group(1);
            child = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        }
        assertThat(child.onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
    }
}
