package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunState;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.Optional;

/** {@code /memory-profiler/snapshot}, which Mesos hasn't: dumps in the middle of the run that is on. */
record SnapshotAddress(Profiler profiler, RoleRateLimiter limiter) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        Permit<ApiException> permit = () -> limiter.take(request.caller(), "No dump was made");
        Optional<Run> running = profiler.running();
        Optional<Run> run =
                running.isPresent() ? profiler.snapshot(running.get().id(), permit) : running;
        if (run.isPresent() && run.get().state() == RunState.RUNNING) {
            return answer(run.get());
        }
        throw new ApiException(
                400, "There is no run to look into", "none is on", "Visit /memory-profiler/start first.");
    }

    private static Response answer(Run run) throws IOException {
        int number = run.dumps().count();
        JsonText json = new JsonText();
        json.beginObject();
        json.name("id").value(Long.toString(run.id()));
        json.name("snapshot").value(Integer.toString(number));
        json.name("message").value("Heap profiling goes on. Fetch what there is so far from the addresses here.");
        ProfileAddresses.write(json, "id=" + run.id() + "&snapshot=" + number);
        json.endObject();
        return Response.json(200, json);
    }
}
