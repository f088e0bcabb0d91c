package io.jemscope.agent.web.api;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunRequest;
import io.jemscope.agent.profiling.StartOutcome;
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
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code /api/v1/runs}: GET lists the runs that are kept, the newest first; POST begins one. */
record RunsResource(Profiler profiler, RunJson runs, RoleRateLimiter limiter) implements Handler {

    private static final long MOST_SECONDS = 86_400;

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        if (request.method().equals("POST")) {
            RunRequest wanted = request(
                    JsonObjectBody.of(request, "seconds", "label", "sampleBytes", "discard", "dense", "baseline"));
            Run run = begin(wanted, request.caller());
            return Response.json(201, runs.of(run)).with("Location", "/api/v1/runs/" + run.id());
        }
        JsonText json = new JsonText();
        json.beginObject().name("runs").beginArray();
        for (Run run : profiler.runs()) {
            runs.write(run, json);
        }
        json.endArray().endObject();
        return Response.json(200, json);
    }

    private static RunRequest request(JsonObjectBody body) throws ApiException {
        Optional<Long> seconds = body.number("seconds");
        if (seconds.isPresent() && (seconds.get() < 1 || seconds.get() > MOST_SECONDS)) {
            throw bad("a run takes from 1 to " + MOST_SECONDS + " seconds");
        }
        Optional<Long> sampleBytes = body.number("sampleBytes");
        try {
            return new RunRequest(
                            seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.get())) : Optional.empty(),
                            body.text("label"),
                            sampleBytes.isPresent() ? OptionalLong.of(sampleBytes.get()) : OptionalLong.empty(),
                            body.flag("discard", false),
                            body.flag("baseline", true))
                    .allowing(body.flag("dense", false));
        } catch (IllegalArgumentException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    private static ApiException bad(String why) {
        return new ApiException(
                400,
                "There can't be such a run",
                why,
                "Send {\"seconds\":60}, with \"sampleBytes\" also \"discard\":true, and below 65536 \"dense\":true, too.");
    }

    private Run begin(RunRequest request, Principal caller) throws ApiException, AllocatorException, IOException {
        StartOutcome outcome = profiler.start(request, () -> limiter.take(caller, "No run was begun"));
        if (outcome instanceof StartOutcome.Started started) {
            return started.run();
        }
        if (outcome instanceof StartOutcome.AlreadyOn other) {
            throw new ApiException(
                    409,
                    "No run was begun",
                    "run " + other.run().id() + " is on, and there is one at a time",
                    "Wait until it ends, or stop it by PATCH on /api/v1/runs/"
                            + other.run().id() + " with {\"state\":\"finished\"}.");
        }
        throw new ApiException(
                409,
                "No run was begun",
                "something else has switched sampling on",
                "Stop that by PATCH on /api/v1/runs/external with {\"state\":\"finished\",\"force\":true}, which dumps too.");
    }
}
