package io.jemscope.agent.web;

import io.jemscope.agent.config.AgentVersion;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.web.api.AgentResource;
import io.jemscope.agent.web.api.AllocationLogResource;
import io.jemscope.agent.web.api.ControlsResource;
import io.jemscope.agent.web.api.DumpDeletion;
import io.jemscope.agent.web.api.DumpDownload;
import io.jemscope.agent.web.api.DumpList;
import io.jemscope.agent.web.api.DumpResource;
import io.jemscope.agent.web.api.ErrorMapper;
import io.jemscope.agent.web.api.EventsResource;
import io.jemscope.agent.web.api.HelpResource;
import io.jemscope.agent.web.api.IndexResource;
import io.jemscope.agent.web.api.LedgerResource;
import io.jemscope.agent.web.api.OpenApi;
import io.jemscope.agent.web.api.OptionsResource;
import io.jemscope.agent.web.api.ProfilingResource;
import io.jemscope.agent.web.api.PurgeResource;
import io.jemscope.agent.web.api.ResetResource;
import io.jemscope.agent.web.api.RunJson;
import io.jemscope.agent.web.api.RunResource;
import io.jemscope.agent.web.api.RunsResource;
import io.jemscope.agent.web.api.StateResource;
import io.jemscope.agent.web.api.StatisticsResource;
import io.jemscope.agent.web.api.WhenNoDump;
import io.jemscope.agent.web.compat.libmtev.HeapProfileResource;
import io.jemscope.agent.web.compat.libmtev.MemoryJsonResource;
import io.jemscope.agent.web.compat.mesos.MesosRoutes;
import io.jemscope.agent.web.compat.pprof.CommandLine;
import io.jemscope.agent.web.compat.pprof.OtherProfile;
import io.jemscope.agent.web.compat.pprof.ProfileDownload;
import io.jemscope.agent.web.compat.pprof.RawDownload;
import io.jemscope.agent.web.compat.pprof.SymbolLookup;
import io.jemscope.agent.web.compat.prometheus.MetricsResource;
import io.jemscope.agent.web.compat.trafficserver.MessageResource;
import io.jemscope.agent.web.rendering.Form;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** Every address that the agent answers, each with what answers it. The document of {@link OpenApi} has them all, too. */
public final class Routes {

    /** How our own begin. */
    public static final String OWN = "/api/";

    private static final String HEAP_FULL = "Ask again when more is free. PUT, PATCH and DELETE still work: to switch"
            + " sampling off, to end a run, to have the agent leave.";

    private Routes() {}

    public static Router of(Components parts) {
        CurrentMemory memory = new CurrentMemory(parts.allocator(), parts.dumps());
        return new Router(parts.serialQueue())
                .translate(new ErrorMapper())
                .advise("GET /help lists the addresses.", HEAP_FULL)
                .add("GET", "/", new IndexResource(parts.pid()))
                .add(new Own(parts, memory), OWN)
                .add(new ForProfileReaders(parts), "/debug/pprof/", "/pprof/")
                .add(new ForPrometheus(parts, memory), "/metrics")
                .add(new OfMesos(parts), "/memory-profiler/")
                .add(new OfOtherOlderSystems(parts), "/mtev/", "/plugin/")
                .add(new Help(), "/help");
    }

    private record Own(Components parts, CurrentMemory memory) implements RouteGroup {
        @Override
        public void addTo(Router router) {
            RunJson runs = new RunJson(parts.profiler(), parts.dumps());
            Controls controls = new Controls(parts.allocator(), parts.dumps(), parts.events(), parts.highWaters());
            router.add("GET", "/api/v1/state", state(runs))
                    .add("PUT", "/api/v1/profiling", new ProfilingResource(parts.profiler()))
                    .add("GET", "/api/v1/memory", ledger())
                    .add("GET", "/api/v1/events", new EventsResource(parts.events()))
                    .add("GET", "/api/v1/openapi.json", new OpenApi())
                    .add("DELETE", "/api/v1/agent", leaving(controls))
                    .add("POST", "/api/v1/resets", new ResetResource(parts.profiler()));
            addJemalloc(router, controls);
            addRuns(router, parts.profiler(), runs, parts.limiter());
            addDumps(router);
            router.limit("GET", "/api/v1/statistics", parts.reads().statistics())
                    .limit("GET", "/api/v1/controls", parts.reads().statistics())
                    .limit("GET", "/api/v1/dumps", parts.reads().dumps());
        }

        private StateResource state(RunJson runs) {
            return new StateResource(
                    parts.pid(),
                    parts.started(),
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

        private AgentResource leaving(Controls controls) {
            return new AgentResource(
                    parts.allocator(), parts.profiler(), parts.allocationLog(), controls, parts.leave());
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
            router.add("POST", "/api/v1/dumps", new DumpResource(parts.profiler(), parts.limiter()))
                    .add("GET", "/api/v1/dumps", new DumpList(dumps, parts.profiler()))
                    .add("GET", "/api/v1/dumps/{id}", download)
                    .add("GET", "/api/v1/dumps/{id}/symbols", download.ofSymbols())
                    // It only needs the books; and may make the room for want of which a dump isn't done.
                    .add("DELETE", "/api/v1/dumps/{id}", Role.OPERATE, Dispatch.AT_ONCE, new DumpDeletion(dumps));
        }
    }

    /** The addresses of runs. */
    public static Router addRuns(Router router, Profiler profiler, RunJson json, RoleRateLimiter limiter) {
        RunsResource runs = new RunsResource(profiler, json, limiter);
        RunResource run = new RunResource(profiler, json, limiter);
        return router.add("GET", "/api/v1/runs", runs)
                .add("POST", "/api/v1/runs", runs)
                .add("GET", "/api/v1/runs/{id}", run)
                .add("PATCH", "/api/v1/runs/{id}", run)
                .add("DELETE", "/api/v1/runs/{id}", run)
                .add("POST", "/api/v1/runs/{id}/dumps", run);
    }

    /** What Go's pprof, jeprof and collectors of profiles ask for. */
    private record ForProfileReaders(Components parts) implements RouteGroup {
        @Override
        public void addTo(Router router) {
            DumpStore dumps = parts.dumps();
            SymbolLookup symbols = new SymbolLookup(parts.renderings(), dumps);
            ProfileDownload heap = new ProfileDownload(dumps, parts.renderings(), parts.limiter(), Form.PPROF);
            ProfileDownload allocs = new ProfileDownload(dumps, parts.renderings(), parts.limiter(), Form.PPROF_ALLOCS);
            RawDownload raw = new RawDownload(dumps, parts.hook(), parts.limiter());
            router.add("GET", "/debug/pprof/heap", Role.READ, Dispatch.IN_TURN_ALONE, heap)
                    .add("GET", "/debug/pprof/allocs", Role.READ, Dispatch.IN_TURN_ALONE, allocs)
                    .add("GET", "/debug/pprof/cmdline", new CommandLine())
                    .add("GET", "/debug/pprof/profile", new OtherProfile("CPU time", "/debug/pprof/heap"))
                    .add("GET", "/pprof/heap", Role.READ, Dispatch.IN_TURN_ALONE, raw)
                    .add("GET", "/pprof/symbol", Role.READ, Dispatch.IN_TURN, symbols)
                    .add("POST", "/pprof/symbol", Role.READ, Dispatch.IN_TURN, symbols)
                    .add("GET", "/pprof/cmdline", new CommandLine())
                    .add("GET", "/pprof/profile", new OtherProfile("CPU time", "/pprof/heap"))
                    .add("GET", "/pprof/growth", new OtherProfile("growth", "/pprof/heap"))
                    .add("GET", "/pprof/contention", new OtherProfile("contention", "/pprof/heap"))
                    .limit("GET", "/pprof/symbol", parts.reads().symbols())
                    .limit("POST", "/pprof/symbol", parts.reads().symbols());
        }
    }

    private record ForPrometheus(Components parts, CurrentMemory memory) implements RouteGroup {
        @Override
        public void addTo(Router router) {
            String version = AgentVersion.current();
            router.add(
                            "GET",
                            "/metrics",
                            new MetricsResource(
                                    version, parts.allocator(), memory, parts.hook(), parts.events(), parts.costs()))
                    .limit("GET", "/metrics", parts.reads().metrics());
        }
    }

    private record OfMesos(Components parts) implements RouteGroup {
        @Override
        public void addTo(Router router) {
            MesosRoutes.addTo(
                            router,
                            parts.profiler(),
                            parts.dumps(),
                            parts.allocator(),
                            parts.renderings(),
                            parts.limiter(),
                            parts.reads().views(),
                            parts.serialQueue())
                    .limit("GET", "/memory-profiler/statistics", parts.reads().statistics());
        }
    }

    /** What libmtev and Traffic Server answer. */
    private record OfOtherOlderSystems(Components parts) implements RouteGroup {
        @Override
        public void addTo(Router router) {
            AwaitedStatistics statistics = new AwaitedStatistics(parts.allocator(), parts.dumps());
            router.add(
                            "GET",
                            "/mtev/memory.json",
                            new WhenNoDump(parts.dumps(), parts.serialQueue(), new MemoryJsonResource(statistics)))
                    .add(
                            "GET",
                            "/mtev/heap_profile",
                            new HeapProfileResource(
                                    parts.allocator(),
                                    parts.profiler(),
                                    parts.dumps(),
                                    parts.limiter(),
                                    parts.serialQueue()))
                    .add(
                            "POST",
                            "/plugin/memory_profile/msg",
                            new MessageResource(
                                    statistics, parts.profiler(), parts.dumps(), parts.limiter(), parts.log()))
                    .limit("GET", "/mtev/memory.json", parts.reads().statistics());
        }
    }

    private record Help() implements RouteGroup {
        @Override
        public void addTo(Router router) {
            router.add("GET", "/help", new HelpResource()).add("GET", "/help/{address...}", new HelpResource());
        }
    }
}
