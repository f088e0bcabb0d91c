package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.web.rendering.Rendering;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.agent.web.rendering.View;
import io.jemscope.agent.web.rendering.ViewAddress;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.agent.web.rendering.ViewRequest;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** {@code /memory-profiler/download/…}: the profile of a run, as it is or made readable. */
record DownloadAddress(RunProfiles profiles, RoleRateLimiter views, Renderings renderings) {

    private static final ViewAddress ADDRESS = ViewAddress.of("download/", "since=start", "id", "snapshot", "since")
            .with(ViewFormat.TEXT, "text")
            .with(ViewFormat.GRAPH, "graph");

    /** {@code raw}: the dump. */
    Response raw(Request request) throws ApiException, IOException {
        request.allowParameters("id", "snapshot");
        Dump dump = profiles.find(request).dump();
        return send(dump.file(), dump.id() + ".heap");
    }

    /** {@code text} and {@code graph}: rendered on the first request, in the background. */
    Response rendered(Request request, ViewFormat format) throws ApiException {
        RunProfiles.Asked asked = profiles.find(request);
        Optional<Dump> baseline = baseline(request, asked);
        View view = ViewRequest.of(request, format, baseline.isPresent(), ADDRESS);
        Principal caller = request.caller();
        Permit<ApiException> permit = () -> views.take(caller, "The profile isn't analysed");
        return Response.later(renderings
                .of(asked.dump(), baseline, format, view, caller.access(), permit)
                .thenApply(rendering -> sendMade(rendering, asked.dump().id() + "." + format.ending()))
                .exceptionally(failure -> PlainProblems.of(reason(failure, baseline))));
    }

    /** What was made while the dump from the start was there is kept; where it wasn't, this is why nothing is made now. */
    private Throwable reason(Throwable failure, Optional<Dump> baseline) {
        return baseline.isPresent() && !profiles.holds(baseline.get()) ? noStart() : failure;
    }

    private static ApiException noStart() {
        return new ApiException(
                400,
                "What came since the start can't be told",
                "the run has no dump from its start, or it isn't kept any more",
                "Ask with since=everything.");
    }

    /** What was sampled before the run began isn't its doing, unless the caller wants to know that too. */
    private static Optional<Dump> baseline(Request request, RunProfiles.Asked asked) throws ApiException {
        String since = request.parameter("since").orElse("");
        return switch (since) {
            case "" -> asked.baseline();
            case "everything" -> Optional.empty();
            case "start" -> {
                if (asked.baseline().isEmpty()) {
                    throw noStart();
                }
                yield asked.baseline();
            }
            default ->
                throw new ApiException(
                        400,
                        "The parameter 'since' can't be read",
                        "it is neither start nor everything",
                        "Send since=start or since=everything.");
        };
    }

    private static Response sendMade(Rendering rendering, String name) {
        try {
            return rendering.nameUnmatchedIn(send(rendering.file(), name));
        } catch (ApiException | IOException e) {
            throw new CompletionException(e);
        }
    }

    private static Response send(Path file, String name) throws ApiException, IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new ApiException(
                    400, "The file can't be read", "it was removed", "Visit /memory-profiler/start for a new one.");
        }
        return Response.file("application/octet-stream", channel)
                .with("Content-Disposition", "attachment; filename=" + name);
    }
}
