package io.jemscope.agent;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.Run;
import java.util.Optional;
import java.util.function.Function;

/** The run that a dump belongs to, by its id. */
final class RunOfDump implements Function<Dump, Optional<String>> {

    private final Profiler profiler;

    RunOfDump(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Optional<String> apply(Dump dump) {
        Optional<Run> run = profiler.runOf(dump);
        return run.isPresent() ? Optional.of(Long.toString(run.get().id())) : Optional.empty();
    }
}
