package io.jemscope.fleet.collect;

import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import java.io.Closeable;
import java.io.IOException;

/** Answers {@code /metrics} and {@code /health} on the loopback, without a token: neither tells of the programs. */
public final class StatusServer implements Closeable {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final HttpServer server;

    private StatusServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Begins to answer.
     *
     * @param port the port of 127.0.0.1; 0 for any that is free
     * @throws IOException if the port is taken
     */
    public static StatusServer start(int port, Collector collector) throws IOException {
        HttpServer server = HttpServer.open(port, Limits.DEFAULT, work -> {
            Thread thread = new Thread(work, "jemscope-http");
            thread.setDaemon(true);
            return thread;
        });
        Router router = new Router()
                .add("GET", "/metrics", request -> Response.text(200, PROMETHEUS, collector.metrics()))
                .add("GET", "/health", request -> health(collector.illness()));
        server.start((head, peer) -> new Principal("local", "127.0.0.1", Role.READ), router);
        return new StatusServer(server);
    }

    private static Response health(String illness) {
        return illness.isEmpty() ? Response.text(200, TEXT, "ok\n") : Response.text(503, TEXT, illness + "\n");
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
