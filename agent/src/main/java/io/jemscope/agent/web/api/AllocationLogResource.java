package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.RunningLog;
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
 * {@code /api/v1/allocation-log}: GET shows whether jemalloc logs what is sampled and freed, PUT begins and ends the log. What was
 * logged is then among the dumps.
 *
 * @param limiter how often a log is begun for callers: each ends as a dump, which evicts others
 */
record AllocationLogResource(AllocationLog log, RoleRateLimiter limiter) implements Handler {

    /** Minutes, since the whole log is in the program's memory until its end. */
    private static final long USUAL_SECONDS = 600;

    private static final long MOST_SECONDS = 3_600;

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        return request.method().equals("PUT") ? change(request) : show();
    }

    private Response show() throws AllocatorException, IOException {
        boolean available = log.isAvailable();
        Optional<RunningLog> running = log.running();
        JsonText json = new JsonText();
        json.beginObject();
        json.name("available").value(available);
        json.name("active").value(running.isPresent());
        json.name("started")
                .value(running.isPresent() ? UtcTime.iso(running.get().started()) : null);
        writeEnd(running, json);
        json.endObject();
        return Response.json(200, json);
    }

    private static void writeEnd(Optional<RunningLog> running, JsonWriter json) throws IOException {
        json.name("ends").value(running.isPresent() ? UtcTime.iso(running.get().ends()) : null);
    }

    private Response change(Request request) throws ApiException, AllocatorException, IOException {
        JsonObjectBody body = JsonObjectBody.of(request, "active", "seconds");
        boolean active = body.flag("active");
        Duration length = length(body.number("seconds"));
        boolean changed;
        Optional<Dump> dump = Optional.empty();
        if (active) {
            changed = log.start(length, () -> limiter.take(request.caller(), "No log is begun"));
        } else {
            changed = log.stop().isPresent();
            dump = log.last();
        }
        JsonText json = new JsonText();
        json.beginObject();
        json.name("active").value(active);
        json.name("changed").value(changed);
        writeEnd(active ? log.running() : Optional.empty(), json);
        json.name("dump").value(dump.isPresent() ? dump.get().id() : null);
        json.endObject();
        return Response.json(200, json);
    }

    private static Duration length(Optional<Long> seconds) throws ApiException {
        if (seconds.isPresent() && (seconds.get() < 1 || seconds.get() > MOST_SECONDS)) {
            throw new ApiException(
                    400,
                    "No log is begun",
                    "a log goes on for 1 to " + MOST_SECONDS + " seconds",
                    "Send {\"active\":true,\"seconds\":" + USUAL_SECONDS
                            + "}; once it has ended, another one can be begun.");
        }
        return Duration.ofSeconds(seconds.orElse(USUAL_SECONDS));
    }
}
