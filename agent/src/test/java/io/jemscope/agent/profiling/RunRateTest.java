package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.allocator.AllocatorException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with a distance between samples of their own. */
class RunRateTest {

    private final RunBench bench;

    RunRateTest(@TempDir Path folder) {
        bench = new RunBench(folder);
    }

    @Test
    void aRateOfItsOwnIsSetAndPutBack() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        assertThat(run.sampleBytes()).hasValue(4096);
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 12L);

        bench.profiler.stop();

        assertThat(bench.allocator.writes)
                .containsExactly("prof.reset=12", "prof.active=true", "prof.active=false", "prof.reset=19");
        assertThat(bench.profiler.run(run.id()).orElseThrow().sampleBytes()).hasValue(4096);
    }

    @Test
    void theRateThatIsSetAlreadyIsResetOnceAndNotPutBack() throws Exception {
        bench.start(RunBench.rate(512 << 10));
        bench.profiler.stop();

        assertThat(bench.allocator.writes).containsExactly("prof.reset=19", "prof.active=true", "prof.active=false");
    }

    @Test
    void aRateThatSomebodyElseHasSetSinceStays() throws Exception {
        bench.start(RunBench.rate(4096));
        bench.allocator.values.put("prof.lg_sample", 15L);

        bench.profiler.stop();

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 15L);
    }

    @Test
    void theRateIsPutBackOnlyWhenTheSamplesAreDumped() throws Exception {
        Run run = notDumped();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 12L).containsEntry("prof.active", false);

        assertThat(bench.profiler.stop(run.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackWhenTheSamplesAreGivenUp() throws Exception {
        Run run = notDumped();

        bench.profiler.forget(run.id());

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackWhenTheAgentLeavesARunThatCouldStillBeDumped() throws Exception {
        Run run = notDumped();

        bench.profiler.leave();

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
        Run discarded = bench.profiler.run(run.id()).orElseThrow();
        assertThat(discarded.awaitsDump()).isFalse();
        assertThat(discarded.message().orElseThrow()).contains("the agent has left");
    }

    @Test
    void theRateIsPutBackWhenTheAgentLeavesAndSamplingCantBeSwitchedOff() throws Exception {
        bench.start(RunBench.rate(4096));
        bench.allocator.refusal.set("prof.active");

        assertThat(bench.profiler.leave())
                .singleElement()
                .asString()
                .startsWith("sampling could not be switched off: ");

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
        assertThat(bench.notices).singleElement().asString().contains("as the agent left");
    }

    @Test
    void thatItCantBePutBackIsToldWhoeverHasTheAgentLeave() throws Exception {
        bench.start(RunBench.rate(4096));
        bench.allocator.refusal.set("prof.reset");

        assertThat(bench.profiler.leave())
                .singleElement()
                .asString()
                .startsWith("the distance between samples could not be put back: ");
    }

    @Test
    void theRateIsPutBackAfterALostRun() throws Exception {
        bench.start(RunBench.rate(4096));
        bench.allocator.values.put("prof.active", false);

        bench.profiler.stop();

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsARateTakesTheSamplesOfARunThatCouldStillBeDumped() throws Exception {
        Run failed = notDumped();

        bench.start(RunBench.rate(1 << 20));
        Run discarded = bench.profiler.run(failed.id()).orElseThrow();
        assertThat(discarded.state()).isEqualTo(RunState.FAILED);
        assertThat(discarded.message().orElseThrow()).contains("its samples have been thrown away since");
        assertThat(bench.profiler.stop(failed.id())).isEqualTo(new StopOutcome.Already(discarded));

        bench.profiler.stop();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsNoRateLeavesThemAlone() throws Exception {
        Run failed = notDumped();

        Run next = bench.start(RunBench.MINUTE);
        assertThat(next.sampleBytes()).hasValue(4096);
        bench.profiler.stop();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 12L);

        assertThat(bench.profiler.stop(failed.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aRateThatCantBePutBackIsSaidAndTriedAgainWithTheNextRun() throws Exception {
        bench.start(RunBench.rate(4096));
        bench.allocator.refusal.set("prof.reset");
        bench.profiler.stop();
        assertThat(bench.notices).singleElement().asString().contains("could not be put back");

        bench.allocator.refusal.set("");
        bench.start(RunBench.MINUTE);
        bench.profiler.stop();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aResetLeavesTheRateAndWaitsForNoRun() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        assertThatThrownBy(() -> bench.profiler.reset(false)).isInstanceOf(RunIsOnException.class);
        assertThat(bench.allocator.writes).doesNotContain("prof.reset");

        Run goesOn = bench.profiler.reset(true).orElseThrow();

        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 12L).containsEntry("prof.active", true);
        assertThat(goesOn.dumps().baseline()).isEmpty();
        Dump baseline = run.dumps().baseline().orElseThrow();
        assertThat(goesOn.told().orElseThrow()).contains("thrown away by force", baseline.id());
        assertThat(bench.dumps.delete(baseline)).isTrue();
        StopOutcome.Finished finished = (StopOutcome.Finished) bench.profiler.stop();
        assertThat(finished.run().told()).isEqualTo(goesOn.told());
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void thatARunWasResetIsToldWhateverComesAfter() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.clock.pass(Duration.ofSeconds(20));
        bench.clock.jump(Duration.ofDays(1));
        bench.profiler.reset(true);
        bench.clock.pass(Duration.ofSeconds(5));
        bench.profiler.reset(true);
        bench.allocator.refusal.set("prof.active");
        Run stillOn = ((StopOutcome.StillOn) bench.profiler.stop()).run();
        assertThat(stillOn.told().orElseThrow()).contains("tried again every 5 seconds", "thrown away by force");

        bench.allocator.refusal.set("prof.dump");
        Run failed = ((StopOutcome.NotDumped) bench.profiler.stop()).run();
        assertThat(failed.told().orElseThrow()).contains("could not be dumped", "thrown away by force");

        bench.allocator.refusal.set("");
        Run finished = ((StopOutcome.Finished) bench.profiler.stop()).run();
        assertThat(finished.message()).isEmpty();
        assertThat(finished.reset())
                .contains(new RunReset(
                        run.times().started().orElseThrow().plusSeconds(25),
                        run.dumps().baseline()));
        assertThat(finished.told().orElseThrow())
                .startsWith("all samples were thrown away by force")
                .endsWith(run.dumps().baseline().orElseThrow().id());
    }

    @Test
    void aResetTakesTheSamplesOfARunThatCouldStillBeDumped() throws Exception {
        Run failed = notDumped();

        assertThat(bench.profiler.reset(false)).isEmpty();

        assertThat(bench.profiler.run(failed.id()).orElseThrow().awaitsDump()).isFalse();
        assertThat(bench.allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aResetThatIsRefusedChangesNothing() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.allocator.refusal.set("prof.reset");

        assertThatThrownBy(() -> bench.profiler.reset(true)).isInstanceOf(AllocatorException.class);

        assertThat(bench.profiler.run(run.id())).contains(run);
    }

    @Test
    void aResetLeavesWhatFinishedRunsHave() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        bench.profiler.stop();

        bench.profiler.reset(false);

        Run kept = bench.profiler.run(run.id()).orElseThrow();
        assertThat(kept.dumps().baseline()).isEqualTo(run.dumps().baseline());
        assertThat(kept.dumps().profile()).isPresent();
    }

    /** A run with a distance of its own that is over, and whose profile could still be dumped. */
    private Run notDumped() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        bench.allocator.refusal.set("prof.dump");
        assertThat(bench.profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);
        bench.allocator.refusal.set("");
        return run;
    }
}
