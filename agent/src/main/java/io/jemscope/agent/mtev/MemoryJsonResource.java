package io.jemscope.agent.mtev;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.memory.AwaitedStatistics;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

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
    public Response answer(Request request) throws Problem {
        try {
            return Response.text(200, "application/json", statistics.read(StatisticsQuery.JSON));
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
