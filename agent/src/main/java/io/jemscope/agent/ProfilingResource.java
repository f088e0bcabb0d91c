package io.jemscope.agent;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.run.Profiler;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;

/** {@code PUT /api/v1/profiling}: sampling on or off. */
final class ProfilingResource implements Handler {

    private final Profiler profiler;

    ProfilingResource(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Profiler.Change change = set(JsonObjectBody.of(request, "active").flag("active"));
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("active").value(change.active());
        json.name("changed").value(change.changed());
        String warning = profiler.warning();
        if (warning != null) {
            json.name("warning").value(warning);
        }
        json.endObject();
        return Response.json(200, text);
    }

    private Profiler.Change set(boolean active) throws Problem {
        try {
            return profiler.setActive(active);
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
