package io.jemscope.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.allocator.AllocatorException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes of a start that can't be made whole: nothing. */
class RunStartTest {

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
    void aBaselineThatCantBeDumpedBeginsNothing() throws Exception {
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> profiler.start(RunBench.rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalToSwitchOnBeginsNothing() throws Exception {
        allocator.refusal.set("prof.active");

        assertThatThrownBy(() -> profiler.start(RunBench.rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.dumps.list()).isEmpty();
        assertThat(allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalOfTheRateBeginsNothing() throws Exception {
        allocator.refusal.set("prof.reset");

        assertThatThrownBy(() -> profiler.start(RunBench.rate(4096))).isInstanceOf(AllocatorException.class);

        assertThat(profiler.runs()).isEmpty();
        assertThat(allocator.writes).isEmpty();
    }

    @Test
    void aRefusalToTellTheRateMattersToWhoSetsItAlone() throws Exception {
        allocator.readRefusal.set("prof.lg_sample");

        assertThatThrownBy(() -> profiler.start(RunBench.rate(4096))).isInstanceOf(AllocatorException.class);
        assertThat(bench.start(RunBench.MINUTE).sampleBytes()).isEmpty();
    }

    @Test
    void aRefusalToTellWhetherSamplingIsOnChangesNothing() throws Exception {
        allocator.readRefusal.set("prof.active");

        assertThatThrownBy(() -> profiler.start(RunBench.MINUTE)).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.stop()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.stopExternal()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> profiler.setActive(true, false)).isInstanceOf(AllocatorException.class);
        assertThat(allocator.writes).isEmpty();
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
        Profiler without = bench.profiler(none);

        assertThatThrownBy(() -> without.start(RunBench.MINUTE)).isInstanceOf(OutOfMemoryError.class);

        assertThat(bench.isActive()).isFalse();
        assertThat(without.runs()).isEmpty();
        assertThat(bench.dumps.list()).isEmpty();
    }
}
