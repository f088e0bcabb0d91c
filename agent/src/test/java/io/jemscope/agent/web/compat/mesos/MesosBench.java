package io.jemscope.agent.web.compat.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.profiling.FakeClock;
import io.jemscope.agent.profiling.FakeTimer;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.web.api.DocumentedAnswers;
import io.jemscope.agent.web.api.HelpResource;
import io.jemscope.agent.web.api.ReadRates;
import io.jemscope.agent.web.rendering.Rendering;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.agent.web.rendering.View;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.SerialQueue;
import io.jemscope.report.verdict.ProcessVerdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The addresses over HTTP, on an allocator that isn't real, with a clock that the test moves. */
final class MesosBench implements AutoCloseable {

    final FakeAllocator allocator = new FakeAllocator();
    final FakeClock clock = new FakeClock();
    final FakeTimer timer = new FakeTimer();
    final List<String> notices = new ArrayList<>();
    final DumpStore dumps;
    final Profiler profiler;
    final Made made;
    private final DocumentedAnswers documented = new DocumentedAnswers();
    private final HttpServer server;

    MesosBench(Path folder, Role access) throws IOException {
        allocator.values.put("config.prof", true);
        dumps = new DumpStore(new DumpFolder(folder, folder), 4711, allocator, Clock.systemUTC(), notices::add);
        profiler = new Profiler(allocator, dumps, clock, timer, notices::add, 3, EventLog.NONE);
        made = new Made(folder);
        Router router = new Router();
        RoleRateLimiter any = new RoleRateLimiter(Duration.ZERO, 1, "Wait.");
        ReadRates reads = new ReadRates(any, any, any, any, any, any, any);
        new MesosRoutes(profiler, dumps, allocator, made, any, reads, new SerialQueue(MesosBench::thread))
                .addTo(router);
        router.add("GET", "/help/{address...}", new HelpResource());
        server = HttpServer.open(Limits.DEFAULT, MesosBench::thread);
        server.start((head, peer) -> new Principal("test", "127.0.0.1", access), router);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * An answer.
     *
     * @param unmatched what it says that nothing matched; null where it says nothing
     */
    record Answer(
            int status,
            String type,
            @Nullable String disposition,
            @Nullable String unmatched,
            String body) {

        JsonObject json() {
            return JsonParser.parseString(body).getAsJsonObject();
        }

        Answer is(int expected) {
            assertThat(status).as(body).isEqualTo(expected);
            return this;
        }

        /** A line of text that says so. */
        Answer refuses(String... words) {
            is(400);
            assertThat(type).startsWith("text/plain");
            assertThat(body).contains(words).endsWith("\n").doesNotContain("{");
            return this;
        }

        String text(String name) {
            JsonElement value = json().get(name);
            assertThat(value.getAsJsonPrimitive().isString())
                    .as(name + " is a string")
                    .isTrue();
            return value.getAsString();
        }

        long number(String name) {
            JsonElement value = json().get(name);
            assertThat(value.getAsJsonPrimitive().isNumber())
                    .as(name + " is a number")
                    .isTrue();
            return value.getAsLong();
        }
    }

    Answer get(String address) {
        try {
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + address))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            documented.check(response);
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.headers().firstValue("Content-Disposition").orElse(null),
                    response.headers().firstValue("Jemscope-Unmatched").orElse(null),
                    response.body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An address under /memory-profiler. */
    Answer mesos(String rest) {
        return get("/memory-profiler/" + rest);
    }

    /** Starts a run and answers its id. */
    long start() {
        return mesos("start?duration=10secs").is(200).number("id");
    }

    /** Time goes by, and an alarm that becomes due goes off. */
    void pass(Duration time) {
        clock.pass(time);
        Runnable due = timer.takeDue(clock.nanos());
        if (due != null) {
            due.run();
        }
    }

    boolean isActive() {
        return Boolean.TRUE.equals(allocator.values.get("prof.active"));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** Renderings that only tell of what they would be. */
    static final class Made implements Renderings {

        private final Path folder;
        private final Map<String, CompletionStage<Rendering>> kept = new HashMap<>();

        /** Why nothing comes of them. */
        @Nullable
        ApiException problem;

        Made(Path folder) {
            this.folder = folder;
        }

        @Override
        public CompletionStage<Rendering> of(
                Dump dump,
                Optional<Dump> baseline,
                ViewFormat format,
                View view,
                Role access,
                Permit<ApiException> permit) {
            if (problem != null) {
                return CompletableFuture.failedFuture(problem);
            }
            String text = format + " of " + dump.kind() + " since "
                    + (baseline.isPresent() ? baseline.get().kind().name() : "ever")
                    + (view.isWhole() ? "" : " with " + view.texts());
            return kept.computeIfAbsent(dump.id() + text, key -> make(text, baseline, format, view));
        }

        private CompletionStage<Rendering> make(String text, Optional<Dump> baseline, ViewFormat format, View view) {
            if (baseline.isPresent() && !Files.exists(baseline.get().file())) {
                return CompletableFuture.failedFuture(new ApiException(404, "There is none", "it was removed", "Ask."));
            }
            return CompletableFuture.supplyAsync(() -> {
                try {
                    Path file = Files.writeString(Files.createTempFile(folder, "made", ""), text);
                    return new Rendering(file, "made", text.length(), format, unmatched(view));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        private static List<String> unmatched(View view) {
            return view.texts().containsValue("nosuch")
                    ? List.copyOf(view.texts().keySet())
                    : List.of();
        }

        @Override
        public CompletionStage<FileChannel> once(Dump aside, ViewFormat format, Role access) {
            throw new UnsupportedOperationException("Mesos has no address that asks for it");
        }

        @Override
        public CompletionStage<ProcessVerdict> verdict(
                OwnVerdict verdict, @Nullable Dump dump, boolean large, Role access) {
            throw new UnsupportedOperationException("Mesos has no address that asks for it");
        }

        @Override
        public void refresh(OwnVerdict verdict) {}

        @Override
        public CompletionStage<Map<Long, String>> names(long[] returns, Optional<Path> symbols, Role access) {
            throw new UnsupportedOperationException("Mesos has no address that asks for it");
        }
    }
}
