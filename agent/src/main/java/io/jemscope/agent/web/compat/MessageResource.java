package io.jemscope.agent.web.compat;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * {@code POST /plugin/memory_profile/msg}: one of the plugin's words as the body. The answer says in plain text what was
 * done. A dump while sampling is off succeeds, and shows what was sampled before.
 *
 * @param statistics jemalloc's
 * @param profiler the one writer
 * @param dumps has jemalloc make its dumps
 * @param limiter how often that is done
 * @param log takes statistics, as the plugin's server writes them into its own log; never blocks
 */
record MessageResource(
        AwaitedStatistics statistics, Profiler profiler, DumpStore dumps, RoleRateLimiter limiter, Consumer<String> log)
        implements Handler {

    private static final String PLAIN = "text/plain; charset=utf-8";

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, RunIsOnException, IOException {
        request.allowParameters();
        String word = new String(request.body(), StandardCharsets.UTF_8).strip();
        String done = switch (word) {
            case "activate" -> switched(true);
            case "deactivate" -> switched(false);
            case "dump" -> dumped(request.caller());
            case "stats" -> writeStatistics();
            default ->
                throw new ApiException(
                        400,
                        "There is no such message",
                        "the messages are activate, dump, stats, deactivate, each in full",
                        "Send one of these words as the request's body.");
        };
        return Response.text(200, PLAIN, done);
    }

    private String switched(boolean active) throws AllocatorException, RunIsOnException {
        profiler.setActive(active, false);
        return active ? "profiling is active\n" : "profiling is inactive\n";
    }

    private String dumped(Principal caller) throws AllocatorException, IOException, ApiException {
        limiter.take(caller, "No dump was made");
        Optional<Dump> dump = dumps.writeByJemalloc();
        return dump.isPresent()
                ? "dumped to " + dump.get().file() + "\n"
                : "dumped under a name of jemalloc's own, where opt.prof_prefix says; the agent can't read that folder\n";
    }

    private String writeStatistics() throws AllocatorException {
        String text = statistics.read(StatisticsQuery.TEXT);
        log.accept(text);
        return text;
    }
}
