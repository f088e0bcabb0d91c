package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.discovery.HttpDiscovery;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector asks the agents that an HTTP server lists, by the collector's token, and goes on when that server fails. */
class DiscoveredAgentsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void theLastListIsKeptWhileTheServerFails() throws Exception {
        Path token = folder.resolve("token");
        Files.writeString(token, StandInAgent.TOKEN + "\n");
        AtomicReference<String> list = new AtomicReference<>();
        List<Delivery> delivered = new CopyOnWriteArrayList<>();
        List<String> log = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.open(Limits.DEFAULT, work -> {
            Thread thread = new Thread(work, "stand-in");
            thread.setDaemon(true);
            return thread;
        });
        server.start(
                (head, peer) -> new Principal("test", "127.0.0.1", Role.READ),
                new Router().add("GET", "/targets", request -> Response.text(200, "application/json", list.get())));
        try (server;
                StandInAgent first = StandInAgent.holding(1, 1_000_000);
                StandInAgent second = StandInAgent.holding(2, 1_000_000)) {
            list.set(group(first, "2.3.0"));
            Sink sink = deliveries -> {
                delivered.addAll(deliveries);
                return List.of();
            };
            URI address = URI.create("http://127.0.0.1:" + server.port() + "/targets");
            try (Collector collector = QuickCollector.open(
                    new HttpDiscovery(address, token, null),
                    LIMIT,
                    List.of(new Destination("test", sink, folder.resolve("spool"))),
                    0,
                    1 << 20,
                    Clock.systemUTC(),
                    log::add)) {
                Thread running = QuickCollector.start(collector);
                await().atMost(LIMIT).until(() -> first.asked() >= 1);

                list.set("[{\"targets\": [");
                await().atMost(LIMIT).until(() -> !log.isEmpty());
                int asked = first.asked();
                await().atMost(LIMIT).until(() -> first.asked() >= asked + 2);
                assertThat(second.asked()).isZero();

                list.set(group(second, "2.3.1"));
                await().atMost(LIMIT)
                        .until(() -> delivered.stream()
                                .anyMatch(each ->
                                        "2.3.1".equals(each.agent().labels().get("version"))));
                assertThat(collector.agents()).isEqualTo(1);
                // Before the end, which may interrupt a question.
                assertThat(log).hasSize(2);
                assertThat(log.get(0))
                        .contains("cannot look for agents, so the last list is kept", "/targets: it is cut off");
                assertThat(log.get(1)).isEqualTo("the search for agents works again");
                running.interrupt();
                running.join();
            }
        }
        assertThat(delivered)
                .allSatisfy(each -> assertThat(each.agent().labels()).containsEntry("service", "shop"));
    }

    private static String group(StandInAgent agent, String version) {
        return "[{\"targets\": [\"" + agent.agent("").address()
                + "\"], \"labels\": {\"service\": \"shop\", \"version\": \"" + version + "\"}}]";
    }
}
