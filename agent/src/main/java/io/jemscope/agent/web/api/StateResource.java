package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.config.AgentVersion;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.jemalloc.RunningLog;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/state}: what the process, its allocator and the hook are and do. */
record StateResource(
        long pid,
        String program,
        Instant agentStarted,
        Allocator allocator,
        BacktraceHook hook,
        CurrentMemory current,
        Profiler profiler,
        RunJson runs,
        AllocationLog log)
        implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        JsonText json = new JsonText();
        json.beginObject();
        json.name("pid").value(pid);
        json.name("program").value(program);
        json.name("access").value(request.caller().access() == Role.OPERATE ? "operate" : "read");
        json.name("rssBytes").value(rss());
        writeAllocator(json);
        writeHook(json);
        writeMemory(json);
        writeGlibc(json);
        json.name("run");
        Optional<Run> run = profiler.running();
        if (run.isPresent()) {
            runs.write(run.get(), json);
        } else {
            json.nullValue();
        }
        writeLog(json);
        json.name("agent").beginObject();
        json.name("version").value(AgentVersion.current());
        json.name("startedAt").value(UtcTime.iso(agentStarted));
        json.endObject().endObject();
        return Response.json(200, json);
    }

    private void writeAllocator(JsonWriter json) throws IOException {
        Detection detection = allocator.detection();
        json.name("allocator").value(detection.mallocName() + (detection.sampledHere() ? ", sampled by jemscope" : ""));
        boolean prof = Boolean.TRUE.equals(find(Control.OPT_PROF));
        boolean active = prof && Boolean.TRUE.equals(find(Control.PROF_ACTIVE));
        Long lgSample = prof ? find(Control.PROF_LG_SAMPLE) : null;
        json.name("jemalloc").beginObject();
        json.name("detected").value(detection.present());
        json.name("version").value(detection.version());
        json.name("path").value(detection.path());
        json.name("prof").value(prof);
        json.name("active").value(active);
        json.name("activeBy").value(profiler.isSwitchedHere(active) ? "agent" : "other");
        json.name("rateBytes").value(lgSample == null ? null : 1L << lgSample);
        json.endObject();
    }

    /** The resident memory of the whole process, in bytes; null where it can't be read. */
    private static @Nullable Long rss() {
        try {
            return ProcessStatus.own().residentBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** What can't be read isn't told: no caller can do anything about it. */
    private <T> @Nullable T find(Control<T> control) {
        try {
            return allocator.find(control).orElse(null);
        } catch (AllocatorException e) {
            return null;
        }
    }

    private void writeHook(JsonWriter json) throws IOException {
        json.name("hook").beginObject();
        json.name("installed").value(hook.installed());
        json.name("counters").beginObject();
        for (Map.Entry<String, Long> counter : hook.counters().byName().entrySet()) {
            json.name(counter.getKey()).value(counter.getValue());
        }
        json.endObject().endObject();
    }

    /** Null where none is on that was begun here. */
    private void writeLog(JsonWriter json) throws IOException {
        json.name("allocationLog");
        Optional<RunningLog> running = log.running();
        if (running.isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("started").value(UtcTime.iso(running.get().started()));
        json.name("ends").value(UtcTime.iso(running.get().ends()));
        json.endObject();
    }

    /** Null unless malloc is glibc's and counts. */
    private void writeGlibc(JsonWriter json) throws IOException {
        json.name("glibc");
        Optional<GlibcMemory> read = current.glibc();
        if (read.isEmpty()) {
            json.nullValue();
            return;
        }
        GlibcMemory memory = read.get();
        json.beginObject();
        json.name("allocatedBytes").value(memory.heldBytes());
        json.name("freeBytes").value(memory.freeBytes());
        json.name("mappedBytes").value(memory.mappedBytes());
        json.name("mappedBlocks").value(memory.mappedCount());
        json.name("arenas").value(memory.arenas());
        json.endObject();
    }

    /** Null where it can't be told. */
    private void writeMemory(JsonWriter json) throws IOException {
        json.name("memory");
        Optional<MemorySummary> read = current.read();
        if (read.isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginObject();
        SummaryText.write(json, read.get());
        json.endObject();
    }
}
