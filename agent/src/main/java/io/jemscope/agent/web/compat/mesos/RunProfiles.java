package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.Run;
import io.jemscope.agent.profiling.RunState;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the dump that a download is about. */
record RunProfiles(Profiler profiler, DumpStore dumps) {

    /**
     * The profile to download.
     *
     * @param baseline the dump from its run's start, which need not be kept any more; empty where there was none
     */
    record Asked(Dump dump, Optional<Dump> baseline) {}

    /** By the parameters {@code id} and {@code snapshot}, neither of which need be there. */
    Asked find(Request request) throws ApiException {
        Run run = run(request.number("id"));
        OptionalLong snapshot = request.number("snapshot");
        Optional<Dump> dump = snapshot.isPresent() ? run.dumps().snapshot(snapshot.getAsLong()) : profile(run);
        if (dump.isEmpty() || !dumps.holds(dump.get())) {
            throw new ApiException(
                    400,
                    "That profile of run " + run.id() + " can't be fetched",
                    why(run),
                    "Visit /memory-profiler/start for a new one, or name an earlier run by its id.");
        }
        return new Asked(dump.get(), run.dumps().baseline());
    }

    /** Whether a dump is there. */
    boolean holds(Dump dump) {
        return dumps.holds(dump);
    }

    /** A finished run's message is about something else than its profile. */
    private static String why(Run run) {
        String gone = "there is none, or it isn't kept any more";
        return run.state() == RunState.FINISHED ? gone : run.told().orElse(gone);
    }

    private Run run(OptionalLong id) throws ApiException {
        Optional<Run> running = profiler.running();
        if (id.isPresent()) {
            Optional<Run> run = profiler.run(id.getAsLong());
            if (run.isEmpty()) {
                throw new ApiException(
                        400,
                        "There is no profile of run " + id.getAsLong(),
                        "no run has that id, or it isn't kept any more",
                        "Use the id that /memory-profiler/start or /memory-profiler/stop has answered.");
            }
            return run.get();
        }
        if (running.isPresent()) {
            throw new ApiException(
                    400,
                    "It isn't clear which profile is meant",
                    "a run is on, and no id was given",
                    "Wait until it ends, or name an earlier run by its id.");
        }
        List<Run> runs = profiler.runs();
        if (runs.isEmpty()) {
            throw new ApiException(
                    400, "There is no profile", "no run has finished yet", "Visit /memory-profiler/start first.");
        }
        // Even if it has no profile: an older one's would be taken for its own.
        return runs.get(0);
    }

    private static Optional<Dump> profile(Run run) throws ApiException {
        if (run.state() == RunState.RUNNING) {
            throw new ApiException(
                    400,
                    "There is no profile of run " + run.id() + " yet",
                    "it is on",
                    "Wait until it ends, or visit /memory-profiler/stop.");
        }
        return run.dumps().profile();
    }
}
