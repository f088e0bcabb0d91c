package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.SwitchOutcome;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/** {@code PUT /api/v1/profiling}: sampling on or off. */
public final class ProfilingResource implements Handler {

    private final Profiler profiler;

    public ProfilingResource(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
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

    private SwitchOutcome.Switched set(boolean active, boolean force) throws ApiException {
        SwitchOutcome outcome;
        try {
            outcome = profiler.setActive(active, force);
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
        if (outcome instanceof SwitchOutcome.RunIsOn other) {
            throw ErrorMapper.of(other);
        }
        return (SwitchOutcome.Switched) outcome;
    }
}
