package io.jemscope.agent.web.compat.libmtev;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.SwitchOutcome;
import io.jemscope.agent.web.compat.AsideDumps;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.SerialQueue;
import java.io.IOException;
import java.util.Optional;

/**
 * {@code GET /mtev/heap_profile}: what state profiling is in; with {@code active=true|false}, switches it; with {@code
 * trigger_dump=true}, hands out a dump of which nothing stays on the disk.
 */
public final class HeapProfileResource implements Handler {

    private static final String PLAIN = "text/plain";
    private static final String DUMP = "application/x-jemalloc-heap-profile";

    private final Allocator allocator;
    private final Profiler profiler;
    private final AsideDumps dumps;
    private final RoleRateLimiter limiter;
    private final SerialQueue serialQueue;

    /**
     * Makes the resource.
     *
     * @param allocator whose state is told
     * @param profiler the one writer
     * @param dumps makes the dump
     * @param limiter how often
     * @param serialQueue has what waits for a dump, or makes one, done away from the server's workers
     */
    public HeapProfileResource(
            Allocator allocator, Profiler profiler, DumpStore dumps, RoleRateLimiter limiter, SerialQueue serialQueue) {
        this.allocator = allocator;
        this.profiler = profiler;
        this.dumps = new AsideDumps(dumps);
        this.limiter = limiter;
        this.serialQueue = serialQueue;
    }

    @Override
    public Response answer(Request request) throws ApiException {
        request.allowParameters("active", "trigger_dump");
        Optional<String> active = request.parameter("active");
        Optional<String> dump = request.parameter("trigger_dump");
        if (active.isPresent() && dump.isPresent()) {
            throw new ApiException(
                    400,
                    "The request asks for two things",
                    "active switches profiling, trigger_dump hands out a dump",
                    "Send one request for each.");
        }
        if (active.isPresent()) {
            request.requireOperator();
            return serialQueue.answer(request, switching(flag("active", active.get())));
        }
        if (dump.isPresent() && flag("trigger_dump", dump.get())) {
            limiter.take(request.caller(), "No dump was made");
            return serialQueue.answerAlone(request, dumping());
        }
        try {
            return Response.text(200, PLAIN, ProfilingStatus.of(allocator));
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
    }

    private Handler switching(boolean active) {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException {
                try {
                    if (profiler.setActive(active, false) instanceof SwitchOutcome.RunIsOn other) {
                        throw ErrorMapper.of(other);
                    }
                } catch (AllocatorException e) {
                    throw ErrorMapper.of(e);
                }
                return Response.text(200, PLAIN, active ? "Profiling is activated\n" : "Profiling is deactivated\n");
            }
        };
    }

    private Handler dumping() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                return Response.file(DUMP, dumps.openHeap().content());
            }
        };
    }

    private static boolean flag(String name, String value) throws ApiException {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new ApiException(
                        400,
                        "The parameter " + name + " can't be read",
                        "it is neither true nor false",
                        "Send " + name + "=true or " + name + "=false.");
        };
    }
}
