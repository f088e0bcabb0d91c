package io.jemscope.agent;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.ResetOutcome;
import io.jemscope.agent.run.Run;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /api/v1/resets}: forgets all samples, for everybody. Only for who says that he knows it. */
final class ResetResource implements Handler {

    private final Profiler profiler;

    ResetResource(Profiler profiler) {
        this.profiler = profiler;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        JsonObjectBody body = JsonObjectBody.of(request, "discard", "force");
        if (!body.flag("discard", false)) {
            throw new Problem(
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

    private Optional<Run> reset(boolean force) throws Problem {
        ResetOutcome outcome;
        try {
            outcome = profiler.reset(force);
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
        if (outcome instanceof ResetOutcome.RunIsOn other) {
            throw Refusals.of(other);
        }
        return ((ResetOutcome.Discarded) outcome).running();
    }
}
