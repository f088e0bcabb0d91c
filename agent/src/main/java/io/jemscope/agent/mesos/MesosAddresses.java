package io.jemscope.agent.mesos;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Router;
import io.jemscope.agent.http.When;
import io.jemscope.agent.rendering.Form;
import io.jemscope.agent.rendering.Renderings;
import io.jemscope.agent.run.Profiler;
import io.jemscope.allocator.Allocator;

/** Every address under /memory-profiler. */
public final class MesosAddresses {

    private MesosAddresses() {}

    /**
     * Adds them.
     *
     * @param router where to
     * @param profiler what begins and ends runs
     * @param dumps where their dumps are
     * @param allocator what is asked for statistics and state
     * @param renderings makes text and graphs of dumps
     * @param throttle how often one is made for callers
     * @param views how often one is filtered for callers
     * @return the router
     */
    public static Router addTo(
            Router router,
            Profiler profiler,
            DumpStore dumps,
            Allocator allocator,
            Renderings renderings,
            CallerThrottle throttle,
            CallerThrottle views) {
        DownloadAddress downloads = new DownloadAddress(new RunProfiles(profiler, dumps), views);
        change(router, "start", new StartAddress(profiler, throttle));
        change(router, "stop", new StopAddress(profiler));
        change(router, "snapshot", new SnapshotAddress(profiler, throttle));
        read(router, "download/raw", downloads.raw());
        read(router, "download/text", downloads.made(Form.TEXT, renderings));
        read(router, "download/graph", downloads.made(Form.GRAPH, renderings));
        router.add(
                "GET",
                ProfileAddresses.BASE + "/statistics",
                Access.READ,
                When.IN_TURN,
                new PlainProblems(new StatisticsAddress(allocator, dumps)));
        read(router, "state", new StateAddress(profiler, dumps, allocator));
        return router;
    }

    private static void change(Router router, String name, Handler handler) {
        router.add("GET", ProfileAddresses.BASE + "/" + name, Access.OPERATE, new PlainProblems(handler));
    }

    private static void read(Router router, String name, Handler handler) {
        router.add("GET", ProfileAddresses.BASE + "/" + name, Access.READ, new PlainProblems(handler));
    }
}
