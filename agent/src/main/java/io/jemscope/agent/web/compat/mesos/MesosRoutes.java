package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.AwaitedStatistics;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.web.api.ReadRates;
import io.jemscope.agent.web.compat.WhenNoDump;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.allocator.Allocator;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.SerialQueue;

/**
 * Every address under /memory-profiler.
 *
 * @param profiler what begins and ends runs
 * @param dumps where their dumps are
 * @param allocator has statistics and state
 * @param renderings makes text and graphs of dumps
 * @param limiter how often a dump is made for callers
 * @param reads how often one is filtered, and statistics are read
 * @param serialQueue where statistics wait for a dump
 */
public record MesosRoutes(
        Profiler profiler,
        DumpStore dumps,
        Allocator allocator,
        Renderings renderings,
        RoleRateLimiter limiter,
        ReadRates reads,
        SerialQueue serialQueue)
        implements RouteGroup {

    @Override
    public void addTo(Router router) {
        DownloadAddress downloads = new DownloadAddress(new RunProfiles(profiler, dumps), reads.views(), renderings);
        change(router, "start", new StartAddress(profiler, limiter));
        change(router, "stop", new StopAddress(profiler));
        change(router, "snapshot", new SnapshotAddress(profiler, limiter));
        read(router, "download/raw", downloads::raw);
        read(router, "download/text", request -> downloads.rendered(request, ViewFormat.TEXT));
        read(router, "download/graph", request -> downloads.rendered(request, ViewFormat.GRAPH));
        router.add(
                "GET",
                ProfileAddresses.BASE + "/statistics",
                new WhenNoDump(
                        dumps,
                        serialQueue,
                        new PlainProblems(new StatisticsAddress(new AwaitedStatistics(allocator, dumps)))));
        read(router, "state", new StateAddress(profiler, dumps, allocator));
        router.limit("GET", ProfileAddresses.BASE + "/statistics", reads.statistics());
    }

    private static void change(Router router, String name, Handler handler) {
        router.add("GET", ProfileAddresses.BASE + "/" + name, Role.OPERATE, new PlainProblems(handler));
    }

    private static void read(Router router, String name, Handler handler) {
        router.add("GET", ProfileAddresses.BASE + "/" + name, Role.READ, new PlainProblems(handler));
    }
}
