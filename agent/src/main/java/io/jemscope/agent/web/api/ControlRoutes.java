package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Router;

/** The addresses of jemalloc's controls, and of its log of allocations. */
public final class ControlRoutes {

    private ControlRoutes() {}

    /**
     * Adds them.
     *
     * @param controls what is read and changed
     * @param log what is begun and ended
     * @param dumps knows when a dump is made, which holds controls back
     * @param limiter how often a log is begun for callers: each ends as a dump, which pushes others out
     */
    public static void addTo(
            Router router, Controls controls, AllocationLog log, DumpStore dumps, RoleRateLimiter limiter) {
        ControlsResource list = new ControlsResource(controls, dumps);
        AllocationLogResource allocations = new AllocationLogResource(log, limiter);
        router.add("GET", "/api/v1/controls", list)
                .add("PATCH", "/api/v1/controls", list.ofChange())
                .add("GET", "/api/v1/allocation-log", allocations)
                .add("PUT", "/api/v1/allocation-log", allocations.ofChange());
    }
}
