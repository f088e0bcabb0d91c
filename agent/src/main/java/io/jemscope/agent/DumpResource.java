package io.jemscope.agent;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.run.Profiler;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /api/v1/dumps}: makes a dump. */
final class DumpResource implements Handler {

    private final Profiler profiler;
    private final CallerThrottle throttle;

    DumpResource(Profiler profiler, CallerThrottle throttle) {
        this.profiler = profiler;
        this.throttle = throttle;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        DumpKind kind = kind(request);
        throttle.take(request.caller(), "No dump was made");
        Dump dump = dump(kind);
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        DumpJson.write(dump, Optional.empty(), json);
        return Response.json(201, text).with("Location", "/api/v1/dumps/" + dump.id());
    }

    private Dump dump(DumpKind kind) throws Problem {
        try {
            return profiler.dump(kind);
        } catch (AllocatorException | IOException e) {
            throw Refusals.ofDump(e);
        }
    }

    private static DumpKind kind(Request request) throws Problem {
        String kind = JsonObjectBody.of(request, "kind").text("kind").orElse(DumpKind.ASKED.word());
        return switch (kind) {
            case "asked" -> DumpKind.ASKED;
            case "snapshot" -> DumpKind.SNAPSHOT;
            default ->
                throw new Problem(
                        400, "There is no such kind of dump", "kinds are asked and snapshot", "Ask for one of these.");
        };
    }
}
