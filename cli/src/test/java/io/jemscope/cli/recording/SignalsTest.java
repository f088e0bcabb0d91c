package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalsTest {

    private final List<Integer> ends = new ArrayList<>();
    private final Signals signals = new Signals(() -> false, ends::add);
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endPrograms() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void areHandedOnToTheProgramThatRuns() throws Exception {
        Process program = running();
        signals.program(program);

        signals.received(Signals.INTERRUPT);

        assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(128 + Signals.INTERRUPT);
        assertThat(ends).isEmpty();
    }

    @Test
    void oneThatComesBeforeTheProgramIsStartedReachesIt() throws Exception {
        signals.received(Signals.TERMINATE);
        Process program = running();

        signals.program(program);

        assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(128 + Signals.TERMINATE);
        assertThat(ends).isEmpty();
    }

    @Test
    void aTerminatedProgramsLastWordsAreRead() throws Exception {
        Process program = new ProcessBuilder(
                        "/bin/sh", "-c", "trap 'echo last; exit 3' TERM; echo ready; while :; do sleep 0.05; done")
                .start();
        started.add(program);
        BufferedReader output = program.inputReader();
        assertThat(output.readLine()).isEqualTo("ready");
        signals.program(program);

        signals.received(Signals.TERMINATE);

        assertThat(output.readLine()).isEqualTo("last");
        assertThat(program.waitFor()).isEqualTo(3);
    }

    @Test
    void theTerminalReachesTheProgramItself() throws Exception {
        Signals onTerminal = new Signals(() -> true, ends::add);
        Process program = running();
        onTerminal.program(program);

        onTerminal.received(Signals.INTERRUPT);
        onTerminal.received(Signals.HANG_UP);

        assertThat(program.isAlive()).isTrue();
        assertThat(ends).isEmpty();
    }

    @Test
    void afterTheProgramsEndTheFirstInterruptIsForgivenAndTheSecondEndsTheCommand() throws Exception {
        signals.program(ended());

        signals.received(Signals.INTERRUPT);
        assertThat(ends).isEmpty();
        signals.received(Signals.INTERRUPT);
        assertThat(ends).containsExactly(130);
    }

    @Test
    void afterTheProgramsEndTheOthersEndTheCommand() throws Exception {
        signals.program(ended());

        signals.received(Signals.TERMINATE);
        signals.received(Signals.HANG_UP);

        assertThat(ends).containsExactly(143, 129);
    }

    private Process ended() throws IOException, InterruptedException {
        Process program = start("true");
        assertThat(program.waitFor()).isZero();
        return program;
    }

    /** A program that signals end, also where this test runs in the background of a script, which ignores SIGINT. */
    private Process running() throws IOException {
        Process program = start("env", "--default-signal", "sh", "-c", "echo ready; exec sleep 60");
        assertThat(program.inputReader().readLine()).isEqualTo("ready");
        return program;
    }

    private Process start(String... command) throws IOException {
        Process program = new ProcessBuilder(command).start();
        started.add(program);
        return program;
    }
}
