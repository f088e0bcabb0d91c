package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;

/** {@code /memory-profiler/statistics}: jemalloc's own, in JSON. */
record StatisticsAddress(AwaitedStatistics statistics) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException {
        request.allowParameters("options");
        try {
            StatisticsQuery query =
                    new StatisticsQuery(true, request.parameter("options").orElse(""));
            return Response.text(200, "application/json", statistics.read(query));
        } catch (IllegalArgumentException e) {
            throw new ApiException(
                    400,
                    "The parameter 'options' can't be read",
                    String.valueOf(e.getMessage()),
                    "Name only what is to be left out.");
        }
    }
}
