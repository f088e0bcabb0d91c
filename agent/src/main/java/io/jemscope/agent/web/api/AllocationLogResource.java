package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.LogLength;
import io.jemscope.agent.jemalloc.RunningLog;
import io.jemscope.agent.web.errors.CallerPermit;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code /api/v1/allocation-log}: GET tells whether jemalloc logs what is sampled and freed, PUT begins and ends it. What was
 * logged is then among the dumps.
 */
final class AllocationLogResource implements Handler {

    private final AllocationLog log;
    private final RoleRateLimiter limiter;

    AllocationLogResource(AllocationLog log, RoleRateLimiter limiter) {
        this.log = log;
        this.limiter = limiter;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        boolean available;
        try {
            available = log.isAvailable();
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
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
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                JsonObjectBody body = JsonObjectBody.of(request, "active", "seconds");
                boolean active = body.flag("active");
                return change(request, active, LogLength.of(body.number("seconds")));
            }
        };
    }

    private Response change(Request request, boolean active, Duration length) throws ApiException, IOException {
        boolean changed;
        Optional<Dump> dump = Optional.empty();
        try {
            if (active) {
                changed = log.start(length, new CallerPermit(limiter, request.caller(), "No log is begun"));
            } else {
                changed = log.stop().isPresent();
                dump = log.last();
            }
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
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
