package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How runs end: in time, by somebody, not at all yet, without a profile. */
class RunEndTest {

    private final Path folder;
    private final RunBench bench;

    RunEndTest(@TempDir Path temporary) {
        folder = temporary.resolve("dumps");
        bench = new RunBench(folder);
    }

    @Test
    void stoppedTwiceItHasOneProfile() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(10));

        StopOutcome first = bench.profiler.stop();
        Run ended = bench.profiler.run(run.id()).orElseThrow();

        assertThat(first).isEqualTo(new StopOutcome.Finished(ended));
        assertThat(bench.profiler.stop()).isEqualTo(new StopOutcome.Already(ended));
        assertThat(bench.profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(ended));
        assertThat(bench.dumps.list()).hasSize(2);
        assertThat(bench.timer.isSet()).isFalse();
    }

    @Test
    void whatSomethingElseSwitchedOnIsStoppedByForce() throws Exception {
        bench.allocator.values.put("prof.active", true);

        Run run = ((StopOutcome.Finished) bench.profiler.stopExternal()).run();

        assertThat(run.external()).isTrue();
        assertThat(run.times().started()).isEmpty();
        assertThat(run.times().ended()).contains(bench.clock.now());
        assertThat(run.dumps().profile()).isPresent();
        assertThat(bench.isActive()).isFalse();
        assertThat(bench.profiler.stop()).isEqualTo(new StopOutcome.Already(run));
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostAndNotDumped() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(5));
        bench.allocator.values.put("prof.active", false);

        Run lost = ((StopOutcome.Lost) bench.profiler.stop()).run();

        assertThat(lost.state()).isEqualTo(RunState.LOST);
        assertThat(lost.dumps().profile()).isEmpty();
        assertThat(lost.message().orElseThrow()).contains("switched off meanwhile");
        assertThat(bench.notices).singleElement().asString().contains("run " + run.id() + " is lost");
        assertThat(bench.dumps.list()).hasSize(1);
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.profiler.stop()).isEqualTo(new StopOutcome.None());
        assertThat(bench.profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(lost));
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostWhenItsTimeIsOver() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.allocator.values.put("prof.active", false);

        bench.pass(Duration.ofMinutes(1));

        assertThat(bench.profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(bench.notices).hasSize(1);
    }

    @Test
    void aRunThatSomethingElseSwitchedOffMakesRoomForTheNext() throws Exception {
        Run lost = bench.start(RunBench.MINUTE);
        bench.allocator.values.put("prof.active", false);

        Run next = bench.start(RunBench.MINUTE);

        assertThat(bench.profiler.run(lost.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(bench.profiler.running()).contains(next);
        assertThat(bench.isActive()).isTrue();
    }

    @Test
    void aProfileThatCantBeDumpedFailsTheRunUntilItCan() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        Dump baseline = run.dumps().baseline().orElseThrow();
        bench.allocator.refusal.set("prof.dump");
        bench.pass(Duration.ofMinutes(1));

        Run failed = bench.profiler.run(run.id()).orElseThrow();
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.message().orElseThrow()).contains("could not be dumped");
        assertThat(bench.isActive()).isFalse();
        assertThat(bench.notices).singleElement().asString().contains("Stop the run once more");
        assertThat(bench.profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(bench.profiler.stop(run.id())).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(bench.notices).hasSize(1);

        bench.allocator.refusal.set("");
        bench.pass(Duration.ofMinutes(1));
        Run finished = ((StopOutcome.Finished) bench.profiler.stop()).run();
        assertThat(finished.times().ended()).isEqualTo(failed.times().ended());
        assertThat(finished.message()).isEmpty();
        assertThat(finished.dumps().baseline()).contains(baseline);
    }

    @Test
    void aFolderThatHasVanishedAndCantBeMadeFailsTheRun() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        for (Dump dump : bench.dumps.list()) {
            Files.delete(dump.file());
            Files.deleteIfExists(dump.symbols());
        }
        Files.delete(folder.resolve("1.1.alive"));
        Files.delete(folder);
        Files.writeString(folder, "in the way");

        StopOutcome.NotDumped outcome = (StopOutcome.NotDumped) bench.profiler.stop(run.id());

        assertThat(outcome.run().state()).isEqualTo(RunState.FAILED);
        assertThat(outcome.run().message().orElseThrow()).contains("it is not a folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void samplingThatCantBeSwitchedOffIsTriedAgainEveryFiveSeconds(String refused) throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        (refused.equals("read") ? bench.allocator.readRefusal : bench.allocator.refusal).set("prof.active");
        bench.pass(Duration.ofMinutes(1));

        Run on = bench.profiler.running().orElseThrow();
        assertThat(bench.profiler.remaining(on)).contains(Duration.ofSeconds(5));
        assertThat(on.message().orElseThrow()).contains("tried again every 5 seconds");
        assertThat(bench.notices).singleElement().asString().contains("tried again in 5 seconds");

        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.profiler.running()).isPresent();
        assertThat(bench.profiler.stop(run.id())).isInstanceOf(StopOutcome.StillOn.class);

        bench.allocator.refusal.set("");
        bench.allocator.readRefusal.set("");
        bench.pass(Duration.ofSeconds(5));
        Run ended = bench.profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.message().orElseThrow()).contains("later than it was to");
        assertThat(bench.isActive()).isFalse();
    }

    @Test
    void sayingSoGetsRarer() throws Exception {
        bench.start(RunBench.MINUTE);
        bench.allocator.refusal.set("prof.active");
        bench.pass(Duration.ofMinutes(1));
        for (int i = 0; i < 99; i++) {
            bench.pass(Duration.ofSeconds(5));
        }

        assertThat(bench.notices).hasSize(7); // the 1st, 2nd, 4th, 8th, … 64th time
    }

    @Test
    void anAlarmThatComesTooLateDoesNothingToTheNextRun() throws Exception {
        bench.start(RunBench.MINUTE);
        bench.clock.pass(Duration.ofMinutes(1));
        Runnable late = bench.timer.due(bench.clock.nanos());
        bench.profiler.stop();
        Run next = bench.start(RunBench.MINUTE);

        late.run();

        assertThat(bench.profiler.running()).contains(next);
    }

    @Test
    void whenTheAgentLeavesAllIsAsItWasFound() throws Exception {
        Run run = bench.start(RunBench.rate(4096));

        assertThat(bench.profiler.leave()).isEmpty();
        assertThat(bench.profiler.leave()).isEmpty();

        assertThat(bench.isActive()).isFalse();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
        assertThat(bench.profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
    }

    /** By requests that were under way before: nobody would be there to end it. */
    @Test
    void afterTheAgentHasLeftNothingBegins() throws Exception {
        bench.profiler.leave();

        assertThatThrownBy(() -> bench.profiler.start(RunBench.MINUTE, Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class)
                .hasMessageContaining("the agent is leaving");
        assertThatThrownBy(() -> bench.profiler.setActive(true, true)).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> bench.profiler.dump(DumpKind.ASKED)).isInstanceOf(AllocatorException.class);
        assertThat(bench.allocator.writes).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.dumps.list()).isEmpty();
        assertThat(bench.profiler.setActive(false, false)).isFalse();
    }
}
