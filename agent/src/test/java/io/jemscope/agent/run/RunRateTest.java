package io.jemscope.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dump.Dump;
import io.jemscope.allocator.AllocatorException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with a distance between samples of their own. */
class RunRateTest {

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
    void aRateOfItsOwnIsSetAndPutBack() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        assertThat(run.sampleBytes()).hasValue(4096);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L);

        profiler.stop();

        assertThat(allocator.writes)
                .containsExactly("prof.reset=12", "prof.active=true", "prof.active=false", "prof.reset=19");
        assertThat(profiler.run(run.id()).orElseThrow().sampleBytes()).hasValue(4096);
    }

    @Test
    void theRateThatIsSetAlreadyIsResetOnceAndNotPutBack() throws Exception {
        bench.start(RunBench.rate(512 << 10));
        profiler.stop();

        assertThat(allocator.writes).containsExactly("prof.reset=19", "prof.active=true", "prof.active=false");
    }

    @Test
    void aRateThatSomebodyElseHasSetSinceStays() throws Exception {
        bench.start(RunBench.rate(4096));
        allocator.values.put("prof.lg_sample", 15L);

        profiler.stop();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 15L);
    }

    @Test
    void theRateIsPutBackOnlyWhenTheSamplesAreDumped() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L).containsEntry("prof.active", false);

        allocator.refusal.set("");
        assertThat(profiler.stop(run.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackWhenTheSamplesAreGivenUp() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();

        profiler.forget(run.id());

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackWhenTheAgentLeavesARunThatCouldStillBeDumped() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();

        profiler.leave();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
        Run discarded = profiler.run(run.id()).orElseThrow();
        assertThat(discarded.awaitsDump()).isFalse();
        assertThat(discarded.message().orElseThrow()).contains("the agent has left");
    }

    @Test
    void theRateIsPutBackWhenTheAgentLeavesAndSamplingCantBeSwitchedOff() throws Exception {
        bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.active");

        profiler.leave();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
        assertThat(bench.notices).singleElement().asString().contains("as the agent left");
    }

    @Test
    void theRateIsPutBackAfterALostRun() throws Exception {
        bench.start(RunBench.rate(4096));
        allocator.values.put("prof.active", false);

        profiler.stop();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsARateTakesTheSamplesOfARunThatCouldStillBeDumped() throws Exception {
        Run failed = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();
        allocator.refusal.set("");

        bench.start(RunBench.rate(1 << 20));
        Run discarded = profiler.run(failed.id()).orElseThrow();
        assertThat(discarded.state()).isEqualTo(RunState.FAILED);
        assertThat(discarded.message().orElseThrow()).contains("its samples have been thrown away since");
        assertThat(profiler.stop(failed.id())).isEqualTo(new StopOutcome.Already(discarded));

        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsNoRateLeavesThemAlone() throws Exception {
        Run failed = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();
        allocator.refusal.set("");

        Run next = bench.start(RunBench.MINUTE);
        assertThat(next.sampleBytes()).hasValue(4096);
        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L);

        assertThat(profiler.stop(failed.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aRateThatCantBePutBackIsSaidAndTriedAgainWithTheNextRun() throws Exception {
        bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.reset");
        profiler.stop();
        assertThat(bench.notices).singleElement().asString().contains("could not be put back");

        allocator.refusal.set("");
        bench.start(RunBench.MINUTE);
        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aResetLeavesTheRateAndWaitsForNoRun() throws Exception {
        Run run = bench.start(RunBench.rate(4096));
        assertThat(profiler.reset(false)).isEqualTo(new ResetOutcome.RunIsOn(run));
        assertThat(allocator.writes).doesNotContain("prof.reset");

        Run goesOn = ((ResetOutcome.Discarded) profiler.reset(true)).running().orElseThrow();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L).containsEntry("prof.active", true);
        assertThat(goesOn.dumps().baseline()).isEmpty();
        Dump baseline = run.dumps().baseline().orElseThrow();
        assertThat(goesOn.message().orElseThrow()).contains("thrown away by force", baseline.id());
        assertThat(bench.dumps.delete(baseline)).isTrue();
        StopOutcome.Finished finished = (StopOutcome.Finished) profiler.stop();
        assertThat(finished.run().message()).isEqualTo(goesOn.message());
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aResetTakesTheSamplesOfARunThatCouldStillBeDumped() throws Exception {
        Run failed = bench.start(RunBench.rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();
        allocator.refusal.set("");

        assertThat(profiler.reset(false)).isEqualTo(new ResetOutcome.Discarded(Optional.empty()));

        assertThat(profiler.run(failed.id()).orElseThrow().awaitsDump()).isFalse();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aResetThatIsRefusedChangesNothing() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        allocator.refusal.set("prof.reset");

        assertThatThrownBy(() -> profiler.reset(true)).isInstanceOf(AllocatorException.class);

        assertThat(profiler.run(run.id())).contains(run);
    }

    @Test
    void aResetLeavesWhatFinishedRunsHave() throws Exception {
        Run run = bench.start(RunBench.MINUTE);
        profiler.stop();

        profiler.reset(false);

        Run kept = profiler.run(run.id()).orElseThrow();
        assertThat(kept.dumps().baseline()).isEqualTo(run.dumps().baseline());
        assertThat(kept.dumps().profile()).isPresent();
    }
}
