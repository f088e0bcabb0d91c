package io.jemscope.agent.pprof;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.rendering.Form;
import io.jemscope.agent.rendering.Renderings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * {@code GET /debug/pprof/heap} and {@code …/allocs}: a dump of this moment as {@code profile.proto}, with all its names.
 * The two differ, as Go's do, in which figure readers show first.
 */
public final class ProfileDownload implements Handler {

    private final AsideDumps aside;
    private final Renderings renderings;
    private final CallerThrottle throttle;
    private final Form form;

    private ProfileDownload(DumpStore dumps, Renderings renderings, CallerThrottle throttle, Form form) {
        this.throttle = throttle;
        this.aside = new AsideDumps(dumps);
        this.renderings = renderings;
        this.form = form;
    }

    /**
     * What lives, first of all.
     *
     * @param dumps makes the dump
     * @param renderings makes the profile of it
     * @param throttle how often
     * @return what answers
     */
    public static ProfileDownload heap(DumpStore dumps, Renderings renderings, CallerThrottle throttle) {
        return new ProfileDownload(dumps, renderings, throttle, Form.PPROF);
    }

    /**
     * What was ever allocated, first of all.
     *
     * @param dumps makes the dump
     * @param renderings makes the profile of it
     * @param throttle how often
     * @return what answers
     */
    public static ProfileDownload allocs(DumpStore dumps, Renderings renderings, CallerThrottle throttle) {
        return new ProfileDownload(dumps, renderings, throttle, Form.PPROF_ALLOCS);
    }

    @Override
    public void check(Request request) throws Problem {
        request.allowParameters("gc", "debug", "seconds");
        refuse(request, "debug", "this address answers in one form, pprof's", "Leave debug out.");
        refuse(
                request,
                "seconds",
                "differences over a time aren't made here",
                "Fetch two profiles and read them with go tool pprof -diff_base.");
        throttle.take(request.caller(), "No profile was made");
    }

    @Override
    public Response answer(Request request) throws Problem {
        Dump dump = aside.take();
        return Response.later(renderings
                .once(dump, form, request.caller().access())
                .thenApply(new Function<FileChannel, Response>() {
                    @Override
                    public Response apply(FileChannel profile) {
                        try {
                            return Response.file(form.contentType(), profile)
                                    .with("Content-Disposition", "attachment; filename=\"" + name() + ".pb.gz\"");
                        } catch (IOException e) {
                            throw new CompletionException(e);
                        }
                    }
                }));
    }

    /** As the address is called, so that two saved files are two. */
    private String name() {
        return form == Form.PPROF_ALLOCS ? "allocs" : "heap";
    }

    /** Go's own servers take both; nothing is what a client means that sends 0. */
    private static void refuse(Request request, String name, String why, String next) throws Problem {
        String value = request.parameter(name).orElse("0");
        if (!value.isEmpty() && !value.equals("0")) {
            throw new Problem(400, "The profile isn't made with " + name, why, next);
        }
    }
}
