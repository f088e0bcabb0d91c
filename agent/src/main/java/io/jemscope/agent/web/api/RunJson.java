package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunDumps;
import io.jemscope.httpd.JsonText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run as every address under /api/v1 tells it. */
record RunJson(Profiler profiler, DumpStore dumps) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** A document with the run alone. */
    JsonText of(Run run) throws IOException {
        JsonText json = new JsonText();
        write(run, json);
        return json;
    }

    /** Writes an object. Of the run's dumps it names those that are still there. */
    void write(Run run, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(Long.toString(run.id()));
        json.name("state").value(run.state().word());
        json.name("label").value(run.request().label().orElse(null));
        json.name("started").value(time(run.times().started()));
        json.name("ended").value(time(run.times().ended()));
        json.name("seconds");
        writeSeconds(run.request().length(), json);
        json.name("remainingSeconds");
        writeSeconds(wholeSeconds(profiler.remaining(run)), json);
        json.name("external").value(run.external());
        json.name("sampleBytes");
        if (run.sampleBytes().isPresent()) {
            json.value(run.sampleBytes().getAsLong());
        } else {
            json.nullValue();
        }
        json.name("baseline").value(id(run.dumps().baseline()));
        writeSnapshots(run.dumps(), json);
        json.name("profile").value(id(run.dumps().profile()));
        json.name("resetAt")
                .value(run.reset().isPresent() ? UtcTime.iso(run.reset().get().at()) : null);
        json.name("message").value(run.told().orElse(null));
        json.endObject();
    }

    private void writeSnapshots(RunDumps all, JsonWriter json) throws IOException {
        int gone = all.forgotten();
        json.name("snapshots").beginArray();
        for (Dump snapshot : all.snapshots()) {
            if (dumps.holds(snapshot)) {
                json.value(snapshot.id());
            } else {
                gone++;
            }
        }
        json.endArray();
        json.name("snapshotsGone").value(gone);
    }

    private @Nullable String id(Optional<Dump> dump) {
        return dump.isPresent() && dumps.holds(dump.get()) ? dump.get().id() : null;
    }

    // By hand: the state must not bring the machinery of lambdas into the program.
    private static @Nullable String time(Optional<Instant> time) {
        return time.isPresent() ? UtcTime.iso(time.get()) : null;
    }

    private static void writeSeconds(Optional<Duration> time, JsonWriter json) throws IOException {
        if (time.isEmpty()) {
            json.nullValue();
        } else if (time.get().toNanosPart() == 0) {
            json.value(time.get().toSeconds());
        } else {
            json.value(time.get().toNanos() / (double) NANOS_PER_SECOND);
        }
    }

    /** Rounded up: after this time the run has ended. */
    private static Optional<Duration> wholeSeconds(Optional<Duration> time) {
        return time.isEmpty() || time.get().toNanosPart() == 0
                ? time
                : Optional.of(Duration.ofSeconds(time.get().toSeconds() + 1));
    }
}
