package io.jemscope.agent.web.compat;

import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.web.api.Components;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** What libmtev and Traffic Server answer. */
public record OlderSystems(Components parts) implements RouteGroup {

    @Override
    public void addTo(Router router) {
        AwaitedStatistics statistics = new AwaitedStatistics(parts.allocator(), parts.dumps());
        router.add(
                        "GET",
                        "/mtev/memory.json",
                        new WhenNoDump(parts.dumps(), parts.serialQueue(), new MemoryJsonResource(statistics)))
                .add(
                        "GET",
                        "/mtev/heap_profile",
                        new HeapProfileResource(
                                parts.allocator(),
                                parts.profiler(),
                                parts.dumps(),
                                parts.limiter(),
                                parts.serialQueue()))
                .add(
                        "POST",
                        "/plugin/memory_profile/msg",
                        new MessageResource(statistics, parts.profiler(), parts.dumps(), parts.limiter(), parts.log()))
                .limit("GET", "/mtev/memory.json", parts.reads().statistics());
    }
}
