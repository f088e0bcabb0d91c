package io.jemscope.agent.memory;

import io.jemscope.agent.dump.BetweenDumps;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.AllocatorStatistics;
import io.jemscope.allocator.StatisticsQuery;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code GET /api/v1/statistics}: jemalloc's own, as text or JSON, whole or with parts left out; or a summary by size class
 * and arena. While a dump is made, which holds jemalloc's statistics back, it refuses instead of waiting.
 */
final class StatisticsResource implements Handler {

    private final Allocator allocator;
    private final BetweenDumps between;

    StatisticsResource(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.between = dumps.between();
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters("format", "options");
        Optional<Response> answer = between.now(new BetweenDumps.Reading<Response, Problem, IOException>() {
            @Override
            public Response read() throws Problem, IOException {
                return statistics(request);
            }
        });
        if (answer.isEmpty()) {
            throw new Problem(
                            503,
                            "The statistics aren't read now",
                            "a dump is being made, and jemalloc holds them back until it is written",
                            "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        return answer.get();
    }

    private Response statistics(Request request) throws Problem, IOException {
        try {
            return read(request);
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }

    private Response read(Request request) throws Problem, AllocatorException, IOException {
        if (request.parameter("format").orElse("").equals("summary")) {
            return summary(request);
        }
        StatisticsQuery query = query(request);
        String statistics = allocator.statistics(query);
        return Response.text(200, query.json() ? "application/json" : "text/plain; charset=utf-8", statistics);
    }

    private Response summary(Request request) throws Problem, AllocatorException, IOException {
        if (request.parameter("options").isPresent()) {
            throw new Problem(
                    400,
                    "The summary takes no options",
                    "they say what to leave out of jemalloc's own statistics",
                    "Leave options out, or ask for format json or text.");
        }
        return Response.json(200, SummaryText.of(AllocatorStatistics.of(allocator)));
    }

    private static StatisticsQuery query(Request request) throws Problem {
        String format = request.parameter("format").orElse("json");
        if (!format.equals("json") && !format.equals("text")) {
            throw new Problem(
                    400,
                    "There are no statistics in that format",
                    "formats are json, text and summary",
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
