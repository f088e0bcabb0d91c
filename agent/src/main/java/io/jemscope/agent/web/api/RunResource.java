package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.profiling.ForgetOutcome;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.SnapshotOutcome;
import io.jemscope.agent.profiling.StopOutcome;
import io.jemscope.agent.web.errors.CallerPermit;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * {@code /api/v1/runs/{id}}: a run. In the place of an id there may be {@code current}, the run that is on or else the
 * newest, and to stop it {@code external}, sampling that is on for no run.
 */
final class RunResource {

    private static final String CURRENT = "current";
    private static final String EXTERNAL = "external";

    private final Profiler profiler;
    private final RunJson runs;
    private final RoleRateLimiter limiter;

    RunResource(Profiler profiler, RunJson runs, RoleRateLimiter limiter) {
        this.profiler = profiler;
        this.runs = runs;
        this.limiter = limiter;
    }

    /** {@code GET}: the run. */
    Handler show() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                return Response.json(200, runs.of(find(request)));
            }
        };
    }

    /** {@code PATCH}: ends it. */
    Handler stop() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                JsonObjectBody body = JsonObjectBody.of(request, "state", "force");
                if (!body.text("state").orElse("").equals("finished")) {
                    throw new ApiException(
                            400,
                            "The run's state isn't changed",
                            "it can be made finished, and nothing else",
                            "Send {\"state\":\"finished\"}.");
                }
                boolean force = body.flag("force", false);
                Run ended = request.segment("id").equals(EXTERNAL) ? stopExternal(force) : stop(find(request));
                return Response.json(200, runs.of(ended));
            }
        };
    }

    /** {@code DELETE}: forgets it, with its dumps. */
    Handler forget() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException {
                request.allowParameters();
                Run run = find(request);
                ForgetOutcome outcome = profiler.forget(run.id());
                return switch (outcome) {
                    case FORGOTTEN -> Response.nothing();
                    case STILL_ON ->
                        throw new ApiException(
                                409,
                                "The run isn't forgotten",
                                "it is on",
                                "Stop it first, by PATCH on /api/v1/runs/" + run.id()
                                        + " with {\"state\":\"finished\"}.");
                    case NONE -> throw absent();
                };
            }
        };
    }

    /** {@code POST …/dumps}: dumps in the middle of it. */
    Handler snapshot() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                JsonObjectBody.of(request);
                SnapshotOutcome.Made made = snapshot(find(request), request.caller());
                Dump dump = made.dump();
                JsonText text = new JsonText();
                JsonWriter json = text.writer();
                DumpJson.write(dump, Optional.of(Long.toString(made.run().id())), json);
                return Response.json(201, text).with("Location", "/api/v1/dumps/" + dump.id());
            }
        };
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

    private Run stop(Run run) throws ApiException {
        return ended(profiler.stop(run.id()));
    }

    private Run stopExternal(boolean force) throws ApiException {
        if (!force) {
            throw new ApiException(
                    409,
                    "Sampling goes on",
                    "it isn't a run of this agent's, and force wasn't given",
                    "Send {\"state\":\"finished\",\"force\":true} to switch it off whoever has switched it on.");
        }
        try {
            StopOutcome outcome = profiler.stopExternal();
            if (outcome instanceof StopOutcome.None) {
                throw new ApiException(
                        409,
                        "There is nothing to stop",
                        "sampling is off, or on for a run of this agent's",
                        "Look at /api/v1/state.");
            }
            return ended(outcome);
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
    }

    private static Run ended(StopOutcome outcome) throws ApiException {
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
            throw ErrorMapper.ofDump(failed.cause());
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

    private SnapshotOutcome.Made snapshot(Run run, Principal caller) throws ApiException {
        SnapshotOutcome outcome;
        try {
            outcome = profiler.snapshot(run.id(), new CallerPermit(limiter, caller, "No dump was made"));
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
        if (outcome instanceof SnapshotOutcome.Made made) {
            return made;
        }
        if (outcome instanceof SnapshotOutcome.Ended ended) {
            throw new ApiException(
                    409,
                    "No dump was made",
                    "run " + ended.run().id() + " isn't on, it is "
                            + ended.run().state().word(),
                    "Dump without a run, by POST on /api/v1/dumps.");
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
