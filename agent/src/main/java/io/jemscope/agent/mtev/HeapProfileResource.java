package io.jemscope.agent.mtev;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.SwitchOutcome;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
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
    private final CallerThrottle throttle;

    /**
     * Makes the resource.
     *
     * @param allocator whose state is told
     * @param profiler the one writer
     * @param dumps makes the dump
     * @param throttle how often
     */
    public HeapProfileResource(Allocator allocator, Profiler profiler, DumpStore dumps, CallerThrottle throttle) {
        this.allocator = allocator;
        this.profiler = profiler;
        this.dumps = new AsideDumps(dumps);
        this.throttle = throttle;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters("active", "trigger_dump");
        Optional<String> active = request.parameter("active");
        Optional<String> dump = request.parameter("trigger_dump");
        if (active.isPresent() && dump.isPresent()) {
            throw new Problem(
                    400,
                    "The request asks for two things",
                    "active switches profiling, trigger_dump hands out a dump",
                    "Send one request for each.");
        }
        try {
            if (active.isPresent()) {
                request.requireOperator();
                return switched(flag("active", active.get()));
            }
            if (dump.isPresent() && flag("trigger_dump", dump.get())) {
                return dumped(request.caller());
            }
            return Response.text(200, PLAIN, ProfilingStatus.of(allocator));
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }

    private Response switched(boolean active) throws AllocatorException, Problem {
        if (profiler.setActive(active, false) instanceof SwitchOutcome.RunIsOn other) {
            throw Refusals.of(other);
        }
        return Response.text(200, PLAIN, active ? "Profiling is activated\n" : "Profiling is deactivated\n");
    }

    private Response dumped(Caller caller) throws Problem, IOException {
        throttle.take(caller, "No dump was made");
        return Response.file(DUMP, dumps.openHeap().content());
    }

    private static boolean flag(String name, String value) throws Problem {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new Problem(
                        400,
                        "The parameter " + name + " can't be read",
                        "it is neither true nor false",
                        "Send " + name + "=true or " + name + "=false.");
        };
    }
}
