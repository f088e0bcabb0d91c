package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.agent.profiling.RunState;
import io.jemscope.agent.profiling.StopOutcome;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * {@code /api/v1/runs/{id}}: GET shows a run, PATCH ends it, DELETE forgets it with its dumps, POST on {@code …/dumps} dumps in
 * the middle of it. In the place of an id there may be {@code current}, the run that is on or else the
 * newest, and to stop it {@code external}, sampling that is on for no run.
 */
record RunResource(Profiler profiler, RunJson runs, RoleRateLimiter limiter) implements Handler {

    private static final String CURRENT = "current";
    private static final String EXTERNAL = "external";

    @Override
    public Response answer(Request request) throws Exception {
        request.allowParameters();
        return switch (request.method()) {
            case "PATCH" -> stop(request);
            case "DELETE" -> forget(find(request));
            case "POST" -> snapshot(request);
            default -> Response.json(200, runs.of(find(request)));
        };
    }

    private Response stop(Request request) throws Exception {
        JsonObjectBody body = JsonObjectBody.of(request, "state", "force");
        if (!body.text("state").orElse("").equals("finished")) {
            throw new ApiException(
                    400,
                    "The run's state isn't changed",
                    "it can be made finished, and nothing else",
                    "Send {\"state\":\"finished\"}.");
        }
        boolean force = body.flag("force", false);
        StopOutcome outcome = request.segment("id").equals(EXTERNAL)
                ? stopExternal(force)
                : profiler.stop(find(request).id());
        return Response.json(200, runs.of(ended(outcome)));
    }

    private Response forget(Run run) throws ApiException {
        try {
            if (!profiler.forget(run.id())) {
                throw absent();
            }
        } catch (RunIsOnException e) {
            throw new ApiException(
                    409,
                    "The run isn't forgotten",
                    "it is on",
                    "Stop it first, by PATCH on /api/v1/runs/" + run.id() + " with {\"state\":\"finished\"}.");
        }
        return Response.nothing();
    }

    private Response snapshot(Request request) throws ApiException, AllocatorException, IOException {
        JsonObjectBody.of(request);
        Optional<Run> found =
                profiler.snapshot(find(request).id(), () -> limiter.take(request.caller(), "No dump was made"));
        if (found.isEmpty()) {
            throw absent();
        }
        Run run = found.get();
        if (run.state() != RunState.RUNNING) {
            throw new ApiException(
                    409,
                    "No dump was made",
                    "run " + run.id() + " isn't on, it is " + run.state().word(),
                    "Dump without a run, by POST on /api/v1/dumps.");
        }
        List<Dump> snapshots = run.dumps().snapshots();
        Dump dump = snapshots.get(snapshots.size() - 1);
        JsonText json = new JsonText();
        DumpJson.write(dump, found, json);
        return Response.json(201, json).with("Location", "/api/v1/dumps/" + dump.id());
    }

    private Run find(Request request) throws ApiException {
        String id = request.segment("id");
        if (id.equals(CURRENT)) {
            List<Run> kept = profiler.runs();
            if (kept.isEmpty()) {
                throw absent();
            }
            return kept.get(0);
        }
        for (Run run : profiler.runs()) {
            if (Long.toString(run.id()).equals(id)) {
                return run;
            }
        }
        throw absent();
    }

    private StopOutcome stopExternal(boolean force) throws ApiException, AllocatorException {
        if (!force) {
            throw new ApiException(
                    409,
                    "Sampling goes on",
                    "it isn't a run of this agent's, and force wasn't given",
                    "Send {\"state\":\"finished\",\"force\":true} to switch it off although another tool switched it on.");
        }
        StopOutcome outcome = profiler.stopExternal();
        if (outcome instanceof StopOutcome.None) {
            throw new ApiException(
                    409,
                    "There is nothing to stop",
                    "sampling is off, or on for a run of this agent's",
                    "Look at /api/v1/state.");
        }
        return outcome;
    }

    private static Run ended(StopOutcome outcome) throws Exception {
        if (outcome instanceof StopOutcome.Finished finished) {
            return finished.run();
        }
        if (outcome instanceof StopOutcome.Already already) {
            return already.run();
        }
        if (outcome instanceof StopOutcome.Lost lost) {
            return lost.run();
        }
        if (outcome instanceof StopOutcome.NotDumped failed) {
            throw failed.cause();
        }
        if (outcome instanceof StopOutcome.StillOn on) {
            throw new ApiException(
                    409,
                    "Sampling could not be switched off",
                    String.valueOf(on.cause().getMessage()),
                    "Wait: it is tried again every 5 seconds.");
        }
        throw absent();
    }

    private static ApiException absent() {
        return new ApiException(
                404,
                "There is no such run",
                "none has begun under that id, or it isn't kept any more",
                "Ask for the runs by GET on /api/v1/runs.");
    }
}
