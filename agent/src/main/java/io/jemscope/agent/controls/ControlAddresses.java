package io.jemscope.agent.controls;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Router;

/** The addresses of jemalloc's controls, and of its log of allocations. */
public final class ControlAddresses {

    private ControlAddresses() {}

    /**
     * Adds them.
     *
     * @param router where to
     * @param controls what is read and changed
     * @param log what is begun and ended
     * @param dumps knows when a dump is made, which holds controls back
     * @param throttle how often a log is begun for callers: each ends as a dump, which pushes others out
     */
    public static void addTo(
            Router router, Controls controls, AllocationLog log, DumpStore dumps, CallerThrottle throttle) {
        ControlsResource list = new ControlsResource(controls, dumps);
        AllocationLogResource allocations = new AllocationLogResource(log, throttle);
        router.add("GET", "/api/v1/controls", list)
                .add("PATCH", "/api/v1/controls", list.ofChange())
                .add("GET", "/api/v1/allocation-log", allocations)
                .add("PUT", "/api/v1/allocation-log", allocations.ofChange());
    }
}
