package io.jemscope.agent.web.compat.prometheus;

import io.jemscope.agent.config.AgentVersion;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.web.api.Components;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** What Prometheus asks for. */
public record MetricsRoutes(Components parts, CurrentMemory memory) implements RouteGroup {

    @Override
    public void addTo(Router router) {
        String version = AgentVersion.current();
        router.add(
                        "GET",
                        "/metrics",
                        new MetricsResource(
                                version,
                                parts.allocator(),
                                memory,
                                parts.hook(),
                                parts.events(),
                                parts.costs(),
                                parts.ledger(),
                                parts.verdict()))
                .limit("GET", "/metrics", parts.reads().metrics());
    }
}
