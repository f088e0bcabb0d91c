package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.SelfSigned;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetcherTest {

    @TempDir
    private Path folder;

    @Test
    void certificatesAreVerified() throws Exception {
        SelfSigned certificate = SelfSigned.make(folder, "dns:localhost");
        try (StandInAgent agent = StandInAgent.holding(1, 1_000)) {
            int port = agent.server()
                    .listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            new Tls(certificate.context(), false));
            Agent byName = agent("https://localhost:" + port);
            Agent byAddress = agent("https://127.0.0.1:" + port);
            Fetcher trusting = fetcher(certificate.authority());

            assertThat(trusting.fetch(byName)).isNotEmpty();
            // The certificate is for localhost alone.
            assertThatThrownBy(() -> trusting.fetch(byAddress)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> fetcher(null).fetch(byName)).isInstanceOf(IOException.class);
            assertThat(agent.asked()).isEqualTo(1);
        }
    }

    /** Pods are asked by addresses that no certificate can know beforehand. */
    @Test
    void agentsAskedByTheirNumbersMayShareAName() throws Exception {
        SelfSigned certificate = SelfSigned.make(folder, "dns:agents.example.org");
        try (StandInAgent agent = StandInAgent.holding(1, 1_000)) {
            int port = agent.server()
                    .listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            new Tls(certificate.context(), false));

            assertThat(named("agents.example.org", certificate).fetch(agent("https://127.0.0.1:" + port)))
                    .isNotEmpty();
            assertThatThrownBy(() -> named("others.example.org", certificate).fetch(agent("https://127.0.0.1:" + port)))
                    .isInstanceOf(IOException.class);
            // By its name it must prove that name.
            assertThatThrownBy(() -> named("agents.example.org", certificate).fetch(agent("https://localhost:" + port)))
                    .isInstanceOf(IOException.class);
            assertThat(agent.asked()).isEqualTo(1);
        }
    }

    private static Fetcher named(String name, SelfSigned certificate) throws IOException {
        return new Fetcher(new BoundedClient(certificate.authority(), name, Duration.ofSeconds(30), 1 << 20));
    }

    @Test
    void authoritiesThatArentAreRefused() throws IOException {
        Path file = folder.resolve("no.pem");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class);
        Files.writeString(file, "no certificate\n");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class).hasMessageContaining("PEM");
        Files.writeString(file, "");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class).hasMessageContaining("PEM");
    }

    /** The client would wait for half a minute. */
    @Test
    void figuresOfMemoryAreAwaitedForFiveSeconds() throws Exception {
        CompletableFuture<Response> never = new CompletableFuture<>();
        try (StandInAgent agent = StandInAgent.holding(1, 1_000).withMetrics(request -> Response.later(never))) {
            assertThatThrownBy(() -> fetcher(null).memory(agent.agent("1"))).hasMessage("it didn't answer within 5 s");
        }
    }

    private static Fetcher fetcher(@Nullable Path authorities) throws IOException {
        return new Fetcher(new BoundedClient(authorities, Duration.ofSeconds(30), 1 << 20));
    }

    private static Agent agent(String address) {
        return Agent.of(URI.create(address), StandInAgent.TOKEN, Map.of());
    }
}
