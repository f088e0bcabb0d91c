package io.jemscope.agent;

import static org.awaitility.Awaitility.await;

import io.jemscope.agent.controls.AllocationLog;
import io.jemscope.agent.controls.HighWaterWatch;
import io.jemscope.agent.dump.DumpFolder;
import io.jemscope.agent.dump.DumpLimits;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.help.DocumentedAnswers;
import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.HttpServer;
import io.jemscope.agent.http.Limits;
import io.jemscope.agent.http.Router;
import io.jemscope.agent.http.Turns;
import io.jemscope.agent.rendering.Background;
import io.jemscope.agent.rendering.DumpRenderings;
import io.jemscope.agent.run.FakeClock;
import io.jemscope.agent.run.FakeTimer;
import io.jemscope.agent.run.Profiler;
import io.jemscope.agent.run.RunClock;
import io.jemscope.agent.security.Audit;
import io.jemscope.agent.security.Credentials;
import io.jemscope.agent.security.Hosts;
import io.jemscope.agent.security.RequestGuard;
import io.jemscope.agent.security.Token;
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
final class AgentOnFake implements AutoCloseable {

    /** When the agent was started, and what its events' clock says ever after. */
    static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");

    final FakeAllocator allocator = new FakeAllocator();
    final Events events = new Events(Clock.fixed(STARTED, ZoneOffset.UTC));
    final Router router;

    /** What was to go to standard error. */
    final List<String> log = new CopyOnWriteArrayList<>();

    /** Looks how many dumps jemalloc has made at new highs. */
    final FakeTimer watchTimer = new FakeTimer();

    /** Ends the log of allocations. */
    final FakeTimer logTimer = new FakeTimer();

    final FakeClock clock = new FakeClock();

    private final DocumentedAnswers documented = new DocumentedAnswers();
    private final HttpServer server;
    private final Background background;
    private final Waiting waiting;
    private final Turns turns;

    /** The threads that may write into the folder. */
    private final List<Thread> writers = new CopyOnWriteArrayList<>();

    AgentOnFake(Path folder) throws IOException {
        this(folder, new CallerThrottle(Duration.ZERO, 1), ReadRates.usual());
    }

    AgentOnFake(Path folder, CallerThrottle throttle) throws IOException {
        this(folder, throttle, ReadRates.usual());
    }

    AgentOnFake(Path folder, ReadRates reads) throws IOException {
        this(folder, new CallerThrottle(Duration.ZERO, 1), reads);
    }

    private AgentOnFake(Path folder, CallerThrottle throttle, ReadRates reads) throws IOException {
        DumpFolder place = new DumpFolder(folder, folder.resolve("dumps"));
        DumpStore dumps =
                new DumpStore(place, 4711, allocator, Clock.systemUTC(), notice -> {}, DumpLimits.DEFAULT, events);
        Profiler profiler =
                new Profiler(allocator, dumps, RunClock.system(), new FakeTimer(), notice -> {}, 10, events);
        AgentThreads threads = new AgentThreads(allocator);
        background = new Background(remembered(threads.named("jemscope-test")));
        turns = new Turns(remembered(threads.named("jemscope-test")));
        waiting = new Waiting(remembered(threads.named("jemscope-test")));
        router = Addresses.of(new Parts(
                4711,
                STARTED,
                allocator,
                allocator,
                profiler,
                dumps,
                throttle,
                reads,
                turns,
                new DumpRenderings(dumps, 4711, background),
                waiting,
                events,
                threads.named("jemscope-test"),
                threads.costs(),
                new AllocationLog(allocator, dumps, events, clock, logTimer, log::add),
                new HighWaterWatch(allocator, dumps, events, clock, watchTimer, log::add),
                log::add,
                () -> {}));
        server = HttpServer.open(Limits.DEFAULT, threads.named("jemscope-http"));
        Credentials tokens = new Credentials(new Token("secret"), new Token("for readers"), Access.READ);
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
    HttpResponse<String> send(String method, String path, String body, String... headers)
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
    HttpResponse<String> read(String path) throws IOException, InterruptedException {
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
        background.close();
        waiting.close();
        turns.close();
        await().until(() -> writers.stream().noneMatch(Thread::isAlive));
    }
}
