package io.jemscope.agent.web.api;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /api/v1/resets}: deletes all samples, for everybody. The caller must confirm it. */
record ResetResource(Profiler profiler) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        JsonObjectBody body = JsonObjectBody.of(request, "discard", "force");
        if (!body.flag("discard", false)) {
            throw new ApiException(
                    400,
                    "No samples are thrown away",
                    "a reset forgets all of them, for everybody who profiles this program, and discard doesn't say that"
                            + " this is known",
                    "Send {\"discard\":true}, and make a dump before, if what was sampled so far is needed.");
        }
        Optional<Run> running = reset(body.flag("force", false));
        JsonText json = new JsonText();
        json.beginObject();
        json.name("discarded").value(true);
        json.name("run").value(running.isPresent() ? Long.toString(running.get().id()) : null);
        json.endObject();
        return Response.json(200, json);
    }

    private Optional<Run> reset(boolean force) throws ApiException, AllocatorException {
        try {
            return profiler.reset(force);
        } catch (RunIsOnException e) {
            long id = e.run().id();
            throw new ApiException(
                    409,
                    "No samples are thrown away",
                    "run " + id + " is on, and needs them",
                    "Stop the run by PATCH on /api/v1/runs/" + id
                            + " with {\"state\":\"finished\"}, or send \"force\":true as well: the run goes on without a"
                            + " baseline.");
        }
    }
}
