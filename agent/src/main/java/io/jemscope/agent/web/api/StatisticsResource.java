package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.AllocatorStatistics;
import io.jemscope.allocator.Detection;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.time.Duration;

/**
 * {@code GET /api/v1/statistics}: jemalloc's own or glibc's, as text or JSON, whole or with parts left out; or a summary of
 * jemalloc's by size class and arena. While a dump is made, which holds jemalloc's statistics back, it refuses instead of waiting.
 */
record StatisticsResource(Allocator allocator, DumpStore dumps) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters("format", "options");
        if (!dumps.between().tryLock()) {
            throw new ApiException(
                            503,
                            "The statistics aren't read now",
                            "a dump is being made, and jemalloc holds them back until it is written",
                            "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        try {
            return read(request);
        } finally {
            dumps.between().unlock();
        }
    }

    private Response read(Request request) throws ApiException, AllocatorException, IOException {
        if (request.parameter("format").orElse("").equals("summary")) {
            return summary(request);
        }
        StatisticsQuery query = query(request);
        String statistics = allocator.statistics(query);
        return Response.text(200, query.json() ? "application/json" : "text/plain; charset=utf-8", statistics);
    }

    private Response summary(Request request) throws ApiException, AllocatorException, IOException {
        if (request.parameter("options").isPresent()) {
            throw new ApiException(
                    400,
                    "The summary takes no options",
                    "they say what to leave out of jemalloc's own statistics",
                    "Leave options out, or ask for format json or text.");
        }
        Detection detection = allocator.detection();
        if (!detection.present()) {
            throw new ApiException(
                    409,
                    "There is no summary",
                    "it is one of jemalloc's size classes and arenas, and malloc is that of " + detection.mallocName(),
                    "Request format json or text.");
        }
        return Response.json(200, SummaryText.of(AllocatorStatistics.of(allocator)));
    }

    private static StatisticsQuery query(Request request) throws ApiException {
        String format = request.parameter("format").orElse("json");
        if (!format.equals("json") && !format.equals("text")) {
            throw new ApiException(
                    400,
                    "There are no statistics in that format",
                    "formats are json, text and summary",
                    "Ask for one of these.");
        }
        try {
            return new StatisticsQuery(
                    format.equals("json"), request.parameter("options").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new ApiException(
                    400,
                    "The statistics' options can't be read",
                    String.valueOf(e.getMessage()),
                    "Name only what is to be left out.");
        }
    }
}
