package io.jemscope.agent.jmx;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.profiling.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run, as a bean: JMX reads no records before JDK 21. */
public final class RunView {

    private final Run run;

    RunView(Run run) {
        this.run = run;
    }

    public long getId() {
        return run.id();
    }

    public String getState() {
        return run.state().word();
    }

    /** In UTC; null if something else began it. */
    public @Nullable String getStarted() {
        return text(run.times().started());
    }

    /** In UTC; null while it is on. */
    public @Nullable String getEnded() {
        return text(run.times().ended());
    }

    public @Nullable Long getSampleIntervalBytes() {
        return run.sampleBytes().isPresent() ? (Long) run.sampleBytes().getAsLong() : null;
    }

    /** The paths of its dumps, the oldest first. */
    public List<String> getDumps() {
        List<String> paths = new ArrayList<>();
        for (Dump dump : run.dumps().all()) {
            paths.add(dump.file().toString());
        }
        return paths;
    }

    private static @Nullable String text(Optional<Instant> time) {
        return time.isPresent() ? UtcTime.iso(time.get()) : null;
    }
}
