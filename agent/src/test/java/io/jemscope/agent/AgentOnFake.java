package io.jemscope.agent;

import static org.awaitility.Awaitility.await;

import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpLimits;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.HighWaterWatch;
import io.jemscope.agent.profiling.FakeClock;
import io.jemscope.agent.profiling.FakeTimer;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunClock;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.agent.threads.AgentThreads;
import io.jemscope.agent.watch.Bundles;
import io.jemscope.agent.web.Routes;
import io.jemscope.agent.web.api.Components;
import io.jemscope.agent.web.api.DocumentedAnswers;
import io.jemscope.agent.web.api.ReadRates;
import io.jemscope.agent.web.auth.Audit;
import io.jemscope.agent.web.rendering.BundleForms;
import io.jemscope.agent.web.rendering.DumpRenderings;
import io.jemscope.agent.web.rendering.RenderExecutor;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.SerialQueue;
import io.jemscope.httpd.Timeouts;
import io.jemscope.httpd.auth.Credentials;
import io.jemscope.httpd.auth.Hosts;
import io.jemscope.httpd.auth.RequestGuard;
import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/** All addresses, over HTTP, on an allocator that isn't real. */
public final class AgentOnFake implements AutoCloseable {

    /** When the agent was started, and what its events' clock says ever after. */
    static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");

    public final FakeAllocator allocator = new FakeAllocator();
    public final Events events = new Events(Clock.fixed(STARTED, ZoneOffset.UTC));
    public final Router router;

    /** What was to go to standard error. */
    public final List<String> log = new CopyOnWriteArrayList<>();

    /** Looks how many dumps jemalloc has made at new highs. */
    final FakeTimer watchTimer = new FakeTimer();

    /** Ends the log of allocations. */
    final FakeTimer logTimer = new FakeTimer();

    final FakeClock clock = new FakeClock();

    private final DocumentedAnswers documented = new DocumentedAnswers();
    private final HttpServer server;
    private final RenderExecutor renderExecutor;
    private final Timeouts waiting;
    private final SerialQueue serialQueue;

    /** The threads that may write into the folder. */
    private final List<Thread> writers = new CopyOnWriteArrayList<>();

    public AgentOnFake(Path folder) throws IOException {
        this(folder, new RoleRateLimiter(Duration.ZERO, 1, "Wait."), ReadRates.usual());
    }

    public AgentOnFake(Path folder, RoleRateLimiter limiter) throws IOException {
        this(folder, limiter, ReadRates.usual());
    }

    public AgentOnFake(Path folder, ReadRates reads) throws IOException {
        this(folder, new RoleRateLimiter(Duration.ZERO, 1, "Wait."), reads);
    }

    private AgentOnFake(Path folder, RoleRateLimiter limiter, ReadRates reads) throws IOException {
        DumpFolder place = new DumpFolder(folder, folder.resolve("dumps"));
        DumpStore dumps =
                new DumpStore(place, 4711, allocator, Clock.systemUTC(), notice -> {}, DumpLimits.DEFAULT, events);
        Profiler profiler =
                new Profiler(allocator, dumps, RunClock.system(), new FakeTimer(), notice -> {}, 10, events);
        AgentThreads threads = new AgentThreads(allocator);
        renderExecutor = new RenderExecutor(remembered(threads.named("jemscope-test")));
        serialQueue = new SerialQueue(remembered(threads.named("jemscope-test")));
        waiting = new Timeouts(remembered(threads.named("jemscope-test")));
        DumpRenderings renderings = new DumpRenderings(dumps, new OwnBinaries(4711), renderExecutor);
        OwnVerdict verdict = new OwnVerdict(
                4711, "com.acme.Main", place.history(), allocator, allocator, dumps, new OwnBinaries(4711));
        Bundles bundles = new Bundles(
                place,
                4711,
                "com.acme.Main",
                allocator,
                profiler,
                dumps,
                new BundleForms(renderings, verdict, false),
                5,
                false,
                threads.named("jemscope-test"),
                events);
        router = Routes.of(new Components(
                4711,
                "com.acme.Main",
                STARTED,
                allocator,
                allocator,
                profiler,
                dumps,
                limiter,
                reads,
                serialQueue,
                renderings,
                waiting,
                events,
                threads.named("jemscope-test"),
                threads.costs(),
                new AllocationLog(allocator, dumps, events, clock, logTimer, log::add),
                new RecentLedger(allocator, dumps, false),
                new HighWaterWatch(allocator, dumps, events, clock, watchTimer, log::add),
                place.history(),
                verdict,
                bundles,
                log::add,
                () -> {}));
        server = HttpServer.open(Limits.DEFAULT, threads.named("jemscope-http"));
        Credentials tokens = new Credentials(new Token("secret"), new Token("for readers"), Role.READ);
        server.start(new RequestGuard(tokens, new Hosts(List.of()), Audit.none()), router);
    }

    private ThreadFactory remembered(ThreadFactory threads) {
        return work -> {
            Thread thread = threads.newThread(work);
            writers.add(thread);
            return thread;
        };
    }

    /** Sends a request with the right token, and more headers where some are given, name and value in turn. */
    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path, "secret").method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    /** The port of 127.0.0.1 that it listens on. */
    int port() {
        return server.port();
    }

    /** Asks with the token that is for reading only. */
    public HttpResponse<String> read(String path) throws IOException, InterruptedException {
        return send(request(path, "for readers"));
    }

    /** Asks for a change with that token. */
    HttpResponse<String> tryToChange(String method, String path, String body) throws IOException, InterruptedException {
        return send(request(path, "for readers").method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    /** What was written to the allocator, but for what the agent's threads write about themselves. */
    List<String> writes() {
        synchronized (allocator) {
            return allocator.writes.stream()
                    .filter(write -> !write.startsWith("thread."))
                    .toList();
        }
    }

    /** Forgets these. */
    void forgetWrites() {
        synchronized (allocator) {
            allocator.writes.clear();
        }
    }

    /** No answer may be one that the document doesn't have. */
    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        documented.check(answer);
        return answer;
    }

    private HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Authorization", "Bearer " + token);
    }

    /** Ends, and waits until nobody writes into the folder any more: the test deletes it next. */
    @Override
    public void close() throws IOException {
        server.close();
        renderExecutor.close();
        waiting.close();
        serialQueue.close("the agent is leaving this program", "Attach the agent again.");
        await().until(() -> writers.stream().noneMatch(Thread::isAlive));
    }
}
