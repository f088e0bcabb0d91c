package io.jemscope.agent.web.compat;

import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.web.api.Components;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** The addresses of libmtev and Traffic Server. */
public record OlderSystems(Components parts) implements RouteGroup {

    @Override
    public void addTo(Router router) {
        AwaitedStatistics statistics = new AwaitedStatistics(parts.allocator(), parts.dumps());
        router.add(
                        "GET",
                        "/mtev/memory.json",
                        new WhenNoDump(parts.dumps(), parts.serialQueue(), new MemoryJson(statistics)))
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

    /** Ignores parameters, as libmtev does. */
    private record MemoryJson(AwaitedStatistics statistics) implements Handler {
        @Override
        public Response answer(Request request) throws AllocatorException {
            return Response.text(200, "application/json", statistics.read(StatisticsQuery.JSON));
        }
    }
}
