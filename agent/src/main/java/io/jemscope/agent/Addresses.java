package io.jemscope.agent;

import io.jemscope.agent.controls.ControlAddresses;
import io.jemscope.agent.controls.Controls;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.events.EventsResource;
import io.jemscope.agent.help.HelpResource;
import io.jemscope.agent.help.IndexResource;
import io.jemscope.agent.help.OpenApi;
import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.Router;
import io.jemscope.agent.http.Section;
import io.jemscope.agent.http.When;
import io.jemscope.agent.ledger.LedgerResource;
import io.jemscope.agent.memory.CurrentMemory;
import io.jemscope.agent.memory.MemoryAddresses;
import io.jemscope.agent.mesos.MesosAddresses;
import io.jemscope.agent.metrics.MetricsResource;
import io.jemscope.agent.mtev.HeapProfileResource;
import io.jemscope.agent.mtev.MemoryJsonResource;
import io.jemscope.agent.plugin.MessageResource;
import io.jemscope.agent.pprof.CommandLine;
import io.jemscope.agent.pprof.OtherProfile;
import io.jemscope.agent.pprof.ProfileDownload;
import io.jemscope.agent.pprof.RawDownload;
import io.jemscope.agent.pprof.SymbolLookup;

/** Every address that the agent answers, each with what answers it. The document of {@link OpenApi} has them all, too. */
final class Addresses {

    /** How our own begin. */
    static final String OWN = "/api/";

    private Addresses() {}

    static Router of(Parts parts) {
        CurrentMemory memory = new CurrentMemory(parts.allocator(), parts.dumps());
        return new Router(parts.turns())
                .add("GET", "/", new IndexResource(parts.pid()))
                .add(new Own(parts, memory), OWN)
                .add(new ForProfileReaders(parts), "/debug/pprof/", "/pprof/")
                .add(new ForPrometheus(parts, memory), "/metrics")
                .add(new OfMesos(parts), "/memory-profiler/")
                .add(new OfOtherOlderSystems(parts), "/mtev/", "/plugin/")
                .add(new Help(), "/help");
    }

    private record Own(Parts parts, CurrentMemory memory) implements Section {
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
            ControlAddresses.addTo(router, controls, parts.allocationLog(), parts.dumps(), parts.throttle());
            RunAddresses.addTo(router, parts.profiler(), runs, parts.throttle());
            MemoryAddresses.addTo(router, parts.allocator(), parts.dumps(), parts.events());
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

        private void addDumps(Router router) {
            DumpStore dumps = parts.dumps();
            DumpDownload download = new DumpDownload(
                    dumps, parts.renderings(), parts.waiting(), parts.reads().views());
            router.add("POST", "/api/v1/dumps", new DumpResource(parts.profiler(), parts.throttle()))
                    .add("GET", "/api/v1/dumps", new DumpList(dumps, new RunOfDump(parts.profiler())))
                    .add("GET", "/api/v1/dumps/{id}", download)
                    .add("GET", "/api/v1/dumps/{id}/symbols", download.ofSymbols())
                    // It only needs the books; and may make the room for want of which a dump isn't done.
                    .add("DELETE", "/api/v1/dumps/{id}", Access.OPERATE, When.AT_ONCE, new DumpDeletion(dumps));
        }
    }

    /** What Go's pprof, jeprof and collectors of profiles ask for. */
    private record ForProfileReaders(Parts parts) implements Section {
        @Override
        public void addTo(Router router) {
            DumpStore dumps = parts.dumps();
            SymbolLookup symbols = new SymbolLookup(parts.renderings(), dumps);
            ProfileDownload heap = ProfileDownload.heap(dumps, parts.renderings(), parts.throttle());
            ProfileDownload allocs = ProfileDownload.allocs(dumps, parts.renderings(), parts.throttle());
            RawDownload raw = new RawDownload(dumps, parts.hook(), parts.throttle());
            router.add("GET", "/debug/pprof/heap", Access.READ, When.IN_TURN_ALONE, heap)
                    .add("GET", "/debug/pprof/allocs", Access.READ, When.IN_TURN_ALONE, allocs)
                    .add("GET", "/debug/pprof/cmdline", new CommandLine())
                    .add("GET", "/debug/pprof/profile", new OtherProfile("CPU time", "/debug/pprof/heap"))
                    .add("GET", "/pprof/heap", Access.READ, When.IN_TURN_ALONE, raw)
                    .add("GET", "/pprof/symbol", Access.READ, When.IN_TURN, symbols)
                    .add("POST", "/pprof/symbol", Access.READ, When.IN_TURN, symbols)
                    .add("GET", "/pprof/cmdline", new CommandLine())
                    .add("GET", "/pprof/profile", new OtherProfile("CPU time", "/pprof/heap"))
                    .add("GET", "/pprof/growth", new OtherProfile("growth", "/pprof/heap"))
                    .add("GET", "/pprof/contention", new OtherProfile("contention", "/pprof/heap"))
                    .limit("GET", "/pprof/symbol", parts.reads().symbols())
                    .limit("POST", "/pprof/symbol", parts.reads().symbols());
        }
    }

    private record ForPrometheus(Parts parts, CurrentMemory memory) implements Section {
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

    private record OfMesos(Parts parts) implements Section {
        @Override
        public void addTo(Router router) {
            MesosAddresses.addTo(
                            router,
                            parts.profiler(),
                            parts.dumps(),
                            parts.allocator(),
                            parts.renderings(),
                            parts.throttle(),
                            parts.reads().views())
                    .limit("GET", "/memory-profiler/statistics", parts.reads().statistics());
        }
    }

    /** What libmtev and Traffic Server answer. */
    private record OfOtherOlderSystems(Parts parts) implements Section {
        @Override
        public void addTo(Router router) {
            MemoryJsonResource statistics = new MemoryJsonResource(parts.allocator(), parts.dumps());
            router.add("GET", "/mtev/memory.json", Access.READ, When.IN_TURN, statistics)
                    .add(
                            "GET",
                            "/mtev/heap_profile",
                            new HeapProfileResource(
                                    parts.allocator(),
                                    parts.profiler(),
                                    parts.dumps(),
                                    parts.throttle(),
                                    parts.turns()))
                    .add(
                            "POST",
                            "/plugin/memory_profile/msg",
                            new MessageResource(
                                    parts.allocator(), parts.profiler(), parts.dumps(), parts.throttle(), parts.log()))
                    .limit("GET", "/mtev/memory.json", parts.reads().statistics());
        }
    }

    private record Help() implements Section {
        @Override
        public void addTo(Router router) {
            router.add("GET", "/help", new HelpResource()).add("GET", "/help/{address...}", new HelpResource());
        }
    }
}
