package io.jemscope.agent.web.compat.mesos;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunState;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.OptionSource;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** {@code /memory-profiler/state}: what the profiler and jemalloc are and do. */
record StateAddress(Profiler profiler, DumpStore dumps, Allocator allocator) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        boolean detected = allocator.detection().present();
        JsonText json = new JsonText();
        json.beginObject();
        json.name("memory_profiler").beginObject();
        json.name("jemalloc_detected").value(detected);
        // The second is Mesos's name for it; scripts of our own know the first.
        json.name("tmp_dir").value(dumps.folder().toString());
        json.name("tmpdir").value(dumps.folder().toString());
        json.name("current_run");
        writeRun(json);
        json.endObject();
        if (detected) {
            json.name("jemalloc").beginObject();
            json.name("malloc_conf");
            writeConfiguration(json);
            json.name("profiling_enabled");
            writeFlag(Control.flag("config.prof"), json);
            json.name("profiling_active");
            writeFlag(Control.PROF_ACTIVE, json);
            json.endObject();
        }
        json.endObject();
        return Response.json(200, json);
    }

    /** The run that is on, or else the newest with a profile. */
    private void writeRun(JsonWriter json) throws IOException {
        json.beginObject().name("id");
        Optional<Run> running = profiler.running();
        if (running.isPresent()) {
            json.value(running.get().id());
            json.name("remaining_seconds");
            Optional<Duration> remaining = profiler.remaining(running.get());
            if (remaining.isPresent()) {
                json.value(remaining.get().toNanos() / 1e9);
            } else {
                json.nullValue();
            }
        } else {
            writeFinished(json);
        }
        json.endObject();
    }

    private void writeFinished(JsonWriter json) throws IOException {
        for (Run run : profiler.runs()) {
            if (run.state() == RunState.FINISHED) {
                json.value(run.id());
                json.name("remaining_seconds").value(0);
                return;
            }
        }
        json.nullValue();
    }

    private void writeConfiguration(JsonWriter json) throws IOException {
        json.beginObject();
        try {
            Map<OptionSource, String> texts = allocator.configuration();
            json.name("environment").value(texts.getOrDefault(OptionSource.ENVIRONMENT, ""));
            json.name("build_options").value(texts.getOrDefault(OptionSource.BUILD, ""));
            json.name("etc_malloc_conf").value(texts.getOrDefault(OptionSource.LINK, ""));
            json.name("symbol").value(texts.getOrDefault(OptionSource.SYMBOL, ""));
            json.name("second_symbol").value(texts.getOrDefault(OptionSource.SECOND_SYMBOL, ""));
        } catch (AllocatorException e) {
            json.name("build_options").value(e.getMessage());
        }
        json.endObject();
    }

    /** As there, the reason stands in the place of what can't be read. */
    private void writeFlag(Control<Boolean> control, JsonWriter json) throws IOException {
        try {
            json.value(allocator.read(control));
        } catch (AllocatorException e) {
            json.value(e.getMessage());
        }
    }
}
