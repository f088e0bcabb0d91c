package io.jemscope.agent;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpFolder;
import io.jemscope.agent.dump.DumpLimits;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.dump.PrivateFolder;
import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.Router;
import io.jemscope.agent.http.Throttle;
import io.jemscope.agent.mesos.MesosAddresses;
import io.jemscope.agent.pprof.CommandLine;
import io.jemscope.agent.pprof.OtherProfile;
import io.jemscope.agent.pprof.ProfileDownload;
import io.jemscope.agent.pprof.RawDownload;
import io.jemscope.agent.pprof.SymbolLookup;
import io.jemscope.agent.rendering.Background;
import io.jemscope.agent.rendering.DumpRenderings;
import io.jemscope.agent.rendering.Renderings;
import io.jemscope.agent.run.AlarmTimer;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.Run;
import io.jemscope.agent.run.RunClock;
import io.jemscope.agent.run.RunTimer;
import io.jemscope.agent.settings.Key;
import io.jemscope.agent.settings.Settings;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.allocator.Jemalloc;
import io.jemscope.allocator.NativeAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts the agent together, and takes it apart again. */
final class Service {

    /** Has the native half take the agent apart, which ends in {@link #stop}. */
    private static final Runnable NATIVE_HALF = new Runnable() {
        @Override
        public void run() {
            NativeAgent.leave();
        }
    };
    /** What lays a graph out calls itself deeply; only what is used of it is memory. */
    private static final long ANALYSIS_STACK_BYTES = 8 << 20;

    private static final long TIMER_STACK_BYTES = 128 << 10;

    private static final int DUMPS_IN_A_ROW = 10;

    private @Nullable Entrance entrance;
    private @Nullable Descriptor descriptor;
    private @Nullable Path descriptors;
    private @Nullable Background background;
    private @Nullable Waiting waiting;
    private boolean stopped;

    /** Listens, then says where. Does nothing after {@link #stop}: the JVM may end while its agent still starts. */
    synchronized void start(Settings settings, Consumer<String> notices) throws IOException {
        if (stopped) {
            return;
        }
        Path runtime = RuntimeFolder.of(System.getenv());
        Path home = settings.path(Key.DESCRIPTOR).orElse(runtime);
        PrivateFolder.ensure(home);
        long pid = ownPid();
        DumpFolder folder = DumpFolder.of(settings.path(Key.FOLDER), runtime, pid);

        Jemalloc jemalloc = new Jemalloc();
        DumpLimits limits = new DumpLimits(settings.count(Key.DUMPS_KEEP), settings.bytes(Key.DUMPS_BYTES));
        DumpStore dumps = new DumpStore(folder, pid, jemalloc, Clock.systemUTC(), notices, limits);
        RunClock clock = RunClock.system();
        RunTimer timer = new AlarmTimer(new AgentThreads(jemalloc, "jemscope-run"), clock);
        Profiler profiler = new Profiler(jemalloc, dumps, clock, timer, notices, settings.count(Key.RUNS_KEEP));
        Instant started = Instant.now();
        Background analysis = new Background(new AgentThreads(jemalloc, "jemscope-analysis", ANALYSIS_STACK_BYTES));
        Waiting waits = new Waiting(new AgentThreads(jemalloc, "jemscope-timer", TIMER_STACK_BYTES));
        background = analysis;
        waiting = waits;
        Renderings renderings = new DumpRenderings(dumps, pid, analysis);
        Router router = router(pid, started, jemalloc, jemalloc, profiler, dumps, renderings, waits)
                .add("DELETE", "/api/v1/agent", new AgentResource(jemalloc, profiler, NATIVE_HALF));

        throttle(router, new Throttle(settings.duration(Key.DUMP_INTERVAL), DUMPS_IN_A_ROW));
        Entrance opened = new Entrance(settings, home.resolve(pid + ".audit.log"), jemalloc, notices);
        entrance = opened;
        String outside = opened.start(router);
        Descriptor written =
                new Descriptor(pid, opened.port(), outside, opened.credentials(), program(), started, folder.path());
        written.write(home);
        descriptor = written;
        descriptors = home;
    }

    /** Each of these has jemalloc write a dump. */
    private static void throttle(Router router, Throttle dumps) {
        router.limit("POST", "/api/v1/dumps", dumps)
                .limit("GET", "/debug/pprof/heap", dumps)
                .limit("GET", "/debug/pprof/allocs", dumps)
                .limit("GET", "/pprof/heap", dumps)
                .limit("POST", "/api/v1/runs", dumps)
                .limit("POST", "/api/v1/runs/{id}/dumps", dumps)
                .limit("GET", "/memory-profiler/start", dumps)
                .limit("GET", "/memory-profiler/snapshot", dumps);
    }

    /** Every address that the agent answers. */
    static Router router(
            long pid,
            Instant started,
            Allocator allocator,
            BacktraceHook hook,
            Profiler profiler,
            DumpStore dumps,
            Renderings renderings,
            Waiting waiting) {
        DumpDownload download = new DumpDownload(dumps, renderings, waiting);
        SymbolLookup symbols = new SymbolLookup(renderings, dumps);
        RunJson runs = new RunJson(profiler, dumps);
        Router router = new Router()
                .add("GET", "/api/v1/state", new StateResource(pid, started, allocator, hook, profiler, runs))
                .add("PUT", "/api/v1/profiling", new ProfilingResource(profiler))
                .add("GET", "/api/v1/statistics", new StatisticsResource(allocator))
                .add("POST", "/api/v1/dumps", new DumpResource(profiler))
                .add("GET", "/api/v1/dumps", new DumpList(dumps, new RunOfDump(profiler)))
                .add("GET", "/api/v1/dumps/{id}", download)
                .add("GET", "/api/v1/dumps/{id}/symbols", download.ofSymbols())
                .add("DELETE", "/api/v1/dumps/{id}", new DumpDeletion(dumps))
                .add("GET", "/debug/pprof/heap", ProfileDownload.heap(dumps, renderings))
                .add("GET", "/debug/pprof/allocs", ProfileDownload.allocs(dumps, renderings))
                .add("GET", "/debug/pprof/cmdline", new CommandLine())
                .add("GET", "/debug/pprof/profile", new OtherProfile("CPU time", "/debug/pprof/heap"))
                .add("GET", "/pprof/heap", new RawDownload(dumps))
                .add("GET", "/pprof/symbol", symbols)
                .add("POST", "/pprof/symbol", Access.READ, symbols)
                .add("GET", "/pprof/cmdline", new CommandLine())
                .add("GET", "/pprof/profile", new OtherProfile("CPU time", "/pprof/heap"))
                .add("GET", "/pprof/growth", new OtherProfile("growth", "/pprof/heap"))
                .add("GET", "/pprof/contention", new OtherProfile("contention", "/pprof/heap"));
        RunAddresses.addTo(router, profiler, runs);
        return MesosAddresses.addTo(router, profiler, dumps, allocator, renderings);
    }

    /** The run that a dump belongs to, by its id. */
    private static final class RunOfDump implements Function<Dump, Optional<String>> {

        private final Profiler profiler;

        RunOfDump(Profiler profiler) {
            this.profiler = profiler;
        }

        @Override
        public Optional<String> apply(Dump dump) {
            Optional<Run> run = profiler.runOf(dump);
            return run.isPresent() ? Optional.of(Long.toString(run.get().id())) : Optional.empty();
        }
    }

    /** Removes the descriptor and closes the port, as far as they are there. */
    synchronized void stop() {
        stopped = true;
        if (descriptor != null && descriptors != null) {
            try {
                descriptor.remove(descriptors);
            } catch (IOException e) {
                // Readers find the process gone, and take the descriptor for what it is.
            }
            descriptor = null;
        }
        if (entrance != null) {
            try {
                entrance.close();
            } catch (IOException e) {
                // The process's end closes what is left open.
            }
            entrance = null;
        }
        if (background != null) {
            background.close();
        }
        if (waiting != null) {
            waiting.close();
        }
    }

    /** The kernel's link to the process: a ProcessHandle would bring its machinery and a thread pool. */
    private static long ownPid() throws IOException {
        return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString());
    }

    /** The main class or jar, as the launcher noted it. */
    private static String program() {
        String command = System.getProperty("sun.java.command", "");
        int blank = command.indexOf(' ');
        return blank < 0 ? command : command.substring(0, blank);
    }
}
