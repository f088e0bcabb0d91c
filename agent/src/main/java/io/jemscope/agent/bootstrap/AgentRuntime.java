package io.jemscope.agent.bootstrap;

import io.jemscope.agent.config.Key;
import io.jemscope.agent.config.Settings;
import io.jemscope.agent.config.SettingsReader;
import io.jemscope.agent.config.WatchRule;
import io.jemscope.agent.dumps.Cleanup;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpLimits;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.history.HistoryLimits;
import io.jemscope.agent.history.HistoryRecorder;
import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.HighWaterWatch;
import io.jemscope.agent.profiling.AlarmTimer;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunClock;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.agent.threads.AgentThreads;
import io.jemscope.agent.watch.Bundles;
import io.jemscope.agent.watch.Notifier;
import io.jemscope.agent.watch.Watch;
import io.jemscope.agent.web.ControlServer;
import io.jemscope.agent.web.Routes;
import io.jemscope.agent.web.api.Components;
import io.jemscope.agent.web.api.ReadRates;
import io.jemscope.agent.web.rendering.BundleForms;
import io.jemscope.agent.web.rendering.DumpRenderings;
import io.jemscope.agent.web.rendering.RenderExecutor;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.allocator.Jemalloc;
import io.jemscope.allocator.NativeAgent;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.SerialQueue;
import io.jemscope.httpd.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the agent together, and takes it apart again. */
final class AgentRuntime implements SingletonGuard.Life {

    /** What lays a graph out or compiles a pattern calls itself deeply; only what is used of it is memory. */
    private static final long ANALYSIS_STACK_BYTES = 8 << 20;

    private static final long TIMER_STACK_BYTES = 128 << 10;

    /** The JVM's end waits for all of {@link #stop}, half a second at most. */
    private static final long TIDYING_NANOS = 200_000_000;

    private @Nullable Router router;
    private @Nullable ControlServer server;
    private @Nullable Descriptor descriptor;
    private @Nullable Path descriptors;
    private @Nullable RenderExecutor renderExecutor;
    private @Nullable Components parts;
    private @Nullable LaterNotices background;
    private @Nullable Cleanup cleanup;
    private @Nullable HistoryRecorder history;
    private @Nullable Watch watch;
    private final Observers observers = new Observers();
    private boolean dumpsStay = true;
    private boolean stopped;

    /** The program runs on without the agent, which may come back and find its dumps. */
    private volatile boolean leaving;

    private final String options;

    /** Takes the options of the native agent, {@code key=value,key=value}. */
    AgentRuntime(String options) {
        this.options = options;
    }

    @Override
    public void start() throws IOException {
        Notice notices = new Notice();
        start(SettingsReader.read(options, System.getProperties(), System.getenv(), notices), notices);
    }

    /** Listens, then says where. Does nothing after {@link #stop}: the JVM may end while its agent still starts. */
    private synchronized void start(Settings settings, Consumer<String> notices) throws IOException {
        if (stopped) {
            return;
        }
        Path runtime = RuntimeFolder.of(System.getenv());
        Path home = settings.path(Key.DESCRIPTOR).orElse(runtime);
        PrivateFolder.ensure(home);
        long pid = ownPid();
        DumpFolder folder = DumpFolder.of(settings.path(Key.FOLDER), runtime, pid);

        Jemalloc jemalloc = new Jemalloc();
        Events events = new Events(Clock.systemUTC());
        AgentThreads threads = new AgentThreads(jemalloc);
        LaterNotices later = new LaterNotices(notices, threads.named("jemscope-notice"));
        background = later;
        DumpLimits limits = new DumpLimits(settings.count(Key.DUMPS_KEEP), settings.bytes(Key.DUMPS_BYTES));
        DumpStore dumps = new DumpStore(folder, pid, jemalloc, Clock.systemUTC(), later, limits, events);
        cleanup = new Cleanup(folder, pid, dumps);
        RunClock clock = RunClock.system();
        RenderExecutor analysis = new RenderExecutor(threads.modest("jemscope-analysis", ANALYSIS_STACK_BYTES));
        renderExecutor = analysis;
        Instant started = Instant.now();
        Path kept = settings.flag(Key.HISTORY) ? folder.history() : null;
        OwnBinaries binaries = new OwnBinaries(pid);
        OwnVerdict verdict = new OwnVerdict(pid, program(), kept, jemalloc, jemalloc, dumps, binaries);
        Profiler profiler = new Profiler(
                jemalloc,
                dumps,
                clock,
                new AlarmTimer(threads.named("jemscope-run"), clock),
                later,
                settings.count(Key.RUNS_KEEP),
                events);
        Renderings renderings = new DumpRenderings(dumps, binaries, analysis);
        Bundles bundles = new Bundles(
                folder,
                pid,
                program(),
                jemalloc,
                profiler,
                dumps,
                new BundleForms(renderings, verdict, settings.flag(Key.LEDGER_LARGE)),
                settings.count(Key.WATCH_KEEP),
                settings.flag(Key.LEDGER_LARGE),
                threads.named("jemscope-question"),
                events);
        Components made = new Components(
                pid,
                program(),
                started,
                jemalloc,
                jemalloc,
                profiler,
                dumps,
                ReadRates.ofDumps(settings.duration(Key.DUMP_INTERVAL)),
                ReadRates.usual(),
                new SerialQueue(threads.named("jemscope-turns")),
                renderings,
                new Timeouts(threads.named("jemscope-timer", TIMER_STACK_BYTES)),
                events,
                threads.named("jemscope-question"),
                threads.costs(),
                new AllocationLog(
                        jemalloc, dumps, events, clock, new AlarmTimer(threads.named("jemscope-log"), clock), later),
                new RecentLedger(jemalloc, dumps, settings.flag(Key.LEDGER_LARGE)),
                new HighWaterWatch(
                        jemalloc, dumps, events, clock, new AlarmTimer(threads.named("jemscope-watch"), clock), later),
                kept,
                verdict,
                bundles,
                later.texts(new StandardError()),
                new Leave());
        parts = made;

        ControlServer opened = new ControlServer(settings, home.resolve(pid + ".audit.log"), threads, later);
        server = opened;
        Router all = Routes.of(made);
        router = all;
        String outside = opened.start(all);
        if (settings.flag(Key.HISTORY)) {
            HistoryLimits lasting = new HistoryLimits(
                    settings.duration(Key.HISTORY_EVERY),
                    settings.bytes(Key.HISTORY_BYTES),
                    settings.duration(Key.HISTORY_AGE),
                    settings.flag(Key.LEDGER_LARGE));
            history = new HistoryRecorder(
                    lasting,
                    folder,
                    program(),
                    pid,
                    jemalloc,
                    dumps,
                    threads.named("jemscope-history"),
                    events,
                    made.verdict(),
                    new Judging(made));
            history.start();
        }
        watch(settings, made, threads);
        // Late: a program that ends while the agent starts doesn't wait for it to remove the descriptor.
        Descriptor written =
                new Descriptor(pid, opened.port(), outside, opened.credentials(), program(), started, folder.path());
        written.write(home);
        descriptor = written;
        descriptors = home;
        // Last: what an earlier agent has left in this process isn't for one to remove that couldn't start.
        dumpsStay = settings.flag(Key.DUMPS_STAY);
        observers.start(settings, made, threads, later);
    }

    private void watch(Settings settings, Components made, AgentThreads threads) {
        List<WatchRule> rules = settings.rules(Key.WATCH);
        if (rules.isEmpty()) {
            return;
        }
        Notifier notifier = new Notifier(
                settings.path(Key.WATCH_COMMAND),
                settings.httpAddress(Key.WATCH_WEBHOOK),
                made.program(),
                made.pid(),
                made.events());
        watch = new Watch(
                rules,
                made.bundles(),
                notifier,
                made.allocator(),
                made.dumps(),
                made.hook(),
                threads.named("jemscope-rules"),
                made.events());
        watch.start();
    }

    /** Makes what answers our own addresses, where the agent has started and hasn't been stopped. */
    @Override
    public synchronized void prepare() {
        if (router != null && !stopped) {
            router.make(Routes.OWN);
        }
    }

    /** Removes the descriptor, closes the port and tidies up, as far as there is something to. */
    @Override
    public synchronized void stop() {
        stopped = true;
        if (history != null) {
            history.close();
        }
        if (watch != null) {
            watch.close();
        }
        if (descriptor != null && descriptors != null) {
            try {
                descriptor.remove(descriptors);
            } catch (IOException e) {
                // Readers find the process gone, and take the descriptor for what it is.
            }
            descriptor = null;
        }
        if (leaving) {
            observers.close();
        }
        if (server != null) {
            try {
                server.close();
            } catch (IOException e) {
                // The process's end closes what is left open.
            }
            server = null;
        }
        if (parts != null) {
            parts.serialQueue().close("the agent is leaving this program", "Attach the agent again, and ask that one.");
            parts.allocationLog().close();
            parts.highWaters().close();
            parts.waiting().close();
        }
        if (renderExecutor != null) {
            renderExecutor.close();
        }
        if (cleanup != null) {
            cleanup.run(dumpsStay || leaving, System.nanoTime() + TIDYING_NANOS);
            cleanup = null;
        }
        if (background != null) {
            background.close();
        }
    }

    /** Judges the process when its history has a new profile. */
    private record Judging(Components parts) implements Runnable {
        @Override
        public void run() {
            parts.renderings().refresh(parts.verdict());
        }
    }

    /** Has the native half take the agent apart, which ends in {@link #stop}. */
    private final class Leave implements Runnable {
        @Override
        public void run() {
            leaving = true;
            NativeAgent.leave();
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
