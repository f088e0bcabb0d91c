package io.jemscope.agent.mtev;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.http.Turns;
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
    private final Turns turns;

    /**
     * Makes the resource.
     *
     * @param allocator whose state is told
     * @param profiler the one writer
     * @param dumps makes the dump
     * @param throttle how often
     * @param turns has what waits for a dump, or makes one, done away from the server's workers
     */
    public HeapProfileResource(
            Allocator allocator, Profiler profiler, DumpStore dumps, CallerThrottle throttle, Turns turns) {
        this.allocator = allocator;
        this.profiler = profiler;
        this.dumps = new AsideDumps(dumps);
        this.throttle = throttle;
        this.turns = turns;
    }

    @Override
    public Response answer(Request request) throws Problem {
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
        if (active.isPresent()) {
            request.requireOperator();
            return turns.answer(request, switching(flag("active", active.get())));
        }
        if (dump.isPresent() && flag("trigger_dump", dump.get())) {
            throttle.take(request.caller(), "No dump was made");
            return turns.answerAlone(request, dumping());
        }
        try {
            return Response.text(200, PLAIN, ProfilingStatus.of(allocator));
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }

    private Handler switching(boolean active) {
        return new Handler() {
            @Override
            public Response answer(Request request) throws Problem {
                try {
                    if (profiler.setActive(active, false) instanceof SwitchOutcome.RunIsOn other) {
                        throw Refusals.of(other);
                    }
                } catch (AllocatorException e) {
                    throw Refusals.of(e);
                }
                return Response.text(200, PLAIN, active ? "Profiling is activated\n" : "Profiling is deactivated\n");
            }
        };
    }

    private Handler dumping() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws Problem, IOException {
                return Response.file(DUMP, dumps.openHeap().content());
            }
        };
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
