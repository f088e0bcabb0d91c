package io.jemscope.agent.web.api;

import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.watch.Bundle;
import io.jemscope.agent.watch.Bundles;
import io.jemscope.agent.watch.Trigger;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** {@code /api/v1/bundles}: GET lists the bundles, the oldest first; POST makes one; {@code …/{id}} hands one out. */
record BundlesResource(Bundles bundles, RoleRateLimiter limiter) implements Handler {

    /** Other operators wait meanwhile. */
    private static final long FORM_MILLIS = 20_000;

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        return request.method().equals("POST") ? make(request) : list();
    }

    private Response make(Request request) throws ApiException, IOException {
        limiter.take(request.caller(), "No bundle was made");
        if (bundles.isMaking()) {
            throw new ApiException(
                            503, "No bundle was made", "another one is being made", "Try again in a few seconds.")
                    .retryAfter(Duration.ofSeconds(5));
        }
        Bundle bundle = bundles.make(Trigger.asked(), 1_000, FORM_MILLIS);
        String id = bundle.file().getFileName().toString();
        JsonText json = new JsonText();
        json.beginObject();
        json.name("id").value(id);
        json.name("file").value(bundle.file().toString());
        json.name("bytes").value(bundle.bytes());
        json.name("triggered").value(UtcTime.iso(bundle.trigger().time()));
        json.name("millis").value(bundle.took().toMillis());
        json.endObject();
        return Response.json(201, json).with("Location", "/api/v1/bundles/" + id);
    }

    private Response list() throws IOException {
        JsonText json = new JsonText();
        json.beginObject().name("bundles").beginArray();
        for (Path file : bundles.list()) {
            try {
                long bytes = Files.size(file);
                json.beginObject();
                json.name("id").value(file.getFileName().toString());
                json.name("file").value(file.toString());
                json.name("bytes").value(bytes);
                json.endObject();
            } catch (NoSuchFileException e) {
                // Dropped meanwhile.
            }
        }
        json.endArray().endObject();
        return Response.json(200, json);
    }

    /** Hands one out. */
    Handler one() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                // It has more than what readers see: options of the JVM, and the history.
                request.requireOperator();
                Optional<Path> file = bundles.find(request.segment("id"));
                if (file.isEmpty()) {
                    throw new ApiException(
                            404,
                            "There is no such bundle",
                            "none was made under that id, or it isn't kept any more",
                            "Ask for the bundles by GET on /api/v1/bundles, or make one by POST to it.");
                }
                FileChannel channel =
                        FileChannel.open(file.get(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                return Response.file("application/zip", channel)
                        .with(
                                "Content-Disposition",
                                "attachment; filename=\"jemscope-" + file.get().getFileName() + "\"");
            }
        };
    }
}
