package io.jemscope.fleet.collect;

import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.httpd.Authenticator;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.PageFiles;
import io.jemscope.httpd.Peer;
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
 * Answers on the loopback: {@code /metrics} and {@code /health} to all, since neither has data of the programs; questions about the fleet, and
 * with them the page, to those who have the token. Questions are answered one at a time, so that the collector keeps a processor.
 *
 * <p>Another address can have {@code /metrics} and {@code /health}, for all who can reach it.
 */
public final class StatusServer implements Closeable {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/health";
    private static final Set<String> OPEN = Set.of(METRICS, HEALTH);

    private final HttpServer server;
    private final @Nullable HttpServer outside;
    private final SerialQueue questions;
    private final Token token;

    private StatusServer(HttpServer server, @Nullable HttpServer outside, SerialQueue questions, Token token) {
        this.server = server;
        this.outside = outside;
        this.questions = questions;
        this.token = token;
    }

    /**
     * Starts a server.
     *
     * @param port the port of 127.0.0.1; 0 for any that is free
     * @param open the other address; null for none
     * @param store opens the store to read, beside those who write it; null if there is none
     * @throws IOException if a port is taken, or the address can't be listened on
     */
    public static StatusServer start(
            int port, @Nullable InetSocketAddress open, Collector collector, StoreSink.@Nullable Opening store)
            throws IOException {
        return start(port, open, collector, store, Clock.systemUTC());
    }

    static StatusServer start(
            int port,
            @Nullable InetSocketAddress open,
            Collector collector,
            StoreSink.@Nullable Opening store,
            InstantSource clock)
            throws IOException {
        Token token = Token.random();
        SerialQueue questions = new SerialQueue(Collector.daemons("jemscope-question"));
        PageFiles page = new PageFiles("/io/jemscope/web/", "fleet.html", "page.css", "fleet.js", "vendor.js");
        Router router = new Router(questions)
                .advise("Open " + PageFiles.PAGE + ", or see docs/fleet.md.", "Try again when more is free.")
                .add("GET", METRICS, request -> metrics(collector))
                .add("GET", HEALTH, request -> health(collector.illness()))
                .add("GET", PageFiles.PAGE, page)
                .add("GET", PageFiles.PAGE + "/{file}", page)
                .add(
                        "GET",
                        "/api/v1/fleet/{question}",
                        Role.READ,
                        Dispatch.IN_TURN,
                        new QuestionResource(store, clock));
        HttpServer outside = open == null ? null : outside(open, collector, questions);
        try {
            HttpServer server = HttpServer.open(port, Limits.DEFAULT, Collector.daemons("jemscope-http"));
            server.start(guard(token), router);
            return new StatusServer(server, outside, questions, token);
        } catch (IOException e) {
            if (outside != null) {
                outside.close();
            }
            throw e;
        }
    }

    private static HttpServer outside(InetSocketAddress address, Collector collector, SerialQueue questions)
            throws IOException {
        // What fails can have addresses and other servers' texts in it.
        Router router = new Router(questions)
                .advise("This address has " + METRICS + " and " + HEALTH + " alone.", "Try again when more is free.")
                .add("GET", METRICS, request -> metrics(collector))
                .add(
                        "GET",
                        HEALTH,
                        request -> health(
                                collector.illness().isEmpty()
                                        ? ""
                                        : "something fails; /health on this machine's loopback, and the collector's output say what"));
        HttpServer server = HttpServer.open(address, Limits.DEFAULT, Collector.daemons("jemscope-metrics"));
        server.start((head, peer) -> reader(peer), router);
        return server;
    }

    private static Principal reader(Peer peer) {
        return new Principal("reader", peer.address().getHostAddress(), Role.READ);
    }

    private static Authenticator guard(Token token) throws IOException {
        Credentials reading = new Credentials(Token.random(), token, Role.READ);
        RequestGuard guard = new RequestGuard(reading, new Hosts(List.of()), (caller, what, status) -> {})
                .advise("", "Send the token in the page's address, which jemscope collect has printed");
        return (head, peer) -> OPEN.contains(head.path()) ? reader(peer) : guard.admit(head, peer);
    }

    private static Response metrics(Collector collector) {
        return Response.text(200, PROMETHEUS, collector.metrics());
    }

    private static Response health(String illness) {
        return illness.isEmpty() ? Response.text(200, TEXT, "ok\n") : Response.text(503, TEXT, illness + "\n");
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.port();
    }

    /** The port on the other address; -1 without one. */
    public int outsidePort() {
        return outside == null ? -1 : outside.port();
    }

    /** The page's address with the token, which gives access to the questions. */
    public URI page() {
        return URI.create("http://127.0.0.1:" + port() + PageFiles.PAGE + "#token=" + token.text());
    }

    @Override
    public void close() throws IOException {
        questions.close("the collector ends", "Start it again: jemscope collect.");
        try {
            server.close();
        } finally {
            if (outside != null) {
                outside.close();
            }
        }
    }
}
