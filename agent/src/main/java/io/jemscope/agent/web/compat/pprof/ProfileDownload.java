package io.jemscope.agent.web.compat.pprof;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletionException;

/**
 * {@code GET /debug/pprof/heap} and {@code …/allocs}: a dump of this moment as {@code profile.proto}, with all its names.
 * The two differ, as Go's do, in which figure readers show first.
 *
 * @param dumps makes the dump
 * @param renderings makes the profile of it
 * @param limiter how often
 * @param format PPROF or PPROF_ALLOCS
 */
record ProfileDownload(DumpStore dumps, Renderings renderings, RoleRateLimiter limiter, ViewFormat format)
        implements Handler {

    @Override
    public void check(Request request) throws ApiException {
        request.allowParameters("gc", "debug", "seconds");
        refuse(request, "debug", "this address answers in one form, pprof's", "Leave debug out.");
        refuse(
                request,
                "seconds",
                "differences over a time aren't made here",
                "Fetch two profiles and read them with go tool pprof -diff_base.");
        limiter.take(request.caller(), "No profile was made");
    }

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        return Response.later(renderings
                .once(dumps.writeAside(), format, request.caller().access())
                .thenApply(this::send));
    }

    private Response send(FileChannel profile) {
        try {
            return Response.file(format.contentType(), profile)
                    .with("Content-Disposition", "attachment; filename=\"" + name() + ".pb.gz\"");
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** As the address is called, so that two saved files are two. */
    private String name() {
        return format == ViewFormat.PPROF_ALLOCS ? "allocs" : "heap";
    }

    /** Go's own servers take both; nothing is what a client means that sends 0. */
    private static void refuse(Request request, String name, String why, String next) throws ApiException {
        String value = request.parameter(name).orElse("0");
        if (!value.isEmpty() && !value.equals("0")) {
            throw new ApiException(400, "The profile isn't made with " + name, why, next);
        }
    }
}
