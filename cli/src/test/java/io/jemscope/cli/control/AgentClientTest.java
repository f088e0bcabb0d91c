package io.jemscope.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as the agent does. */
class AgentClientTest {

    private final List<String> requests = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    private volatile int status = 200;
    private volatile String answer = "{}";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void readsTheState() throws IOException {
        answer = """
                {"pid":4711,"hook":{"installed":true,"counters":{"samples":1234,"samples.java":1200}},
                 "rssBytes":5999989,"memory":{"allocatedBytes":1999993,"residentBytes":3999971}}""";

        assertThat(client().state()).isEqualTo(new AgentState(1234, 5_999_989, 3_999_971));
        assertThat(requests).containsExactly("GET /api/v1/state Bearer secret ");
    }

    @Test
    void aStateWithoutHookOrMemoryIsNought() throws IOException {
        answer = "{\"pid\":4711,\"hook\":{\"installed\":false}}";

        assertThat(client().state()).isEqualTo(new AgentState(0, 0, 0));
    }

    @Test
    void switchesSampling() throws IOException {
        client().setProfiling(false);

        assertThat(requests).containsExactly("PUT /api/v1/profiling Bearer secret {\"active\":false}");
    }

    @Test
    void hasADumpMade() throws IOException {
        status = 201;
        answer = "{\"id\":\"1\",\"file\":\"/tmp/x/1.heap\",\"bytes\":17,\"kind\":\"snapshot\"}";

        Path dumped = client().dump("snapshot");

        assertThat(dumped).isEqualTo(Path.of("/tmp/x/1.heap"));
        assertThat(requests).containsExactly("POST /api/v1/dumps Bearer secret {\"kind\":\"snapshot\"}");
    }

    @Test
    void passesOnWhatTheAgentSaysOfAFailure() {
        status = 507;
        answer = "{\"error\":{\"what\":\"no dump\",\"why\":\"the disk is full\",\"next\":\"make room\"}}";

        assertThatThrownBy(() -> client().dump("asked"))
                .isInstanceOf(AgentException.class)
                .hasMessage("no dump; the disk is full; make room");
    }

    @Test
    void whatIsNoAgentIsAFailureAndNoCrash() {
        answer = "<html>";
        assertThatThrownBy(() -> client().state()).isInstanceOf(IOException.class);
        answer = "{}";
        assertThatThrownBy(() -> client().dump("asked")).isInstanceOf(IOException.class);
        server.stop(0);
        assertThatThrownBy(() -> client().state()).isInstanceOf(IOException.class);
    }

    private AgentClient client() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new AgentClient(new AgentDescriptor(4711, address, "secret", "secret", Path.of("/tmp/x")));
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization") + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
