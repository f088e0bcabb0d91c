package io.jemscope.agent.web.api;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Router;

/** Every address under {@code /api/v1/runs}. */
public final class RunRoutes {

    private RunRoutes() {}

    /** Adds them, and answers the router. */
    public static Router addTo(Router router, Profiler profiler, RunJson json, RoleRateLimiter limiter) {
        RunsResource runs = new RunsResource(profiler, json, limiter);
        RunResource run = new RunResource(profiler, json, limiter);
        return router.add("GET", "/api/v1/runs", runs.list())
                .add("POST", "/api/v1/runs", runs.start())
                .add("GET", "/api/v1/runs/{id}", run.show())
                .add("PATCH", "/api/v1/runs/{id}", run.stop())
                .add("DELETE", "/api/v1/runs/{id}", run.forget())
                .add("POST", "/api/v1/runs/{id}/dumps", run.snapshot());
    }
}
