package io.jemscope.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpFolder;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs do, whatever comes between. */
class RunsTest {

    private static final RunRequest MINUTE = RunRequest.of(Duration.ofMinutes(1));
    private static final RunRequest UNTIL_STOPPED =
            new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.empty(), false, true);

    private final FakeAllocator allocator = new FakeAllocator();
    private final FakeClock clock = new FakeClock();
    private final FakeTimer timer = new FakeTimer();
    private final List<String> notices = new ArrayList<>();

    @TempDir
    private Path folder;

    private DumpStore dumps;
    private Profiler profiler;

    @BeforeEach
    void open() {
        dumps = new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notices::add);
        profiler = new Profiler(allocator, dumps, clock, timer, notices::add, 3);
    }

    @Test
    void aRunSamplesAsLongAsItWasToAndThenDumps() throws Exception {
        Run run = start(MINUTE);

        assertThat(run.state()).isEqualTo(RunState.RUNNING);
        assertThat(run.id()).isEqualTo(clock.now().getEpochSecond());
        assertThat(run.times().started()).contains(clock.now());
        assertThat(run.sampleBytes()).hasValue(512 << 10);
        assertThat(run.dumps().baseline().orElseThrow().kind()).isEqualTo(DumpKind.BASELINE);
        assertThat(profiler.remaining(run)).contains(Duration.ofMinutes(1));
        assertThat(isActive()).isTrue();

        pass(Duration.ofSeconds(59));
        assertThat(profiler.running()).contains(run);
        assertThat(profiler.remaining(run)).contains(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        Run ended = profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.times().ended())
                .contains(run.times().started().orElseThrow().plusSeconds(60));
        assertThat(ended.dumps().profile().orElseThrow().kind()).isEqualTo(DumpKind.FINAL);
        assertThat(profiler.running()).isEmpty();
        assertThat(profiler.remaining(ended)).isEmpty();
        assertThat(isActive()).isFalse();
        assertThat(allocator.writes).containsExactly("prof.active=true", "prof.active=false");
        assertThat(notices).isEmpty();
    }

    @Test
    void theBaselineIsDumpedBeforeSamplingBeginsAndTheProfileAfterItHasEnded() throws Exception {
        List<String> order = new ArrayList<>();
        allocator.onDump.set(() -> order.add("dump while active=" + isActive()));

        profiler.stop(start(MINUTE).id());

        assertThat(order).containsExactly("dump while active=false", "dump while active=false");
    }

    @Test
    void startedTwiceItGoesOnAsItWas() throws Exception {
        Run first = start(MINUTE);
        pass(Duration.ofSeconds(20));

        assertThat(profiler.start(UNTIL_STOPPED)).isEqualTo(new StartOutcome.AlreadyOn(first));
        assertThat(profiler.runs()).containsExactly(first);
        assertThat(dumps.list()).hasSize(1);
        assertThat(profiler.remaining(first)).contains(Duration.ofSeconds(40));
    }

    @Test
    void stoppedTwiceItHasOneProfile() throws Exception {
        Run run = start(MINUTE);
        pass(Duration.ofSeconds(10));

        StopOutcome first = profiler.stop();
        Run ended = profiler.run(run.id()).orElseThrow();

        assertThat(first).isEqualTo(new StopOutcome.Finished(ended));
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.Already(ended));
        assertThat(profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(ended));
        assertThat(dumps.list()).hasSize(2);
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void withoutALengthItGoesOnUntilItIsStopped() throws Exception {
        Run run = start(UNTIL_STOPPED);

        pass(Duration.ofDays(30));

        assertThat(timer.isSet()).isFalse();
        assertThat(profiler.running()).contains(run);
        assertThat(profiler.remaining(run)).isEmpty();
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.Finished.class);
    }

    @Test
    void thereIsNothingToStopBeforeTheFirst() throws Exception {
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.None());
        assertThat(profiler.stop(7)).isEqualTo(new StopOutcome.None());
        assertThat(profiler.stopExternal()).isEqualTo(new StopOutcome.None());
        assertThat(profiler.snapshot(7)).isEqualTo(new SnapshotOutcome.None());
        assertThat(profiler.forget(7)).isEqualTo(ForgetOutcome.NONE);
        assertThat(allocator.writes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400, -1, 1, 86_400})
    void somebodyWhoSetsTheTimeOfDayNeitherCutsItShortNorDrawsItOut(long seconds) throws Exception {
        Run run = start(MINUTE);
        pass(Duration.ofSeconds(30));

        clock.jump(Duration.ofSeconds(seconds));
        pass(Duration.ofSeconds(29));
        assertThat(profiler.running()).isPresent();

        pass(Duration.ofSeconds(1));
        Run ended = profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.times().ended())
                .contains(run.times().started().orElseThrow().plusSeconds(60));
    }

    @Test
    void idsOnlyGrowAlsoWithinASecondAndWhenTheClockGoesBack() throws Exception {
        long first = startAndStop();
        long second = startAndStop();
        clock.jump(Duration.ofDays(-1));
        long third = startAndStop();
        clock.jump(Duration.ofDays(2));
        long fourth = startAndStop();

        assertThat(second).isEqualTo(first + 1);
        assertThat(third).isEqualTo(first + 2);
        assertThat(fourth).isEqualTo(clock.now().getEpochSecond());
        assertThat(profiler.runs()).extracting(Run::id).containsExactly(fourth, third, second);
    }

    @Test
    void anIdIsNeverUsedAgain() throws Exception {
        long id = startAndStop();
        assertThat(profiler.forget(id)).isEqualTo(ForgetOutcome.FORGOTTEN);

        assertThat(startAndStop()).isEqualTo(id + 1);
    }

    @Test
    void whatSomethingElseSwitchedOnIsLeftAlone() throws Exception {
        allocator.values.put("prof.active", true);

        assertThat(profiler.start(MINUTE)).isEqualTo(new StartOutcome.External());
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.External());
        assertThat(allocator.writes).isEmpty();
        assertThat(profiler.runs()).isEmpty();
    }

    @Test
    void whatSomethingElseSwitchedOnIsStoppedByForce() throws Exception {
        allocator.values.put("prof.active", true);

        Run run = ((StopOutcome.Finished) profiler.stopExternal()).run();

        assertThat(run.external()).isTrue();
        assertThat(run.times().started()).isEmpty();
        assertThat(run.times().ended()).contains(clock.now());
        assertThat(run.dumps().profile()).isPresent();
        assertThat(isActive()).isFalse();
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.Already(run));
    }

    @Test
    void forceForWhatIsExternalDoesntTouchARun() throws Exception {
        Run run = start(MINUTE);

        assertThat(profiler.stopExternal()).isEqualTo(new StopOutcome.None());
        assertThat(profiler.running()).contains(run);
    }

    @Test
    void whatACallerHasSwitchedOnStaysOnAfterARun() throws Exception {
        profiler.setActive(true);

        Run run = start(MINUTE);
        profiler.stop();

        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.FINISHED);
        assertThat(isActive()).isTrue();
        assertThat(allocator.writes).containsExactly("prof.active=true");
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.Already.class);
    }

    @Test
    void whileARunIsOnSamplingIsSwitchedByForceOnly() throws Exception {
        Run run = start(MINUTE);

        assertThat(profiler.setActive(false, false)).isEqualTo(new SwitchOutcome.RunIsOn(run));
        assertThat(profiler.setActive(true, false)).isEqualTo(new SwitchOutcome.RunIsOn(run));
        assertThatThrownBy(() -> profiler.setActive(false))
                .isInstanceOf(AllocatorException.class)
                .hasMessageContaining("a run is on");
        assertThat(isActive()).isTrue();

        assertThat(profiler.setActive(false, true)).isEqualTo(new Profiler.Change(false, true));
        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void switchedOnByForceSamplingStaysOnAfterTheRun() throws Exception {
        start(MINUTE);

        assertThat(profiler.setActive(true, true)).isEqualTo(new Profiler.Change(true, false));
        profiler.stop();

        assertThat(isActive()).isTrue();
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostAndNotDumped() throws Exception {
        Run run = start(MINUTE);
        pass(Duration.ofSeconds(5));
        allocator.values.put("prof.active", false);

        Run lost = ((StopOutcome.Lost) profiler.stop()).run();

        assertThat(lost.state()).isEqualTo(RunState.LOST);
        assertThat(lost.dumps().profile()).isEmpty();
        assertThat(lost.message().orElseThrow()).contains("switched off meanwhile");
        assertThat(notices).singleElement().asString().contains("run " + run.id() + " is lost");
        assertThat(dumps.list()).hasSize(1);
        assertThat(timer.isSet()).isFalse();
        assertThat(profiler.stop()).isEqualTo(new StopOutcome.None());
        assertThat(profiler.stop(run.id())).isEqualTo(new StopOutcome.Already(lost));
    }

    @Test
    void aRunThatSomethingElseSwitchedOffIsLostWhenItsTimeIsOver() throws Exception {
        Run run = start(MINUTE);
        allocator.values.put("prof.active", false);

        pass(Duration.ofMinutes(1));

        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(notices).hasSize(1);
    }

    @Test
    void aRunThatSomethingElseSwitchedOffMakesRoomForTheNext() throws Exception {
        Run lost = start(MINUTE);
        allocator.values.put("prof.active", false);

        Run next = start(MINUTE);

        assertThat(profiler.run(lost.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(profiler.running()).contains(next);
        assertThat(isActive()).isTrue();
    }

    @Test
    void dumpsInTheMiddle() throws Exception {
        Run run = start(MINUTE);

        SnapshotOutcome.Made first = (SnapshotOutcome.Made) profiler.snapshot(run.id());
        SnapshotOutcome.Made second = (SnapshotOutcome.Made) profiler.snapshot(run.id());
        SnapshotOutcome.Made third = (SnapshotOutcome.Made) profiler.snapshot(run.id());

        assertThat(third.run().dumps().snapshots()).containsExactly(first.dump(), second.dump(), third.dump());
        assertThat(dumps.list()).contains(first.dump(), second.dump(), third.dump());
        assertThat(profiler.runOf(second.dump())).contains(third.run());
        assertThat(isActive()).isTrue();

        profiler.stop();
        Run ended = profiler.run(run.id()).orElseThrow();
        assertThat(profiler.snapshot(run.id())).isEqualTo(new SnapshotOutcome.Ended(ended));
    }

    @Test
    void aDumpInTheMiddleThatFailsLeavesTheRunOn() throws Exception {
        Run run = start(MINUTE);
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> profiler.snapshot(run.id())).isInstanceOf(AllocatorException.class);

        assertThat(profiler.running()).contains(run);
    }

    @Test
    void theDumpsOfARunThatIsOnAreNotDropped() throws Exception {
        Run run = start(MINUTE);
        Dump middle = ((SnapshotOutcome.Made) profiler.snapshot(run.id())).dump();
        for (int i = 0; i < 25; i++) {
            profiler.dump(DumpKind.ASKED);
        }
        assertThat(dumps.list()).contains(run.dumps().baseline().orElseThrow(), middle);

        profiler.stop();
        profiler.dump(DumpKind.ASKED);
        profiler.dump(DumpKind.ASKED);

        assertThat(dumps.list())
                .doesNotContain(run.dumps().baseline().orElseThrow(), middle)
                .contains(profiler.run(run.id()).orElseThrow().dumps().profile().orElseThrow());
    }

    @Test
    void keepsAsManyRunsAsItWasTold() throws Exception {
        long first = startAndStop();
        List<Long> ids = List.of(startAndStop(), startAndStop(), startAndStop());

        assertThat(profiler.run(first)).isEmpty();
        assertThat(profiler.runs()).extracting(Run::id).containsExactly(ids.get(2), ids.get(1), ids.get(0));
    }

    @Test
    void forgetsARunWithItsDumps() throws Exception {
        Run run = start(MINUTE);
        profiler.snapshot(run.id());
        assertThat(profiler.forget(run.id())).isEqualTo(ForgetOutcome.STILL_ON);

        profiler.stop();
        assertThat(profiler.forget(run.id())).isEqualTo(ForgetOutcome.FORGOTTEN);

        assertThat(profiler.runs()).isEmpty();
        assertThat(dumps.list()).isEmpty();
        assertThat(profiler.forget(run.id())).isEqualTo(ForgetOutcome.NONE);
    }

    @Test
    void aRateOfItsOwnIsSetAndPutBack() throws Exception {
        Run run = start(rate(4096));
        assertThat(run.sampleBytes()).hasValue(4096);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L);

        profiler.stop();

        assertThat(allocator.writes)
                .containsExactly("prof.reset=12", "prof.active=true", "prof.active=false", "prof.reset=19");
        assertThat(profiler.run(run.id()).orElseThrow().sampleBytes()).hasValue(4096);
    }

    @Test
    void theRateThatIsSetAlreadyIsResetOnceAndNotPutBack() throws Exception {
        start(rate(512 << 10));
        profiler.stop();

        assertThat(allocator.writes).containsExactly("prof.reset=19", "prof.active=true", "prof.active=false");
    }

    @Test
    void aRateThatSomebodyElseHasSetSinceStays() throws Exception {
        start(rate(4096));
        allocator.values.put("prof.lg_sample", 15L);

        profiler.stop();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 15L);
    }

    @Test
    void theRateIsPutBackOnlyWhenTheSamplesAreDumped() throws Exception {
        Run run = start(rate(4096));
        allocator.refusal.set("prof.dump");
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L).containsEntry("prof.active", false);

        allocator.refusal.set("");
        assertThat(profiler.stop(run.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackWhenTheSamplesAreGivenUp() throws Exception {
        Run run = start(rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();

        profiler.forget(run.id());

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void theRateIsPutBackAfterALostRun() throws Exception {
        start(rate(4096));
        allocator.values.put("prof.active", false);

        profiler.stop();

        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsARateTakesTheSamplesOfARunThatCouldStillBeDumped() throws Exception {
        Run failed = start(rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();
        allocator.refusal.set("");

        start(rate(1 << 20));
        Run discarded = profiler.run(failed.id()).orElseThrow();
        assertThat(discarded.state()).isEqualTo(RunState.FAILED);
        assertThat(discarded.message().orElseThrow()).contains("thrown its samples away");
        assertThat(profiler.stop(failed.id())).isEqualTo(new StopOutcome.Already(discarded));

        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void whoSetsNoRateLeavesThemAlone() throws Exception {
        Run failed = start(rate(4096));
        allocator.refusal.set("prof.dump");
        profiler.stop();
        allocator.refusal.set("");

        Run next = start(MINUTE);
        assertThat(next.sampleBytes()).hasValue(4096);
        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 12L);

        assertThat(profiler.stop(failed.id())).isInstanceOf(StopOutcome.Finished.class);
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void aProfileThatCantBeDumpedFailsTheRunUntilItCan() throws Exception {
        Run run = start(MINUTE);
        Dump baseline = run.dumps().baseline().orElseThrow();
        allocator.refusal.set("prof.dump");
        pass(Duration.ofMinutes(1));

        Run failed = profiler.run(run.id()).orElseThrow();
        assertThat(failed.state()).isEqualTo(RunState.FAILED);
        assertThat(failed.message().orElseThrow()).contains("could not be dumped");
        assertThat(isActive()).isFalse();
        assertThat(notices).singleElement().asString().contains("Stop the run once more");
        assertThat(profiler.stop()).isInstanceOf(StopOutcome.NotDumped.class);

        allocator.refusal.set("");
        pass(Duration.ofMinutes(1));
        Run finished = ((StopOutcome.Finished) profiler.stop()).run();
        assertThat(finished.times().ended()).isEqualTo(failed.times().ended());
        assertThat(finished.message()).isEmpty();
        assertThat(finished.dumps().baseline()).contains(baseline);
    }

    @Test
    void aFolderThatHasVanishedAndCantBeMadeFailsTheRun() throws Exception {
        Path vanishing = folder.resolve("dumps");
        dumps = new DumpStore(new DumpFolder(vanishing, vanishing), 1, allocator, Clock.systemUTC(), notices::add);
        profiler = new Profiler(allocator, dumps, clock, timer, notices::add, 3);
        Run run = start(MINUTE);
        for (Dump dump : dumps.list()) {
            Files.delete(dump.file());
            Files.deleteIfExists(dump.symbols());
        }
        Files.delete(vanishing);
        Files.writeString(vanishing, "in the way");

        StopOutcome.NotDumped outcome = (StopOutcome.NotDumped) profiler.stop(run.id());

        assertThat(outcome.run().state()).isEqualTo(RunState.FAILED);
        assertThat(outcome.run().message().orElseThrow()).contains("it is no folder");
    }

    @Test
    void aBaselineThatCantBeDumpedBeginsNothing() throws Exception {
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> profiler.start(rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(timer.isSet()).isFalse();
        assertThat(allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalToSwitchOnBeginsNothing() throws Exception {
        allocator.refusal.set("prof.active");

        assertThatThrownBy(() -> profiler.start(rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(timer.isSet()).isFalse();
        assertThat(dumps.list()).isEmpty();
        assertThat(allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalOfTheRateBeginsNothing() throws Exception {
        allocator.refusal.set("prof.reset");

        assertThatThrownBy(() -> profiler.start(rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(allocator.writes).isEmpty();
    }

    @Test
    void aRefusalToTellTheRateMattersToWhoSetsItAlone() throws Exception {
        allocator.readRefusal.set("prof.lg_sample");

        assertThatThrownBy(() -> profiler.start(rate(4096))).isInstanceOf(AllocatorException.class);
        assertThat(start(MINUTE).sampleBytes()).isEmpty();
    }

    @Test
    void aRefusalToTellWhetherSamplingIsOnChangesNothing() throws Exception {
        allocator.readRefusal.set("prof.active");

        assertThatThrownBy(() -> profiler.start(MINUTE)).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.stop()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.stopExternal()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.setActive(true)).isInstanceOf(AllocatorException.class);
        assertThat(allocator.writes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void samplingThatCantBeSwitchedOffIsTriedAgainEveryFiveSeconds(String refused) throws Exception {
        Run run = start(MINUTE);
        (refused.equals("read") ? allocator.readRefusal : allocator.refusal).set("prof.active");
        pass(Duration.ofMinutes(1));

        Run on = profiler.running().orElseThrow();
        assertThat(profiler.remaining(on)).contains(Duration.ofSeconds(5));
        assertThat(on.message().orElseThrow()).contains("tried again every 5 seconds");
        assertThat(notices).singleElement().asString().contains("tried again in 5 seconds");

        pass(Duration.ofSeconds(5));
        assertThat(profiler.running()).isPresent();
        assertThat(profiler.stop(run.id())).isInstanceOf(StopOutcome.StillOn.class);

        allocator.refusal.set("");
        allocator.readRefusal.set("");
        pass(Duration.ofSeconds(5));
        Run ended = profiler.run(run.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.message().orElseThrow()).contains("later than it was to");
        assertThat(isActive()).isFalse();
    }

    @Test
    void sayingSoGetsRarer() throws Exception {
        start(MINUTE);
        allocator.refusal.set("prof.active");
        pass(Duration.ofMinutes(1));
        for (int i = 0; i < 99; i++) {
            pass(Duration.ofSeconds(5));
        }

        assertThat(notices).hasSize(7); // the 1st, 2nd, 4th, 8th, … 64th time
    }

    @Test
    void aRateThatCantBePutBackIsSaidAndTriedAgainWithTheNextRun() throws Exception {
        start(rate(4096));
        allocator.refusal.set("prof.reset");
        profiler.stop();
        assertThat(notices).singleElement().asString().contains("could not be put back");

        allocator.refusal.set("");
        start(MINUTE);
        profiler.stop();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
    }

    @Test
    void anAlarmThatComesTooLateDoesNothingToTheNextRun() throws Exception {
        start(MINUTE);
        clock.pass(Duration.ofMinutes(1));
        Runnable late = timer.due(clock.nanos());
        profiler.stop();
        Run next = start(MINUTE);

        late.run();

        assertThat(profiler.running()).contains(next);
    }

    @Test
    void aTimerWithoutThreadsBeginsNothing() {
        RunTimer none = new RunTimer() {
            @Override
            public void set(long deadlineNanos, Runnable work) {
                throw new OutOfMemoryError("unable to create native thread");
            }

            @Override
            public void cancel() {}
        };
        profiler = new Profiler(allocator, dumps, clock, none, notices::add, 3);

        assertThatThrownBy(() -> profiler.start(MINUTE)).isInstanceOf(OutOfMemoryError.class);

        assertThat(isActive()).isFalse();
        assertThat(profiler.runs()).isEmpty();
        assertThat(dumps.list()).isEmpty();
    }

    @Test
    void whenTheAgentLeavesAllIsAsItWasFound() throws Exception {
        Run run = start(rate(4096));

        profiler.leave();
        profiler.leave();

        assertThat(isActive()).isFalse();
        assertThat(timer.isSet()).isFalse();
        assertThat(allocator.values).containsEntry("prof.lg_sample", 19L);
        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.LOST);
    }

    @Test
    void aRequestThatMakesNoSenseIsNone() {
        assertThatThrownBy(() -> RunRequest.of(Duration.ofMillis(999))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunRequest.of(Duration.ofHours(24).plusNanos(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rate(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rate(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rate(1L << 41)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.of(4096), false, true))
                .hasMessageContaining("throws away");
        assertThatThrownBy(() -> new RunRequest(
                        Optional.empty(), Optional.of("x".repeat(101)), OptionalLong.empty(), false, true))
                .hasMessageContaining("100 characters");
    }

    private static RunRequest rate(long bytes) {
        return new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.of(bytes), true, true);
    }

    private Run start(RunRequest request) throws Exception {
        return ((StartOutcome.Started) profiler.start(request)).run();
    }

    private long startAndStop() throws Exception {
        long id = start(MINUTE).id();
        profiler.stop(id);
        return id;
    }

    private boolean isActive() {
        return Boolean.TRUE.equals(allocator.values.get("prof.active"));
    }

    /** Time goes by, and an alarm that becomes due goes off. */
    private void pass(Duration time) {
        clock.pass(time);
        Runnable due = timer.takeDue(clock.nanos());
        if (due != null) {
            due.run();
        }
    }
}
