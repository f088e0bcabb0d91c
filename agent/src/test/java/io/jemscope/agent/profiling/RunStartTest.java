package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.allocator.AllocatorException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes of a start that can't be made whole: nothing. */
class RunStartTest {

    private final RunBench bench;

    RunStartTest(@TempDir Path folder) {
        bench = new RunBench(folder);
    }

    @Test
    void aBaselineThatCantBeDumpedBeginsNothing() throws Exception {
        bench.allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> bench.profiler.start(RunBench.rate(4096), Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);

        assertThat(bench.profiler.runs()).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalToSwitchOnBeginsNothing() throws Exception {
        bench.allocator.refusal.set("prof.active");

        assertThatThrownBy(() -> bench.profiler.start(RunBench.rate(4096), Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);

        assertThat(bench.profiler.runs()).isEmpty();
        assertThat(bench.timer.isSet()).isFalse();
        assertThat(bench.dumps.list()).isEmpty();
        assertThat(bench.allocator.writes).containsExactly("prof.reset=12", "prof.reset=19");
    }

    @Test
    void aRefusalOfTheRateBeginsNothing() throws Exception {
        bench.allocator.refusal.set("prof.reset");

        assertThatThrownBy(() -> bench.profiler.start(RunBench.rate(4096), Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);

        assertThat(bench.profiler.runs()).isEmpty();
        assertThat(bench.allocator.writes).isEmpty();
    }

    @Test
    void aRefusalToTellTheRateMattersToWhoSetsItAlone() throws Exception {
        bench.allocator.readRefusal.set("prof.lg_sample");

        assertThatThrownBy(() -> bench.profiler.start(RunBench.rate(4096), Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);
        assertThat(bench.start(RunBench.MINUTE).sampleBytes()).isEmpty();
    }

    @Test
    void aRefusalToTellWhetherSamplingIsOnChangesNothing() throws Exception {
        bench.allocator.readRefusal.set("prof.active");

        assertThatThrownBy(() -> bench.profiler.start(RunBench.MINUTE, Permit.ALWAYS))
                .isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> bench.profiler.stop()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> bench.profiler.stopExternal()).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> bench.profiler.setActive(true, false)).isInstanceOf(AllocatorException.class);
        assertThat(bench.allocator.writes).isEmpty();
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

        assertThatThrownBy(() -> without.start(RunBench.MINUTE, Permit.ALWAYS)).isInstanceOf(OutOfMemoryError.class);

        assertThat(bench.isActive()).isFalse();
        assertThat(without.runs()).isEmpty();
        assertThat(bench.dumps.list()).isEmpty();
    }
}
