package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpListing;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
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

/** {@code /api/v1/dumps}: GET lists the dumps, the oldest first; POST makes one. */
record DumpsResource(DumpStore dumps, Profiler profiler, RoleRateLimiter limiter) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        return request.method().equals("POST") ? make(request) : list();
    }

    private Response make(Request request) throws ApiException, AllocatorException, IOException {
        DumpKind kind = kind(request);
        limiter.take(request.caller(), "No dump was made");
        Dump dump = profiler.dump(kind);
        JsonText json = new JsonText();
        DumpJson.write(dump, Optional.empty(), json);
        return Response.json(201, json).with("Location", "/api/v1/dumps/" + dump.id());
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

    private Response list() throws IOException {
        DumpListing listing = dumps.listing();
        JsonText json = new JsonText();
        json.beginObject().name("dumps").beginArray();
        for (Dump dump : listing.dumps()) {
            DumpJson.write(dump, profiler.runOf(dump), json);
        }
        json.endArray();
        json.name("unlisted").value(listing.unlisted());
        json.endObject();
        return Response.json(200, json);
    }
}
