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
import io.jemscope.agent.run.SwitchOutcome;
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
        JsonObjectBody body = JsonObjectBody.of(request, "active", "force");
        SwitchOutcome.Switched change = set(body.flag("active"), body.flag("force", false));
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

    private SwitchOutcome.Switched set(boolean active, boolean force) throws Problem {
        SwitchOutcome outcome;
        try {
            outcome = profiler.setActive(active, force);
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
        if (outcome instanceof SwitchOutcome.RunIsOn other) {
            throw Refusals.of(other);
        }
        return (SwitchOutcome.Switched) outcome;
    }
}
