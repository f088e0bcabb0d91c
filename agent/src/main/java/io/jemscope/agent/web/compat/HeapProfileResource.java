package io.jemscope.agent.web.compat;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.SerialQueue;

/**
 * {@code GET /mtev/heap_profile}: what state profiling is in; with {@code active=true|false}, switches it; with {@code
 * trigger_dump=true}, hands out a dump of which nothing stays on the disk.
 */
record HeapProfileResource(
        Allocator allocator, Profiler profiler, DumpStore dumps, RoleRateLimiter limiter, SerialQueue serialQueue)
        implements Handler {

    private static final String PLAIN = "text/plain";
    private static final String DUMP = "application/x-jemalloc-heap-profile";

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException {
        request.allowParameters("active", "trigger_dump");
        boolean active = request.parameter("active").isPresent();
        if (active && request.parameter("trigger_dump").isPresent()) {
            throw new ApiException(
                    400,
                    "The request asks for two things",
                    "active switches profiling, trigger_dump hands out a dump",
                    "Send one request for each.");
        }
        if (active) {
            request.requireOperator();
            boolean on = request.flag("active", false);
            return serialQueue.answer(request, inTurn -> switchTo(on));
        }
        if (request.flag("trigger_dump", false)) {
            limiter.take(request.caller(), "No dump was made");
            return serialQueue.answerAlone(
                    request, inTurn -> Response.file(DUMP, dumps.openHeap().content()));
        }
        return Response.text(200, PLAIN, ProfilingStatus.of(allocator));
    }

    private Response switchTo(boolean active) throws AllocatorException, RunIsOnException {
        profiler.setActive(active, false);
        return Response.text(200, PLAIN, active ? "Profiling is activated\n" : "Profiling is deactivated\n");
    }
}
