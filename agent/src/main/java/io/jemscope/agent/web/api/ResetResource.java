package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.ResetOutcome;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /api/v1/resets}: forgets all samples, for everybody. Only for who says that he knows it. */
public final class ResetResource implements Handler {

    private final Profiler profiler;

    public ResetResource(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
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
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("discarded").value(true);
        json.name("run").value(running.isPresent() ? Long.toString(running.get().id()) : null);
        json.endObject();
        return Response.json(200, text);
    }

    private Optional<Run> reset(boolean force) throws ApiException {
        ResetOutcome outcome;
        try {
            outcome = profiler.reset(force);
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
        if (outcome instanceof ResetOutcome.RunIsOn other) {
            throw ErrorMapper.of(other);
        }
        return ((ResetOutcome.Discarded) outcome).running();
    }
}
