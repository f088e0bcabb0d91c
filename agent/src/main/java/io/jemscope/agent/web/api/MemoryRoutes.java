package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.Events;
import io.jemscope.allocator.Allocator;
import io.jemscope.httpd.Router;

/** The addresses of the allocator's memory, options and upkeep. */
public final class MemoryRoutes {

    private MemoryRoutes() {}

    /**
     * Adds them.
     *
     * @param allocator who is asked and told
     * @param dumps knows when a dump is made, which holds statistics back
     * @param events where upkeep is noted
     */
    public static void addTo(Router router, Allocator allocator, DumpStore dumps, Events events) {
        router.add("GET", "/api/v1/statistics", new StatisticsResource(allocator, dumps))
                .add("GET", "/api/v1/options", new OptionsResource(allocator))
                .add("POST", "/api/v1/purges", new PurgeResource(allocator, dumps, events));
    }
}
