package io.jemscope.agent;

import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Router;
import io.jemscope.agent.run.Profiler;

/** Every address under {@code /api/v1/runs}. */
final class RunAddresses {

    private RunAddresses() {}

    /** Adds them, and answers the router. */
    static Router addTo(Router router, Profiler profiler, RunJson json, CallerThrottle throttle) {
        RunsResource runs = new RunsResource(profiler, json, throttle);
        RunResource run = new RunResource(profiler, json, throttle);
        return router.add("GET", "/api/v1/runs", runs.list())
                .add("POST", "/api/v1/runs", runs.start())
                .add("GET", "/api/v1/runs/{id}", run.show())
                .add("PATCH", "/api/v1/runs/{id}", run.stop())
                .add("DELETE", "/api/v1/runs/{id}", run.forget())
                .add("POST", "/api/v1/runs/{id}/dumps", run.snapshot());
    }
}
