package io.jemscope.agent;

import io.jemscope.agent.http.Router;
import io.jemscope.agent.http.Turns;

/**
 * The addresses that make a dump, or may have to wait for one: those that change something, and the older systems'
 * statistics, whose users expect figures and no refusal. Where it depends on what is asked for, what answers sees to it
 * itself.
 */
final class WaitingAddresses {

    private WaitingAddresses() {}

    /** Has the routes, which are there already, answer in their turn. */
    static void queue(Router router, Turns turns) {
        router.queue("PUT", "/api/v1/profiling", turns)
                .queue("DELETE", "/api/v1/agent", turns)
                .queue("POST", "/api/v1/runs", turns)
                .queue("PATCH", "/api/v1/runs/{id}", turns)
                .queue("DELETE", "/api/v1/runs/{id}", turns)
                .queue("POST", "/api/v1/runs/{id}/dumps", turns)
                .queue("POST", "/api/v1/dumps", turns)
                .queue("POST", "/api/v1/purges", turns)
                .queue("POST", "/api/v1/resets", turns)
                .queue("PUT", "/api/v1/allocation-log", turns)
                .queue("GET", "/debug/pprof/heap", turns)
                .queue("GET", "/debug/pprof/allocs", turns)
                .queue("GET", "/pprof/heap", turns)
                .queue("GET", "/pprof/symbol", turns)
                .queue("POST", "/pprof/symbol", turns)
                .queue("GET", "/memory-profiler/start", turns)
                .queue("GET", "/memory-profiler/stop", turns)
                .queue("GET", "/memory-profiler/snapshot", turns)
                .queue("GET", "/memory-profiler/statistics", turns)
                .queue("GET", "/mtev/memory.json", turns)
                .queue("POST", "/plugin/memory_profile/msg", turns);
    }
}
