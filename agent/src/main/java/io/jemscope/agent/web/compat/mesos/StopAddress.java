package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunState;
import io.jemscope.agent.profiling.StopOutcome;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** {@code /memory-profiler/stop}: ends the run that is on, and dumps. */
record StopAddress(Profiler profiler) implements Handler {

    @Override
    public Response answer(Request request) throws Exception {
        request.allowParameters("force");
        boolean force = request.flag("force", false);
        StopOutcome outcome = profiler.stop();
        if (force && outcome instanceof StopOutcome.External) {
            outcome = profiler.stopExternal();
        }
        if (outcome instanceof StopOutcome.Finished finished) {
            return answer(finished.run(), "Heap profiling has ended.");
        }
        if (outcome instanceof StopOutcome.Already already) {
            return answer(already.run(), "Heap profiling had ended before." + laterWithout(already.run()));
        }
        if (outcome instanceof StopOutcome.NotDumped failed) {
            throw failed.cause();
        }
        throw problem(outcome);
    }

    /** Says so where the run that is answered isn't the last that has ended. */
    private String laterWithout(Run answered) {
        Optional<Run> later = endedWithoutProfile();
        return later.isEmpty() || later.get().id() <= answered.id()
                ? ""
                : " It isn't the last run: " + withoutProfile(later.get()) + ".";
    }

    private Optional<Run> endedWithoutProfile() {
        List<Run> runs = profiler.runs();
        if (runs.isEmpty()
                || runs.get(0).state() == RunState.RUNNING
                || runs.get(0).state() == RunState.FINISHED) {
            return Optional.empty();
        }
        return Optional.of(runs.get(0));
    }

    private static String withoutProfile(Run run) {
        return "run " + run.id() + " has no profile: " + run.told().orElse("something else has ended it");
    }

    private ApiException problem(StopOutcome outcome) {
        if (outcome instanceof StopOutcome.External) {
            return new ApiException(
                    400,
                    "Heap profiling is on, but goes on",
                    "something else has started it",
                    "Visit /memory-profiler/stop?force=true to end it all the same.");
        }
        if (outcome instanceof StopOutcome.Lost lost) {
            return new ApiException(
                    400,
                    "There is no profile of run " + lost.run().id(),
                    lost.run().told().orElse("something else has ended it"),
                    "Find out what else switches prof.active in this process, and start again.");
        }
        if (outcome instanceof StopOutcome.StillOn on) {
            return new ApiException(
                    400,
                    "Heap profiling could not be switched off",
                    String.valueOf(on.cause().getMessage()),
                    "Wait: it is tried again every 5 seconds.");
        }
        Optional<Run> last = endedWithoutProfile();
        return new ApiException(
                400,
                "There is nothing to stop",
                last.isPresent() ? withoutProfile(last.get()) : "no run has been on, or none is kept any more",
                "Visit /memory-profiler/start first.");
    }

    private static Response answer(Run run, String what) throws IOException {
        JsonText json = new JsonText();
        json.beginObject();
        json.name("id").value(Long.toString(run.id()));
        json.name("message")
                .value(what
                        + " Fetch the results from the addresses here. Graph and text are made on request;"
                        + " neither jeprof nor dot is needed.");
        ProfileAddresses.write(json, "id=" + run.id());
        json.endObject();
        return Response.json(200, json);
    }
}
