package io.jemscope.agent.mesos;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.CallerPermit;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.Run;
import io.jemscope.agent.run.SnapshotOutcome;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.util.Optional;

/** {@code /memory-profiler/snapshot}, which Mesos hasn't: dumps in the middle of the run that is on. */
final class SnapshotAddress implements Handler {

    private final Profiler profiler;
    private final CallerThrottle throttle;

    SnapshotAddress(Profiler profiler, CallerThrottle throttle) {
        this.profiler = profiler;
        this.throttle = throttle;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Optional<Run> running = profiler.running();
        if (running.isPresent() && snapshot(running.get(), request.caller()) instanceof SnapshotOutcome.Made made) {
            return answer(made.run());
        }
        throw new Problem(400, "There is no run to look into", "none is on", "Visit /memory-profiler/start first.");
    }

    private SnapshotOutcome snapshot(Run run, Caller caller) throws Problem {
        try {
            return profiler.snapshot(run.id(), new CallerPermit(throttle, caller, "No dump was made"));
        } catch (AllocatorException | IOException e) {
            throw Refusals.ofDump(e);
        }
    }

    private static Response answer(Run run) throws IOException {
        int number = run.dumps().count();
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("id").value(Long.toString(run.id()));
        json.name("snapshot").value(Integer.toString(number));
        json.name("message").value("Heap profiling goes on. Fetch what there is so far from the addresses here.");
        ProfileAddresses.write(json, "id=" + run.id() + "&snapshot=" + number);
        json.endObject();
        return Response.json(200, text);
    }
}
