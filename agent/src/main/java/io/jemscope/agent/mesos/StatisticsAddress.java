package io.jemscope.agent.mesos;

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

/** {@code /memory-profiler/statistics}: jemalloc's own, in JSON. */
final class StatisticsAddress implements Handler {

    private final AwaitedStatistics statistics;

    StatisticsAddress(Allocator allocator, DumpStore dumps) {
        this.statistics = new AwaitedStatistics(allocator, dumps);
    }

    @Override
    public Response answer(Request request) throws Problem {
        request.allowParameters("options");
        try {
            StatisticsQuery query =
                    new StatisticsQuery(true, request.parameter("options").orElse(""));
            return Response.text(200, "application/json", statistics.read(query));
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    400,
                    "The parameter 'options' can't be read",
                    String.valueOf(e.getMessage()),
                    "Name only what is to be left out.");
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
