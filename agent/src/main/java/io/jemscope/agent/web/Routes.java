package io.jemscope.agent.web;

import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.web.api.ApiRoutes;
import io.jemscope.agent.web.api.Components;
import io.jemscope.agent.web.api.ErrorMapper;
import io.jemscope.agent.web.api.HelpResource;
import io.jemscope.agent.web.api.IndexResource;
import io.jemscope.agent.web.compat.OlderSystems;
import io.jemscope.agent.web.compat.mesos.MesosRoutes;
import io.jemscope.agent.web.compat.pprof.PprofRoutes;
import io.jemscope.agent.web.compat.prometheus.MetricsRoutes;
import io.jemscope.httpd.PageFiles;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;

/** Every address that the agent answers, each with what answers it. The document of {@code openapi.json} has them all, too. */
public final class Routes {

    /** How our own begin. */
    public static final String OWN = "/api/";

    private static final String HEAP_FULL = "Ask again when more is free. PUT, PATCH and DELETE still work: to switch"
            + " sampling off, to end a run, to have the agent leave.";

    private static final PageFiles PAGE =
            new PageFiles("/io/jemscope/web/", "page.html", "page.css", "page.js", "vendor.js");

    private Routes() {}

    public static Router of(Components parts) {
        CurrentMemory memory = new CurrentMemory(parts.allocator(), parts.dumps());
        return new Router(parts.serialQueue())
                .translate(new ErrorMapper())
                .advise("GET /help lists the addresses.", HEAP_FULL)
                .add("GET", "/", new IndexResource(parts.pid()))
                .add("GET", PageFiles.PAGE, PAGE)
                .add("GET", PageFiles.PAGE + "/{file}", PAGE)
                .add(new ApiRoutes(parts, memory), OWN)
                .add(new PprofRoutes(parts), "/debug/pprof/", "/pprof/")
                .add(new MetricsRoutes(parts, memory), "/metrics")
                .add(mesos(parts), "/memory-profiler/")
                .add(new OlderSystems(parts), "/mtev/", "/plugin/")
                .add(new Help(), "/help");
    }

    private static MesosRoutes mesos(Components parts) {
        return new MesosRoutes(
                parts.profiler(),
                parts.dumps(),
                parts.allocator(),
                parts.renderings(),
                parts.limiter(),
                parts.reads(),
                parts.serialQueue());
    }

    private record Help() implements RouteGroup {
        @Override
        public void addTo(Router router) {
            router.add("GET", "/help", new HelpResource()).add("GET", "/help/{address...}", new HelpResource());
        }
    }
}
