package io.jemscope.agent;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

/** {@code GET /api/v1/statistics}: jemalloc's own, as text or JSON, whole or with parts left out. */
final class StatisticsResource implements Handler {

    private final Allocator allocator;

    StatisticsResource(Allocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public Response answer(Request request) throws Problem {
        request.allowParameters("format", "options");
        StatisticsQuery query = query(request);
        try {
            String statistics = allocator.statistics(query);
            return Response.text(200, query.json() ? "application/json" : "text/plain; charset=utf-8", statistics);
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }

    private static StatisticsQuery query(Request request) throws Problem {
        String format = request.parameter("format").orElse("json");
        if (!format.equals("json") && !format.equals("text")) {
            throw new Problem(
                    400,
                    "There are no statistics in that format",
                    "formats are json and text",
                    "Ask for one of these.");
        }
        try {
            return new StatisticsQuery(
                    format.equals("json"), request.parameter("options").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    400,
                    "The statistics' options can't be read",
                    String.valueOf(e.getMessage()),
                    "Name only what is to be left out.");
        }
    }
}
