package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers who were let in and hold what others want. Time sets nothing free here: the limits are wide. */
@Timeout(60)
class HeldPlacesTest {

    private static final int LARGE_BYTES = 20_000_003;
    private static final int CONNECTIONS = 8;

    private final List<Socket> sockets = new ArrayList<>();
    private final CompletableFuture<Response> later = new CompletableFuture<>();
    private final Semaphore blocked = new Semaphore(0);

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        Duration wide = Duration.ofMinutes(5);
        Limits limits = new Limits(8 << 10, 64 << 10, CONNECTIONS, 8, 2, wide, wide, wide, wide, 32 << 10);
        server = HttpServer.open(limits, work -> {
            Thread thread = Executors.defaultThreadFactory().newThread(work);
            thread.setDaemon(true);
            return thread;
        });
        server.start(
                (head, peer) ->
                        new Principal("tester", "", head.header("Reader").isPresent() ? Role.READ : Role.OPERATE),
                new Router()
                        .add("GET", "/hello", request -> Response.text(200, "text/plain", "hello"))
                        .add("GET", "/block", request -> {
                            blocked.acquireUninterruptibly();
                            return Response.nothing();
                        })
                        .add("PUT", "/switch", request -> Response.nothing())
                        .add("POST", "/names", Role.READ, request -> Response.nothing())
                        .add("POST", "/echo", request -> Response.bytes(200, "a/b", request.body()))
                        .add("GET", "/later", request -> Response.later(later))
                        .add("GET", "/large", request -> Response.text(200, "text/plain", "x".repeat(LARGE_BYTES))));
    }

    @AfterEach
    void stop() throws IOException {
        blocked.release(CONNECTIONS);
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** His 20 MB are more than there is room for, and more than the system holds for him. */
    @Test
    void whoDoesntReadALongAnswerHasNoOthersPiledUpInMemory() throws IOException {
        Socket slow = asking("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(slow.getInputStream().readNBytes(12)).hasSize(12);

        assertThat(ask("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1\r\n", "callers who read slowly");
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");

        slow.close();
        await().untilAsserted(() ->
                assertThat(ask("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")).hasSizeGreaterThan(LARGE_BYTES));
    }

    @Test
    void whoMayOnlyReadLeavesPlacesToWhoMayMore() throws IOException {
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS * 3 / 4; i++) {
            waiting.add(asking("GET /later HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n"));
        }
        await().untilAsserted(() -> assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n"))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1\r\n", "only read"));
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");

        later.complete(Response.nothing());
        for (Socket socket : waiting) {
            assertThat(readAll(socket)).startsWith("HTTP/1.1 204 ");
            socket.close();
        }
        await().untilAsserted(() -> assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n"))
                .endsWith("hello"));
    }

    /** A reader needs no data for this attack: a declared length reserved the room for ten seconds. */
    @Test
    void bodiesOfReadersThatNeverArriveLeaveRoomForAnOperators() throws IOException {
        for (int i = 0; i < 5; i++) {
            asking("POST /names HTTP/1.1\r\nHost: a\r\nReader: yes\r\nContent-Length: 65536\r\n\r\n");
        }
        await().untilAsserted(() -> assertThat(
                        ask("POST /names HTTP/1.1\r\nHost: a\r\nReader: yes\r\nContent-Length: 65536\r\n\r\n"))
                .startsWith("HTTP/1.1 503 "));

        assertThat(ask("PUT /switch HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"))
                .startsWith("HTTP/1.1 204 ");
    }

    /** Without waiting for the body. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /hello", "DELETE /hello"})
    void aBodyThatNoRouteTakesIsRefusedAtOnce(String line) throws IOException {
        assertThat(ask(line + " HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ")
                .contains("requests take none");
    }

    @Test
    void aLongAnswerThatAReaderDoesntTakeLeavesRoomForAnOperators() throws IOException {
        Socket slow = asking("GET /large HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n");
        assertThat(slow.getInputStream().readNBytes(12)).hasSize(12);
        assertThat(ask("GET /large HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n")).startsWith("HTTP/1.1 503 ");

        assertThat(ask("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .hasSizeGreaterThan(LARGE_BYTES);
    }

    /** Both workers of readers are busy, and the others wait. */
    @Test
    void requestsOfReadersThatTakeLongLeaveWorkersForOperators() throws IOException {
        List<Socket> busy = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS * 3 / 4; i++) {
            busy.add(asking("GET /block HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n"));
        }
        await().until(() -> blocked.getQueueLength() == 2);

        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");

        blocked.release(busy.size());
        for (Socket socket : busy) {
            assertThat(readAll(socket)).startsWith("HTTP/1.1 204 ");
        }
    }

    /** A body that is on its way counts as an answer that is made does. */
    @Test
    void whoWasLetInKeepsHisPlaceWhileHisBodyArrives() throws IOException {
        Socket sending = asking("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
        assertThat(sending.getInputStream().readNBytes(25)).hasSize(25);
        for (int i = 0; i < 3 * CONNECTIONS; i++) {
            asking("GET /hel");
        }
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");

        sending.getOutputStream().write(new byte[] {'a', 'b', 'c'});
        assertThat(readAll(sending)).endsWith("\r\n\r\nabc");
    }

    private Socket asking(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
        socket.setSoTimeout(30_000);
        sockets.add(socket);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String ask(String request) throws IOException {
        try (Socket socket = asking(request)) {
            return readAll(socket);
        }
    }
}
