package io.jemscope.agent.web.compat.mesos;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.SnapshotOutcome;
import io.jemscope.agent.web.errors.CallerPermit;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.Optional;

/** {@code /memory-profiler/snapshot}, which Mesos hasn't: dumps in the middle of the run that is on. */
final class SnapshotAddress implements Handler {

    private final Profiler profiler;
    private final RoleRateLimiter limiter;

    SnapshotAddress(Profiler profiler, RoleRateLimiter limiter) {
        this.profiler = profiler;
        this.limiter = limiter;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        Optional<Run> running = profiler.running();
        if (running.isPresent() && snapshot(running.get(), request.caller()) instanceof SnapshotOutcome.Made made) {
            return answer(made.run());
        }
        throw new ApiException(
                400, "There is no run to look into", "none is on", "Visit /memory-profiler/start first.");
    }

    private SnapshotOutcome snapshot(Run run, Principal caller) throws ApiException {
        try {
            return profiler.snapshot(run.id(), new CallerPermit(limiter, caller, "No dump was made"));
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
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
