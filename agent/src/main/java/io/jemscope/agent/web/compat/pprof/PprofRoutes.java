package io.jemscope.agent.web.compat.pprof;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.web.api.Components;
import io.jemscope.agent.web.rendering.Form;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** What Go's pprof, jeprof and collectors of profiles ask for. */
public record PprofRoutes(Components parts) implements RouteGroup {

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
