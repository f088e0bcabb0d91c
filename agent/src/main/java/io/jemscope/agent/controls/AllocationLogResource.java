package io.jemscope.agent.controls;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.CallerPermit;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.time.UtcTime;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code /api/v1/allocation-log}: GET tells whether jemalloc logs what is sampled and freed, PUT begins and ends it. What was
 * logged is then among the dumps.
 */
final class AllocationLogResource implements Handler {

    private final AllocationLog log;
    private final CallerThrottle throttle;

    AllocationLogResource(AllocationLog log, CallerThrottle throttle) {
        this.log = log;
        this.throttle = throttle;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        boolean available;
        try {
            available = log.isAvailable();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
        Optional<RunningLog> running = log.running();
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("available").value(available);
        json.name("active").value(running.isPresent());
        json.name("started")
                .value(running.isPresent() ? UtcTime.iso(running.get().started()) : null);
        writeEnd(running, json);
        json.endObject();
        return Response.json(200, text);
    }

    private static void writeEnd(Optional<RunningLog> running, JsonWriter json) throws IOException {
        json.name("ends").value(running.isPresent() ? UtcTime.iso(running.get().ends()) : null);
    }

    /** {@code PUT}. */
    Handler ofChange() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws Problem, IOException {
                request.allowParameters();
                JsonObjectBody body = JsonObjectBody.of(request, "active", "seconds");
                boolean active = body.flag("active");
                return change(request, active, LogLength.of(body.number("seconds")));
            }
        };
    }

    private Response change(Request request, boolean active, Duration length) throws Problem, IOException {
        boolean changed;
        Optional<Dump> dump = Optional.empty();
        try {
            if (active) {
                changed = log.start(length, new CallerPermit(throttle, request.caller(), "No log is begun"));
            } else {
                changed = log.stop().isPresent();
                dump = log.last();
            }
        } catch (AllocatorException | IOException e) {
            throw Refusals.ofDump(e);
        }
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("active").value(active);
        json.name("changed").value(changed);
        writeEnd(active ? log.running() : Optional.empty(), json);
        json.name("dump").value(dump.isPresent() ? dump.get().id() : null);
        json.endObject();
        return Response.json(200, text);
    }
}
