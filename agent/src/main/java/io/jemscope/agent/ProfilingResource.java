package io.jemscope.agent;

import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.http.Router;
import io.jemscope.allocator.AllocatorException;

/** {@code /api/v1/profiling}: sampling on or off. */
final class ProfilingResource {

    private final Profiler profiler;

    ProfilingResource(Profiler profiler) {
        this.profiler = profiler;
    }

    void addTo(Router router) {
        router.add("PUT", "/api/v1/profiling", this::put);
    }

    private Response put(Request request) throws Problem {
        request.allowParameters();
        boolean active = JsonObjectBody.of(request, "active").flag("active");
        try {
            Profiler.Change change = profiler.setActive(active);
            return Response.json(
                    200,
                    json -> json.beginObject()
                            .name("active")
                            .value(change.active())
                            .name("changed")
                            .value(change.changed())
                            .endObject());
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
