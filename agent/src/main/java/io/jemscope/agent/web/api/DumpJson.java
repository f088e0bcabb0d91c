package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.profiling.Run;
import java.io.IOException;
import java.util.Optional;

/** A dump as every address tells it. */
final class DumpJson {

    private DumpJson() {}

    /** Writes an object; {@code run} is the run that the dump belongs to, if it does. */
    static void write(Dump dump, Optional<Run> run, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(dump.id());
        json.name("file").value(dump.file().toString());
        json.name("bytes").value(dump.bytes());
        json.name("kind").value(dump.kind().word());
        json.name("made").value(UtcTime.iso(dump.made()));
        json.name("number").value(dump.number());
        json.name("symbolized").value(dump.symbolized());
        json.name("run").value(run.isPresent() ? Long.toString(run.get().id()) : null);
        json.endObject();
    }
}
