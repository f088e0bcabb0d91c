package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /api/v1/dumps}: makes a dump. */
public final class DumpResource implements Handler {

    private final Profiler profiler;
    private final RoleRateLimiter limiter;

    public DumpResource(Profiler profiler, RoleRateLimiter limiter) {
        this.profiler = profiler;
        this.limiter = limiter;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        DumpKind kind = kind(request);
        limiter.take(request.caller(), "No dump was made");
        Dump dump = dump(kind);
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        DumpJson.write(dump, Optional.empty(), json);
        return Response.json(201, text).with("Location", "/api/v1/dumps/" + dump.id());
    }

    private Dump dump(DumpKind kind) throws ApiException {
        try {
            return profiler.dump(kind);
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
    }

    private static DumpKind kind(Request request) throws ApiException {
        String kind = JsonObjectBody.of(request, "kind").text("kind").orElse(DumpKind.ASKED.word());
        return switch (kind) {
            case "asked" -> DumpKind.ASKED;
            case "snapshot" -> DumpKind.SNAPSHOT;
            default ->
                throw new ApiException(
                        400, "There is no such kind of dump", "kinds are asked and snapshot", "Ask for one of these.");
        };
    }
}
