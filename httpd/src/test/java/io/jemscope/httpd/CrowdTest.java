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
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers, and bad ones: whatever they do, somebody with a token is answered. */
@Timeout(90)
class CrowdTest {

    private static final int LARGE_BYTES = 30_000_001;

    private static final Limits LIMITS = new Limits(
            8 << 10,
            64 << 10,
            64,
            64,
            2,
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            1 << 20);

    private final List<Socket> sockets = new ArrayList<>();
    private final CompletableFuture<Response> never = new CompletableFuture<>();
    private final AtomicInteger asked = new AtomicInteger();

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.open(LIMITS, work -> {
            Thread thread = Executors.defaultThreadFactory().newThread(work);
            thread.setDaemon(true);
            return thread;
        });
        String large = "x".repeat(LARGE_BYTES);
        server.start(
                (head, peer) -> {
                    if (!head.header("Token").orElse("").equals("right")) {
                        throw new ApiException(401, "Not let in", "for the test", "Know better.")
                                .delayed(Duration.ofSeconds(30));
                    }
                    return new Principal("tester", "", Role.OPERATE);
                },
                new Router()
                        .add("GET", "/hello", request -> Response.text(200, "text/plain", "hello"))
                        .add("POST", "/echo", request -> Response.bytes(200, "a/b", request.body()))
                        .add("GET", "/never", request -> {
                            asked.incrementAndGet();
                            return Response.later(never);
                        })
                        .add("GET", "/large", request -> Response.text(200, "text/plain", large)));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void aThousandAtOnceAreAnsweredOrSentAway() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(1_000);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                answers.add(callers.submit(this::hello));
            }
            int answered = 0;
            for (Future<String> answer : answers) {
                String text = answer.get();
                assertThat(text)
                        .satisfiesAnyOf(
                                one -> assertThat(one)
                                        .startsWith("HTTP/1.1 200 ")
                                        .endsWith("hello"),
                                one -> assertThat(one).startsWith("HTTP/1.1 503 "),
                                one -> assertThat(one).isEqualTo("hung up"));
                answered += text.endsWith("hello") ? 1 : 0;
            }
            assertThat(answered).isGreaterThan(500);
        } finally {
            callers.shutdownNow();
            assertThat(callers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(hello()).endsWith("hello");
    }

    @Test
    void aThousandWhoNeverAskLockNobodyOut() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            Socket socket = connect();
            if (i % 2 == 0) {
                socket.getOutputStream().write("GET /hello HT".getBytes(StandardCharsets.US_ASCII));
            }
            if (i % 100 == 0) {
                assertThat(hello()).endsWith("hello");
            }
        }
        assertThat(hello()).endsWith("hello");
    }

    @Test
    void aThousandWhoGuessLockNobodyOut() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            send(connect(), "GET /hello HTTP/1.1\r\nHost: a\r\nToken: " + i + "\r\n\r\n");
            if (i % 100 == 0) {
                assertThat(hello()).endsWith("hello");
            }
        }
        assertThat(hello()).endsWith("hello");
    }

    @Test
    void whereAllWaitForAnswersNewcomersWaitForAPlace() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < LIMITS.connections(); i++) {
            Socket socket = connect();
            send(socket, "GET /never HTTP/1.1\r\nHost: a\r\nToken: right\r\n\r\n");
            waiting.add(socket);
        }
        // Who hasn't been let in by then makes room for a newcomer.
        await().until(() -> asked.get() == LIMITS.connections());
        // One more, and answered all the same, as soon as those have been.
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            Future<String> answer = caller.submit(this::hello);
            never.completeExceptionally(new ApiException(410, "It won't come", "for the test", "Go."));
            assertThat(answer.get()).endsWith("hello");
        } finally {
            caller.shutdownNow();
        }
        for (Socket socket : waiting) {
            assertThat(readAll(socket)).startsWith("HTTP/1.1 410 ");
        }
    }

    @Test
    void whoReadsABitNowAndThenIsHungUpOn() throws Exception {
        Socket slow = connect();
        send(slow, "GET /large HTTP/1.1\r\nHost: a\r\nToken: right\r\n\r\n");
        // Never stands still, but takes less than the limit's megabyte a second.
        long begun = System.nanoTime();
        long taken = await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> slow.getInputStream().readNBytes(1 << 10).length,
                        count -> System.nanoTime() - begun
                                > Duration.ofSeconds(4).toNanos());

        // What the system held for him by then still arrives, and no more.
        taken += slow.getInputStream().readAllBytes().length;
        assertThat(taken).isLessThan(LARGE_BYTES - (10 << 20));
        assertThat(hello()).endsWith("hello");
    }

    @Test
    void aBodyThatDoesntComeIs408() throws IOException {
        Socket socket = connect();
        send(socket, "POST /echo HTTP/1.1\r\nHost: a\r\nToken: right\r\nContent-Length: 10\r\n\r\nabc");

        assertThat(readAll(socket)).startsWith("HTTP/1.1 408 ").contains("its body has to be whole within 2 s");
    }

    @Test
    void oversizedRequestsOfAllKindsAreRefused() throws IOException {
        String token = "Token: right\r\n";
        assertThat(ask("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: a\r\n" + token + "\r\n"))
                .startsWith("HTTP/1.1 414 ");
        assertThat(ask("GET /hello?" + "a=b&".repeat(2_500) + " HTTP/1.1\r\nHost: a\r\n" + token + "\r\n"))
                .startsWith("HTTP/1.1 414 ");
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n" + token + "A: b\r\n".repeat(2_000) + "\r\n"))
                .startsWith("HTTP/1.1 431 ");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\n" + token + "Content-Length: 65537\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\n" + token + "Content-Length: 9223372036854775808\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
        assertThat(hello()).endsWith("hello");
    }

    @Test
    void longBodiesOnTheirWayTakeNoMoreThanTheirRoom() throws IOException {
        String head = "POST /echo HTTP/1.1\r\nHost: a\r\nToken: right\r\nContent-Length: " + (64 << 10) + "\r\n\r\n";
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Socket socket = connect();
            send(socket, head + "abc");
            slow.add(socket);
        }
        await().untilAsserted(() -> assertThat(ask(head)).startsWith("HTTP/1.1 503 "));
        assertThat(hello()).endsWith("hello");

        // Whether they end well or not, their room is free again.
        slow.get(0).close();
        for (Socket socket : slow.subList(1, 4)) {
            assertThat(readAll(socket)).startsWith("HTTP/1.1 408 ");
        }
        for (int i = 0; i < 6; i++) {
            assertThat(ask(head + "b".repeat(64 << 10))).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Seeded; each is one of three kinds of nonsense, cut off anywhere. */
    @Test
    void garbageHoldsUpNobody() throws IOException {
        Random random = new Random(20260103);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = "GET /hello HTTP/1.1\r\nHost: a\r\nToken: right\r\nContent-Length: 3\r\n\r\nabc"
                    .substring(0, 1 + random.nextInt(55))
                    .getBytes(StandardCharsets.US_ASCII);
            for (int j = random.nextInt(4); j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            connect().getOutputStream().write(bytes);
        }
        assertThat(hello()).endsWith("hello");
    }

    private String hello() {
        try {
            return ask("GET /hello HTTP/1.1\r\nHost: a\r\nToken: right\r\n\r\n");
        } catch (IOException e) {
            return "hung up";
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
        socket.setSoTimeout(60_000);
        synchronized (sockets) {
            sockets.add(socket);
        }
        return socket;
    }

    private String ask(String request) throws IOException {
        Socket socket = connect();
        send(socket, request);
        return readAll(socket);
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String readAll(Socket socket) throws IOException {
        String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.isEmpty() ? "hung up" : text;
    }
}
