package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;

/** An HTTP server in an agent's place, which answers with a profile of a made-up process, or as a test wants. */
final class StandInAgent implements Closeable {

    static final String TOKEN = "a token of the test";

    /** As an agent has them of a container that is nearly full. */
    static final String METRICS = """
            # HELP jemscope_process_resident_bytes Resident memory of the process (VmRSS).
            # TYPE jemscope_process_resident_bytes gauge
            jemscope_process_resident_bytes 3.1E8
            jemscope_container_limit_bytes 4.0E8
            jemscope_container_used_bytes 3.9E8
            jemscope_container_inactive_file_bytes 2.0E7
            jemscope_jemalloc_allocated_bytes 1.2E8
            jemscope_jemalloc_resident_bytes 1.5E8
            jemscope_memory_resident_bytes{row="javaHeap"} 9.0E7
            jemscope_memory_resident_bytes{row="jemalloc"} 1.45E8
            jemscope_memory_resident_bytes{row="otherAnonymous"} 3.0E7
            """;

    /** What these come to. */
    static final MemoryFigures MEMORY =
            new MemoryFigures(310_000_000, 400_000_000, 370_000_000, 90_000_000, 120_000_000, 150_000_000, 30_000_000);

    private static final long RATE = 524_288;

    private final HttpServer server;
    private final List<Instant> asked = new CopyOnWriteArrayList<>();
    private volatile Handler metrics = request -> Response.text(
            200,
            "text/plain",
            request.header("Authorization").orElse("").equals("Bearer " + TOKEN) ? METRICS : "# not for you\n");

    private StandInAgent(HttpServer server) {
        this.server = server;
    }

    /** Answers each request with a profile of this process whose line holds that many bytes. */
    static StandInAgent holding(long pid, double bytes) throws IOException {
        return restarting(dump -> pid, bytes);
    }

    /**
     * Answers each request with a profile of another process. A store adds up the newest profile of each instance, so that its totals count
     * all of these profiles.
     *
     * @param pids the process of each profile, by the profile's number from 1
     */
    static StandInAgent restarting(IntToLongFunction pids, double bytes) throws IOException {
        AtomicInteger dumps = new AtomicInteger();
        return start(request -> {
            boolean isLetIn = request.header("Authorization").orElse("").equals("Bearer " + TOKEN);
            if (!isLetIn) {
                return Response.text(401, "text/plain", "no\n");
            }
            int dump = dumps.incrementAndGet();
            return Response.bytes(200, "application/octet-stream", pprof(pids.applyAsLong(dump), dump, bytes));
        });
    }

    static StandInAgent start(Handler handler) throws IOException {
        HttpServer server = HttpServer.open(Limits.DEFAULT, work -> {
            Thread thread = new Thread(work, "stand-in");
            thread.setDaemon(true);
            return thread;
        });
        StandInAgent agent = new StandInAgent(server);
        server.start(
                (head, peer) -> new Principal("test", "127.0.0.1", Role.OPERATE),
                new Router()
                        .add("GET", "/debug/pprof/heap", request -> {
                            agent.asked.add(Instant.now());
                            return handler.answer(request);
                        })
                        .add("GET", "/metrics", request -> agent.metrics.answer(request)));
        return agent;
    }

    /** Has it answer otherwise to requests for metrics. */
    StandInAgent withMetrics(Handler handler) {
        metrics = handler;
        return this;
    }

    HttpServer server() {
        return server;
    }

    int asked() {
        return asked.size();
    }

    /** The time of a request, by its number from 0. */
    Instant askedAt(int number) {
        return asked.get(number);
    }

    Agent agent(String version) {
        return Agent.of(
                URI.create("http://127.0.0.1:" + server.port()),
                TOKEN,
                Map.of(Agent.SERVICE, "shop", Agent.VERSION, version, "zone", "eu-1"));
    }

    /** A dump of a process, one of many that differ in their time. */
    static byte[] pprof(long pid, int dump, double bytes) {
        Mapping library = Mapping.shown(0x7000, 0x9000, 0, "/usr/lib/libzip.so", null);
        JavaFrame line = new JavaFrame(null, "com.example.Cache", "put", new SourceLine("Cache.java", 42), false);
        Sample sample = new Sample(
                List.of(new Location(0x8000, library, List.of(line))),
                new Amount(bytes / 64, bytes),
                Amount.NONE,
                Map.of());
        ProfileMetadata facts = new ProfileMetadata(Map.of(
                ProfileMetadata.PID, Long.toString(pid),
                ProfileMetadata.HOST, "web1",
                ProfileMetadata.MAIN_CLASS, "com.example.Main",
                ProfileMetadata.PROGRAM_START, "1764097200123",
                ProfileMetadata.RSS, "300000000",
                ProfileMetadata.TIME, Long.toString(1_764_100_000_000L + dump)));
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            PprofWriter.write(new Profile(new SampleRate(RATE), List.of(sample), List.of(library), facts), out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
