package io.jemscope.agent.mtev;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

/** {@code GET /mtev/memory.json}: jemalloc's statistics. Parameters are passed over, as there. */
public final class MemoryJsonResource implements Handler {

    private final Allocator allocator;

    /**
     * Makes the resource.
     *
     * @param allocator whose statistics
     */
    public MemoryJsonResource(Allocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public Response answer(Request request) throws Problem {
        try {
            return Response.text(200, "application/json", allocator.statistics(StatisticsQuery.JSON));
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
