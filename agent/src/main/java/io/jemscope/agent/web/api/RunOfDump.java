package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import java.util.Optional;
import java.util.function.Function;

/** The run that a dump belongs to, by its id. */
public final class RunOfDump implements Function<Dump, Optional<String>> {

    private final Profiler profiler;

    public RunOfDump(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Optional<String> apply(Dump dump) {
        Optional<Run> run = profiler.runOf(dump);
        return run.isPresent() ? Optional.of(Long.toString(run.get().id())) : Optional.empty();
    }
}
