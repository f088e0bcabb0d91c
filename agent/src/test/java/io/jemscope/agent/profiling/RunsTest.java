package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpLimits;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs do, from one to the next, and what may come between. */
class RunsTest {

    private final RunBench bench;

    RunsTest(@TempDir Path folder) {
        bench = new RunBench(folder);
    }

    @Test
    void aRunSamplesAsLongAsItWasToAndThenDumps() throws Exception {
        Run run = bench.start(RunBench.MINUTE);

        assertThat(run.state()).isEqualTo(RunState.RUNNING);
        assertThat(run.id()).isEqualTo(bench.clock.now().getEpochSecond());
        assertThat(run.times().started()).contains(bench.clock.now());
        assertThat(run.sampleBytes()).hasValue(512 << 10);
        assertThat(run.dumps().baseline().orElseThrow().kind()).isEqualTo(DumpKind.BASELINE);
        assertThat(bench.profiler.remaining(run)).contains(Duration.ofMinutes(1));
        assertThat(bench.isActive()).isTrue();

        bench.pass(Duration.ofSeconds(59));
        assertThat(bench.profiler.running()).contains(run);
        assertThat(bench.profiler.remaining(run)).contains(Duration.ofSeconds(1));

        bench.pass(Duration.ofSeconds(1));
        Run ended = bench.profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.times().ended())
                .contains(run.times().started().orElseThrow().plusSeconds(60));
        assertThat(ended.dumps().profile().orElseThrow().kind()).isEqualTo(DumpKind.FINAL);
        assertThat(bench.profiler.running()).isEmpty();
        assertThat(bench.profiler.remaining(ended)).isEmpty();
        assertThat(bench.isActive()).isFalse();
        assertThat(bench.allocator.writes).containsExactly("prof.active=true", "prof.active=false");
        assertThat(bench.notices).isEmpty();
    }

    @Test
    void theBaselineIsDumpedBeforeSamplingBeginsAndTheProfileAfterItHasEnded() throws Exception {
        List<String> order = new ArrayList<>();
        bench.allocator.onDump.set(() -> order.add("dump while active=" + bench.isActive()));

        bench.profiler.stop(bench.start(RunBench.MINUTE).id());

        assertThat(order).containsExactly("dump while active=false", "dump while active=false");
    }

    @Test
    void startedTwiceItGoesOnAsItWas() throws Exception {
        Run first = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(20));

        assertThat(bench.profiler.start(RunBench.UNTIL_STOPPED, Permit.ALWAYS))
                .isEqualTo(new StartOutcome.AlreadyOn(first));
        assertThat(bench.profiler.runs()).containsExactly(first);
        assertThat(bench.dumps.list()).hasSize(1);
        assertThat(bench.profiler.remaining(first)).contains(Duration.ofSeconds(40));
    }

    @Test
    void withoutALengthItGoesOnUntilItIsStopped() throws Exception {
        Run run = bench.start(RunBench.UNTIL_STOPPED);

        bench.pass(Duration.ofDays(30));

        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.profiler.running()).contains(run);
        assertThat(bench.profiler.remaining(run)).isEmpty();
        assertThat(bench.profiler.stop()).isInstanceOf(StopOutcome.Finished.class);
    }

    @Test
    void thereIsNothingToStopBeforeTheFirst() throws Exception {
        assertThat(bench.profiler.stop()).isEqualTo(new StopOutcome.None());
        assertThat(bench.profiler.stop(7)).isEqualTo(new StopOutcome.None());
        assertThat(bench.profiler.stopExternal()).isEqualTo(new StopOutcome.None());
        assertThat(bench.profiler.snapshot(7, Permit.ALWAYS)).isEmpty();
        assertThat(bench.profiler.forget(7)).isFalse();
        assertThat(bench.allocator.writes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400, -1, 1, 86_400})
    void somebodyWhoSetsTheTimeOfDayNeitherCutsItShortNorDrawsItOut(long seconds) throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.pass(Duration.ofSeconds(30));

        bench.clock.jump(Duration.ofSeconds(seconds));
        bench.pass(Duration.ofSeconds(29));
        assertThat(bench.profiler.running()).isPresent();

        bench.pass(Duration.ofSeconds(1));
        Run ended = bench.profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.times().ended())
                .contains(run.times().started().orElseThrow().plusSeconds(60));
    }

    @Test
    void idsOnlyGrowAlsoWithinASecondAndWhenTheClockGoesBack() throws Exception {
        long first = bench.startAndStop();
        long second = bench.startAndStop();
        bench.clock.jump(Duration.ofDays(-1));
        long third = bench.startAndStop();
        bench.clock.jump(Duration.ofDays(2));
        long fourth = bench.startAndStop();

        assertThat(second).isEqualTo(first + 1);
        assertThat(third).isEqualTo(first + 2);
        assertThat(fourth).isEqualTo(bench.clock.now().getEpochSecond());
        assertThat(bench.profiler.runs()).extracting(Run::id).containsExactly(fourth, third, second);
    }

    @Test
    void anIdIsNeverUsedAgain() throws Exception {
        long id = bench.startAndStop();
        assertThat(bench.profiler.forget(id)).isTrue();

        assertThat(bench.startAndStop()).isEqualTo(id + 1);
    }

    @Test
    void whatSomethingElseSwitchedOnIsLeftAlone() throws Exception {
        bench.allocator.values.put("prof.active", true);

        assertThat(bench.profiler.start(RunBench.MINUTE, Permit.ALWAYS)).isEqualTo(new StartOutcome.External());
        assertThat(bench.profiler.stop()).isEqualTo(new StopOutcome.External());
        assertThat(bench.allocator.writes).isEmpty();
        assertThat(bench.profiler.runs()).isEmpty();
    }

    @Test
    void forceForWhatIsExternalDoesntTouchARun() throws Exception {
        Run run = bench.start(RunBench.MINUTE);

        assertThat(bench.profiler.stopExternal()).isEqualTo(new StopOutcome.None());
        assertThat(bench.profiler.running()).contains(run);
    }

    @Test
    void whatACallerHasSwitchedOnStaysOnAfterARun() throws Exception {
        bench.profiler.setActive(true, false);

        Run run = bench.start(RunBench.MINUTE);
        bench.profiler.stop();

        assertThat(bench.profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.FINISHED);
        assertThat(bench.isActive()).isTrue();
        assertThat(bench.allocator.writes).containsExactly("prof.active=true");
        assertThat(bench.profiler.stop()).isInstanceOf(StopOutcome.Already.class);
    }

    @Test
    void whileARunIsOnSamplingIsSwitchedByForceOnly() throws Exception {
        Run run = bench.start(RunBench.MINUTE);

        for (boolean active : new boolean[] {false, true}) {
            assertThatThrownBy(() -> bench.profiler.setActive(active, false))
                    .isInstanceOfSatisfying(
                            RunIsOnException.class,
                            refused -> assertThat(refused.run()).isEqualTo(run));
        }
        assertThat(bench.isActive()).isTrue();

        assertThat(bench.profiler.setActive(false, true)).isTrue();
        assertThat(bench.profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(bench.timer.isSet()).isFalse();
    }

    @Test
    void switchedOnByForceSamplingStaysOnAfterTheRun() throws Exception {
        bench.start(RunBench.MINUTE);

        assertThat(bench.profiler.setActive(true, true)).isFalse();
        bench.profiler.stop();

        assertThat(bench.isActive()).isTrue();
    }

    @Test
    void dumpsInTheMiddle() throws Exception {
        Run run = bench.start(RunBench.MINUTE);

        Dump first = snapshot(run);
        Dump second = snapshot(run);
        Dump third = snapshot(run);

        Run now = bench.profiler.run(run.id()).orElseThrow();
        assertThat(now.dumps().snapshots()).containsExactly(first, second, third);
        assertThat(bench.dumps.list()).contains(first, second, third);
        assertThat(bench.profiler.runOf(second)).contains(now);
        assertThat(bench.isActive()).isTrue();

        bench.profiler.stop();
        Run ended = bench.profiler.run(run.id()).orElseThrow();
        assertThat(bench.profiler.snapshot(run.id(), Permit.ALWAYS)).contains(ended);
    }

    @Test
    void ofDumpsInTheMiddleThatAreGoneTheNumberAloneIsKept() throws Exception {
        Run run = bench.start(RunBench.UNTIL_STOPPED);
        for (int i = 0; i < 100; i++) {
            bench.profiler.snapshot(run.id(), Permit.ALWAYS);
        }

        RunDumps dumps = bench.profiler.run(run.id()).orElseThrow().dumps();

        assertThat(dumps.count()).isEqualTo(100);
        assertThat(dumps.snapshots()).hasSizeLessThanOrEqualTo(DumpLimits.DEFAULT.most());
        List<Dump> kept = dumps.snapshots().stream().filter(bench.dumps::holds).toList();
        assertThat(kept).hasSize(DumpLimits.DEFAULT.most() - 1);
        assertThat(dumps.snapshot(100)).contains(kept.get(kept.size() - 1));
        assertThat(dumps.snapshot(1)).isEmpty();
        assertThat(dumps.snapshot(101)).isEmpty();
        assertThat(dumps.snapshot(0)).isEmpty();
    }

    @Test
    void aDumpInTheMiddleThatFailsLeavesTheRunOn() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> bench.profiler.snapshot(run.id(), Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);

        assertThat(bench.profiler.running()).contains(run);
    }

    @Test
    void theDumpsOfARunThatIsOnAreNotDropped() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        Dump middle = snapshot(run);
        for (int i = 0; i < 25; i++) {
            bench.profiler.dump(DumpKind.ASKED);
        }
        assertThat(bench.dumps.list()).contains(run.dumps().baseline().orElseThrow(), middle);

        bench.profiler.stop();
        bench.profiler.dump(DumpKind.ASKED);
        bench.profiler.dump(DumpKind.ASKED);

        assertThat(bench.dumps.list())
                .doesNotContain(run.dumps().baseline().orElseThrow(), middle)
                .contains(bench.profiler
                        .run(run.id())
                        .orElseThrow()
                        .dumps()
                        .profile()
                        .orElseThrow());
    }

    /** However many a caller asks for: the limits hold for all but the first and the newest two. */
    @Test
    void dumpsInTheMiddleDontEscapeTheLimits() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        List<Dump> middle = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            middle.add(snapshot(run));
        }

        assertThat(bench.dumps.list())
                .hasSize(DumpLimits.DEFAULT.most())
                .contains(run.dumps().baseline().orElseThrow())
                .endsWith(middle.get(28), middle.get(29))
                .doesNotContainAnyElementsOf(middle.subList(0, 11));
        for (int i = 0; i < 25; i++) {
            bench.profiler.dump(DumpKind.ASKED);
        }
        assertThat(bench.dumps.list())
                .startsWith(run.dumps().baseline().orElseThrow(), middle.get(28), middle.get(29))
                .doesNotContain(middle.get(27));

        bench.profiler.stop();
        bench.profiler.dump(DumpKind.ASKED);
        bench.profiler.dump(DumpKind.ASKED);
        bench.profiler.dump(DumpKind.ASKED);
        assertThat(bench.dumps.list())
                .doesNotContain(run.dumps().baseline().orElseThrow(), middle.get(28), middle.get(29));
    }

    @Test
    void keepsAsManyRunsAsItWasTold() throws Exception {
        long first = bench.startAndStop();
        List<Long> ids = List.of(bench.startAndStop(), bench.startAndStop(), bench.startAndStop());

        assertThat(bench.profiler.run(first)).isEmpty();
        assertThat(bench.profiler.runs()).extracting(Run::id).containsExactly(ids.get(2), ids.get(1), ids.get(0));
    }

    @Test
    void forgetsARunWithItsDumps() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.profiler.snapshot(run.id(), Permit.ALWAYS);
        assertThatThrownBy(() -> bench.profiler.forget(run.id())).isInstanceOf(RunIsOnException.class);

        bench.profiler.stop();
        assertThat(bench.profiler.forget(run.id())).isTrue();

        assertThat(bench.profiler.runs()).isEmpty();
        assertThat(bench.dumps.list()).isEmpty();
        assertThat(bench.profiler.forget(run.id())).isFalse();
    }

    /** Dumps in the middle of a run. */
    private Dump snapshot(Run run) throws Exception {
        List<Dump> all = bench.profiler
                .snapshot(run.id(), Permit.ALWAYS)
                .orElseThrow()
                .dumps()
                .snapshots();
        return all.get(all.size() - 1);
    }
}
