package io.jemscope.fleet.collect;

import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Authenticator;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.PageFiles;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.SerialQueue;
import io.jemscope.httpd.auth.Credentials;
import io.jemscope.httpd.auth.Hosts;
import io.jemscope.httpd.auth.RequestGuard;
import io.jemscope.httpd.auth.Token;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers on the loopback: {@code /metrics} and {@code /health} to all, since neither has data of the programs, and on another address if that
 * is wanted; questions about the fleet, and with them the page, to those who have the token. Questions are answered one at a time, so that the collector keeps a processor.
 */
public final class StatusServer implements Closeable {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/health";
    private static final Set<String> OPEN = Set.of(METRICS, HEALTH);

    private final HttpServer server;
    private final SerialQueue questions;
    private final Token token;

    private StatusServer(HttpServer server, SerialQueue questions, Token token) {
        this.server = server;
        this.questions = questions;
        this.token = token;
    }

    /**
     * Starts a server.
     *
     * @param port the port of 127.0.0.1; 0 for any that is free
     * @param store opens the store to read, beside those who write it; null if there is none
     * @throws IOException if the port is taken
     */
    public static StatusServer start(int port, Collector collector, StoreSink.@Nullable Opening store)
            throws IOException {
        return start(port, collector, store, Clock.systemUTC());
    }

    static StatusServer start(int port, Collector collector, StoreSink.@Nullable Opening store, InstantSource clock)
            throws IOException {
        Token token = Token.random();
        SerialQueue questions = new SerialQueue(Collector.daemons("jemscope-question"));
        PageFiles page = new PageFiles("/io/jemscope/web/", "fleet.html", "page.css", "fleet.js", "vendor.js");
        Router router = new Router(questions)
                .advise("Open " + PageFiles.PAGE + ", or see docs/fleet.md.", "Try again when more is free.")
                .add("GET", METRICS, request -> Response.text(200, PROMETHEUS, collector.metrics()))
                .add("GET", HEALTH, request -> health(collector.illness()))
                .add("GET", PageFiles.PAGE, page)
                .add("GET", PageFiles.PAGE + "/{file}", page)
                .add(
                        "GET",
                        "/api/v1/fleet/{question}",
                        Role.READ,
                        Dispatch.IN_TURN,
                        new QuestionResource(store, clock));
        HttpServer server = HttpServer.open(port, Limits.DEFAULT, Collector.daemons("jemscope-http"));
        server.start(guard(token, server.port()), router);
        return new StatusServer(server, questions, token);
    }

    private static Authenticator guard(Token token, int port) throws IOException {
        Credentials reading = new Credentials(Token.random(), token, Role.READ);
        RequestGuard guard = new RequestGuard(reading, new Hosts(List.of()), (caller, what, status) -> {})
                .advise("", "Send the token in the page's address, which jemscope collect has printed");
        return (head, peer) -> {
            if (OPEN.contains(head.path())) {
                return new Principal("anyone", peer.address().getHostAddress(), Role.READ);
            }
            if (peer.listener().getPort() != port) {
                throw new ApiException(
                        403,
                        "The request isn't let in",
                        "this address has /metrics and /health only",
                        "Open the page's address, which jemscope collect has printed, on its machine.");
            }
            return guard.admit(head, peer);
        };
    }

    /**
     * Answers {@code /metrics} and {@code /health} at one more address.
     *
     * @return its port
     * @throws IOException if the address can't be bound
     */
    public int listen(InetSocketAddress address) throws IOException {
        return server.listen(address, null);
    }

    private static Response health(String illness) {
        return illness.isEmpty() ? Response.text(200, TEXT, "ok\n") : Response.text(503, TEXT, illness + "\n");
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.port();
    }

    /** The page's address with the token, which gives access to the questions. */
    public URI page() {
        return URI.create("http://127.0.0.1:" + port() + PageFiles.PAGE + "#token=" + token.text());
    }

    @Override
    public void close() throws IOException {
        questions.close("the collector ends", "Start it again: jemscope collect.");
        server.close();
    }
}
