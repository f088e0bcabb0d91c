package io.jemscope.agent.web.compat;

import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;

/** {@code GET /mtev/memory.json}: jemalloc's statistics. Parameters are passed over, as there. */
record MemoryJsonResource(AwaitedStatistics statistics) implements Handler {

    @Override
    public Response answer(Request request) throws AllocatorException {
        return Response.text(200, "application/json", statistics.read(StatisticsQuery.JSON));
    }
}
