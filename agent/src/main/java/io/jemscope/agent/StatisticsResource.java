package io.jemscope.agent;

import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.http.Router;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

/** {@code /api/v1/statistics}: jemalloc's own, as text or JSON, whole or with parts left out. */
final class StatisticsResource {

    private final Allocator allocator;

    StatisticsResource(Allocator allocator) {
        this.allocator = allocator;
    }

    void addTo(Router router) {
        router.add("GET", "/api/v1/statistics", this::get);
    }

    private Response get(Request request) throws Problem {
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
