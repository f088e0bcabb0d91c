package io.jemscope.agent.web.compat.libmtev;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;

/** {@code GET /mtev/memory.json}: jemalloc's statistics. Parameters are passed over, as there. */
public final class MemoryJsonResource implements Handler {

    private final AwaitedStatistics statistics;

    /**
     * Makes the resource.
     *
     * @param allocator whose statistics
     * @param dumps knows when a dump is made, for which it waits
     */
    public MemoryJsonResource(Allocator allocator, DumpStore dumps) {
        this.statistics = new AwaitedStatistics(allocator, dumps);
    }

    @Override
    public Response answer(Request request) throws ApiException {
        try {
            return Response.text(200, "application/json", statistics.read(StatisticsQuery.JSON));
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
    }
}
