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
        Optional<Dump> running = log.running();
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("available").value(available);
        json.name("active").value(running.isPresent());
        json.name("started")
                .value(running.isPresent() ? UtcTime.iso(running.get().made()) : null);
        json.endObject();
        return Response.json(200, text);
    }

    /** {@code PUT}. */
    Handler ofChange() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws Problem, IOException {
                request.allowParameters();
                return change(request, JsonObjectBody.of(request, "active").flag("active"));
            }
        };
    }

    private Response change(Request request, boolean active) throws Problem, IOException {
        boolean changed;
        Optional<Dump> dump = Optional.empty();
        try {
            if (active) {
                changed = log.start(new CallerPermit(throttle, request.caller(), "No log is begun"));
            } else {
                dump = log.stop();
                changed = dump.isPresent();
            }
        } catch (AllocatorException | IOException e) {
            throw Refusals.ofDump(e);
        }
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("active").value(active);
        json.name("changed").value(changed);
        json.name("dump").value(dump.isPresent() ? dump.get().id() : null);
        json.endObject();
        return Response.json(200, text);
    }
}
