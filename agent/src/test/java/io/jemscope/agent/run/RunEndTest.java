package io.jemscope.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dump.Dump;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How runs end: in time, by somebody, not at all yet, without a profile. */
class RunEndTest {

    @TempDir
    private Path folder;

    private RunBench bench;
    private FakeAllocator allocator;
    private Profiler profiler;

    @BeforeEach
    void open() {
        bench = new RunBench(folder);
        allocator = bench.allocator;
        profiler = bench.profiler;
    }

    @Test
    void stoppedTwiceItHasOneProfile() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(10));

        StopOutcome first = profiler.stop();
        Run ended = profiler.run(run.id()).orElseThrow();

        assertThat(first).isEqualTo(new StopOutcome.Finished(ended));
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.Already(ended));
        assertThat(profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(ended));
        assertThat(bench.dumps.list()).hasSize(2);
        assertThat(bench.timer.isSet()).isFalse();
    }

    @Test
    void whatSomethingElseSwitchedOnIsStoppedByForce() throws Exception {
        allocator.values.put("prof.active", true);

        Run run = ((StopOutcome.Finished) profiler.stopExternal()).run();

        assertThat(run.external()).isTrue();
        assertThat(run.times().started()).isEmpty();
        assertThat(run.times().ended()).contains(bench.clock.now());
        assertThat(run.dumps().profile()).isPresent();
        assertThat(bench.isActive()).isFalse();
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.Already(run));
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostAndNotDumped() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(5));
        allocator.values.put("prof.active", false);

        Run lost = ((StopOutcome.Lost) profiler.stop()).run();

        assertThat(lost.state()).isEqualTo(RunState.LOST);
        assertThat(lost.dumps().profile()).isEmpty();
        assertThat(lost.message().orElseThrow()).contains("switched off meanwhile");
        assertThat(bench.notices).singleElement().asString().contains("run " + run.id() + " is lost");
        assertThat(bench.dumps.list()).hasSize(1);
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.None());
        assertThat(profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(lost));
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostWhenItsTimeIsOver() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        allocator.values.put("prof.active", false);

        bench.pass(Duration.ofMinutes(1));

        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(bench.notices).hasSize(1);
    }

    @Test
    void aRunThatSomethingElseSwitchedOffMakesRoomForTheNext() throws Exception {
        Run lost = bench.start(RunBench.MINUTE);
        allocator.values.put("prof.active", false);

        Run next = bench.start(RunBench.MINUTE);

        assertThat(profiler.run(lost.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(profiler.running()).contains(next);
        assertThat(bench.isActive()).isTrue();
    }

    @Test
    void aProfileThatCantBeDumpedFailsTheRunUntilItCan() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        Dump baseline = run.dumps().baseline().orElseThrow();
        allocator.refusal.set("prof.dump");
        bench.pass(Duration.ofMinutes(1));

        Run failed = profiler.run(run.id()).orElseThrow();
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.message().orElseThrow()).contains("could not be dumped");
        assertThat(bench.isActive()).isFalse();
        assertThat(bench.notices).singleElement().asString().contains("Stop the run once more");
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(profiler.stop(run.id())).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(bench.notices).hasSize(1);

        allocator.refusal.set("");
        bench.pass(Duration.ofMinutes(1));
        Run finished = ((StopOutcome.Finished) profiler.stop()).run();
        assertThat(finished.times().ended()).isEqualTo(failed.times().ended());
        assertThat(finished.message()).isEmpty();
        assertThat(finished.dumps().baseline()).contains(baseline);
    }

    @Test
    void aFolderThatHasVanishedAndCantBeMadeFailsTheRun() throws Exception {
        Path vanishing = folder.resolve("dumps");
        bench = new RunBench(vanishing);
        Run run = bench.start(RunBench.MINUTE);
        for (Dump dump : bench.dumps.list()) {
            Files.delete(dump.file());
            Files.deleteIfExists(dump.symbols());
        }
        Files.delete(vanishing.resolve("1.1.alive"));
        Files.delete(vanishing);
        Files.writeString(vanishing, "in the way");

        StopOutcome.NotDumped outcome = (StopOutcome.NotDumped) bench.profiler.stop(run.id());

        assertThat(outcome.run().state()).isEqualTo(RunState.FAILED);
        assertThat(outcome.run().message().orElseThrow()).contains("it is no folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void samplingThatCantBeSwitchedOffIsTriedAgainEveryFiveSeconds(String refused) throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        (refused.equals("read") ? allocator.readRefusal : allocator.refusal).set("prof.active");
        bench.pass(Duration.ofMinutes(1));

        Run on = profiler.running().orElseThrow();
        assertThat(profiler.remaining(on)).contains(Duration.ofSeconds(5));
        assertThat(on.message().orElseThrow()).contains("tried again every 5 seconds");
        assertThat(bench.notices).singleElement().asString().contains("tried again in 5 seconds");

        bench.pass(Duration.ofSeconds(5));
        assertThat(profiler.running()).isPresent();
        assertThat(profiler.stop(run.id())).isInstanceOf(StopOutcome.StillOn.class);

        allocator.refusal.set("");
        allocator.readRefusal.set("");
        bench.pass(Duration.ofSeconds(5));
        Run ended = profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.message().orElseThrow()).contains("later than it was to");
        assertThat(bench.isActive()).isFalse();
    }

    @Test
    void sayingSoGetsRarer() throws Exception {
        bench.start(RunBench.MINUTE);
        allocator.refusal.set("prof.active");
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
        profiler.stop();
        Run next = bench.start(RunBench.MINUTE);

        late.run();

        assertThat(profiler.running()).contains(next);
    }

    @Test
    void whenTheAgentLeavesAllIsAsItWasFound() throws Exception {
        Run run = bench.start(RunBench.rate(4096));

        profiler.leave();
        profiler.leave();

        assertThat(bench.isActive()).isFalse();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
    }

    /** By requests that were under way before: nobody would be there to end it. */
    @Test
    void afterTheAgentHasLeftNothingBegins() throws Exception {
        profiler.leave();

        assertThatThrownBy(() -> profiler.start(RunBench.MINUTE))
                .isInstanceOf(AllocatorException.class)
                .hasMessageContaining("the agent is leaving");
        assertThatThrownBy(() -> profiler.setActive(true, true)).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.dump(DumpKind.ASKED)).isInstanceOf(AllocatorException.class);
        assertThat(allocator.writes).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.dumps.list()).isEmpty();
        assertThat(profiler.setActive(false, false)).isEqualTo(new SwitchOutcome.Switched(false, false));
    }
}
