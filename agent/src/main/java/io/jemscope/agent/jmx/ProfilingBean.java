package io.jemscope.agent.jmx;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the bean shows, and dumps if it is registered with that. */
record ProfilingBean(
        Allocator allocator, Profiler profiler, @Nullable Dumper dumper) implements DumpingMXBean {

    @Override
    public boolean isAvailable() {
        return Boolean.TRUE.equals(find(Control.OPT_PROF));
    }

    @Override
    public boolean isActive() {
        return isAvailable() && Boolean.TRUE.equals(find(Control.PROF_ACTIVE));
    }

    @Override
    public @Nullable Long getSampleIntervalBytes() {
        Long lgSample = isAvailable() ? find(Control.PROF_LG_SAMPLE) : null;
        return lgSample == null ? null : (Long) (1L << lgSample);
    }

    @Override
    public List<RunView> getRuns() {
        List<RunView> views = new ArrayList<>();
        for (Run run : profiler.runs()) {
            views.add(new RunView(run));
        }
        return views;
    }

    @Override
    public String dump() {
        if (dumper == null) {
            throw new UnsupportedOperationException("The setting jmx.dump is false.");
        }
        return dumper.dump();
    }

    private <T> @Nullable T find(Control<T> control) {
        try {
            return allocator.find(control).orElse(null);
        } catch (AllocatorException e) {
            return null;
        }
    }
}
