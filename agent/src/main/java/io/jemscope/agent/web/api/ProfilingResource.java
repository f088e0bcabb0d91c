package io.jemscope.agent.web.api;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/** {@code PUT /api/v1/profiling}: sampling on or off. */
record ProfilingResource(Profiler profiler) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, RunIsOnException, IOException {
        request.allowParameters();
        JsonObjectBody body = JsonObjectBody.of(request, "active", "force");
        boolean active = body.flag("active");
        boolean changed = profiler.setActive(active, body.flag("force", false));
        JsonText json = new JsonText();
        json.beginObject();
        json.name("active").value(active);
        json.name("changed").value(changed);
        String warning = profiler.warning();
        if (warning != null) {
            json.name("warning").value(warning);
        }
        json.endObject();
        return Response.json(200, json);
    }
}
