package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** Every address under {@code /api/v1}. */
public record ApiRoutes(Components parts, CurrentMemory memory) implements RouteGroup {

    @Override
    public void addTo(Router router) {
        RunJson runs = new RunJson(parts.profiler(), parts.dumps());
        Controls controls = new Controls(parts.allocator(), parts.dumps(), parts.events(), parts.highWaters());
        router.add("GET", "/api/v1/state", state(runs))
                .add("PUT", "/api/v1/profiling", new ProfilingResource(parts.profiler()))
                .add("GET", "/api/v1/memory", ledger())
                .add("GET", "/api/v1/events", new EventsResource(parts.events()))
                .add("GET", "/api/v1/history", new HistoryResource(parts.history(), parts.program()))
                .add("GET", "/api/v1/verdict", Role.READ, Dispatch.IN_TURN_ALONE, verdict())
                .add("GET", "/api/v1/openapi.json", new OpenApi())
                .add("DELETE", "/api/v1/agent", leaving(controls))
                .add("POST", "/api/v1/resets", new ResetResource(parts.profiler()));
        addJemalloc(router, controls);
        addRuns(router, parts.profiler(), runs, parts.limiter());
        addDumps(router);
        BundlesResource bundles = new BundlesResource(parts.bundles(), parts.limiter());
        router.add("POST", "/api/v1/bundles", bundles)
                .add("GET", "/api/v1/bundles", bundles)
                .add("GET", "/api/v1/bundles/{id}", bundles.one());
        router.limit("GET", "/api/v1/statistics", parts.reads().statistics())
                .limit("GET", "/api/v1/controls", parts.reads().statistics())
                .limit("GET", "/api/v1/dumps", parts.reads().dumps())
                .limit("GET", "/api/v1/history", parts.reads().history())
                .limit("GET", "/api/v1/bundles", parts.reads().dumps());
    }

    private StateResource state(RunJson runs) {
        return new StateResource(
                parts.pid(),
                parts.program(),
                parts.agentStarted(),
                parts.allocator(),
                parts.hook(),
                memory,
                parts.profiler(),
                runs,
                parts.allocationLog());
    }

    private LedgerResource ledger() {
        return new LedgerResource(
                parts.allocator(), parts.dumps(), parts.reads().memory(), parts.threads());
    }

    private VerdictResource verdict() {
        return new VerdictResource(
                parts.verdict(),
                parts.dumps(),
                parts.renderings(),
                parts.limiter(),
                parts.reads().views());
    }

    private AgentResource leaving(Controls controls) {
        return new AgentResource(parts.allocator(), parts.profiler(), parts.allocationLog(), controls, parts.leave());
    }

    private void addJemalloc(Router router, Controls controls) {
        DumpStore dumps = parts.dumps();
        ControlsResource control = new ControlsResource(controls, dumps);
        AllocationLogResource log = new AllocationLogResource(parts.allocationLog(), parts.limiter());
        router.add("GET", "/api/v1/controls", control)
                .add("PATCH", "/api/v1/controls", control)
                .add("GET", "/api/v1/allocation-log", log)
                .add("PUT", "/api/v1/allocation-log", log)
                .add("GET", "/api/v1/statistics", new StatisticsResource(parts.allocator(), dumps))
                .add("GET", "/api/v1/options", new OptionsResource(parts.allocator()))
                .add("POST", "/api/v1/purges", new PurgeResource(parts.allocator(), dumps, parts.events()));
    }

    private void addDumps(Router router) {
        DumpStore dumps = parts.dumps();
        DumpDownload download = new DumpDownload(
                dumps, parts.renderings(), parts.waiting(), parts.reads().views());
        DumpsResource all = new DumpsResource(dumps, parts.profiler(), parts.limiter());
        router.add("POST", "/api/v1/dumps", all)
                .add("GET", "/api/v1/dumps", all)
                .add("GET", "/api/v1/dumps/{id}", download)
                .add("GET", "/api/v1/dumps/{id}/symbols", download.ofSymbols())
                // It never waits, and may make the room that a dump needs.
                .add("DELETE", "/api/v1/dumps/{id}", Role.OPERATE, Dispatch.AT_ONCE, new DumpDeletion(dumps));
    }

    /** The addresses of runs. */
    static void addRuns(Router router, Profiler profiler, RunJson json, RoleRateLimiter limiter) {
        RunsResource runs = new RunsResource(profiler, json, limiter);
        RunResource run = new RunResource(profiler, json, limiter);
        router.add("GET", "/api/v1/runs", runs)
                .add("POST", "/api/v1/runs", runs)
                .add("GET", "/api/v1/runs/{id}", run)
                .add("PATCH", "/api/v1/runs/{id}", run)
                .add("DELETE", "/api/v1/runs/{id}", run)
                .add("POST", "/api/v1/runs/{id}/dumps", run);
    }
}
