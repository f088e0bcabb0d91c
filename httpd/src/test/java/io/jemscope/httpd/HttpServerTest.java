package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HttpServerTest {

    private static final Duration ANSWER = Duration.ofSeconds(4);

    private static final Limits LIMITS = new Limits(
            8 << 10,
            64 << 10,
            8,
            4,
            2,
            Duration.ofMillis(700),
            Duration.ofMillis(1500),
            ANSWER,
            Duration.ofSeconds(2),
            32 << 10);

    private static final int LARGE_BYTES = 20_000_003;

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threadsMade = new CopyOnWriteArrayList<>();
    private final AtomicBoolean noThreads = new AtomicBoolean();

    @TempDir
    private Path folder;

    private HttpServer server;
    private FileChannel streamed;

    private final CompletableFuture<String> later = new CompletableFuture<>();

    @BeforeEach
    void start() throws IOException {
        Path file = folder.resolve("large");
        byte[] large = new byte[LARGE_BYTES];
        Arrays.fill(large, (byte) 'x');
        Files.write(file, large);
        streamed = FileChannel.open(file);
        ThreadFactory threads = Executors.defaultThreadFactory();
        server = HttpServer.open(LIMITS, work -> {
            if (noThreads.get()) {
                throw new OutOfMemoryError("unable to create native thread, for the test");
            }
            Thread thread = threads.newThread(work);
            thread.setDaemon(true);
            threadsMade.add(thread);
            thread.setUncaughtExceptionHandler((dead, e) -> {});
            return thread;
        });
        server.start(
                (head, peer) -> {
                    if (head.header("Overflow").isPresent()) {
                        throw new StackOverflowError("for the test");
                    }
                    if (head.header("Refuse").isPresent()) {
                        throw new ApiException(403, "Refused", "the header says so", "Leave it out.");
                    }
                    Role access = head.header("Reader").isPresent() ? Role.READ : Role.OPERATE;
                    return new Principal("tester", peer.address().getHostAddress(), access);
                },
                new Router()
                        .add("GET", "/hello", request -> Response.text(200, "text/plain", "hello"))
                        .add("GET", "/large", request -> Response.text(200, "text/plain", "x".repeat(LARGE_BYTES)))
                        .add("GET", "/file", request -> Response.file("text/plain", FileChannel.open(file)))
                        .add(
                                "GET",
                                "/afterwards",
                                request -> Response.nothing().then(() -> {
                                    throw new NoClassDefFoundError("for the test");
                                }))
                        .add("GET", "/stream", request -> Response.stream("a/b", streamed, LARGE_BYTES))
                        .add("GET", "/short", request -> Response.stream("a/b", streamed, LARGE_BYTES + 1L))
                        .add("GET", "/fault", request -> {
                            throw new IllegalStateException("of ours");
                        })
                        .add("GET", "/exhausted", request -> {
                            throw new OutOfMemoryError("a full heap, for the test");
                        })
                        .add("GET", "/unanswered", request -> {
                            HttpServerTest.<RuntimeException>letOut(new Throwable("for the test"));
                            throw new AssertionError("an exception was let out before");
                        })
                        .add("GET", "/later", request -> Response.later(later.thenApply(HttpServerTest::twiceLater)))
                        .add("GET", "/caller", request -> Response.text(200, "text/plain", request.caller() + ""))
                        .add("GET", "/maybe", request -> {
                            request.requireOperator();
                            return Response.nothing();
                        })
                        .add("PATCH", "/patched", request -> Response.bytes(200, "a/b", request.body()))
                        .add("DELETE", "/deleted", request -> Response.nothing())
                        .add("GET", "/wait", request -> {
                            await().until(() -> release.getCount() == 0);
                            return Response.text(200, "text/plain", "waited");
                        })
                        .add(
                                "POST",
                                "/echo",
                                request -> Response.text(
                                        200, "text/plain", new String(request.body(), StandardCharsets.UTF_8))));
    }

    @AfterEach
    void stop() throws IOException {
        release.countDown();
        server.close();
        streamed.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void answersAndHangsUp() throws IOException {
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"))
                .matches(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nDate: [^\r]+\r\nCache-Control: no-store\r\n"
                                + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\nhello");
    }

    @Test
    void takesARequestThatComesByteByByte() throws IOException {
        Socket socket = connect();
        for (byte b :
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".getBytes(StandardCharsets.US_ASCII)) {
            socket.getOutputStream().write(b);
        }

        assertThat(readAll(socket)).endsWith("\r\n\r\nabc");
    }

    @Test
    void largeAnswersArriveWhole() throws IOException {
        assertThat(ask("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"))
                .hasSizeGreaterThan(LARGE_BYTES)
                .endsWith("xxx");
        assertThat(ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("Content-Length: " + LARGE_BYTES + "\r\n")
                .hasSizeGreaterThan(LARGE_BYTES)
                .endsWith("xxx");
    }

    @Test
    void aStreamIsSentAsFarAsItsLengthAndClosed() throws IOException {
        assertThat(ask("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("Content-Length: " + LARGE_BYTES + "\r\n")
                .hasSizeGreaterThan(LARGE_BYTES)
                .endsWith("xxx");
        await().until(() -> !streamed.isOpen());
    }

    @Test
    void aStreamThatEndsTooEarlyIsCutShortOfItsLength() throws IOException {
        String answer = ask("GET /short HTTP/1.1\r\nHost: a\r\n\r\n");

        int head = answer.indexOf("\r\n\r\n") + 4;
        assertThat(answer).contains("Content-Length: " + (LARGE_BYTES + 1) + "\r\n");
        assertThat(answer.length() - head).isEqualTo(LARGE_BYTES);
        await().until(() -> !streamed.isOpen());
    }

    @Test
    void callersWhoDontReadHoldUpNobody() throws IOException {
        for (int i = 0; i < 4; i++) {
            send(connect(), "GET /file HTTP/1.1\r\nHost: a\r\n\r\n");
        }

        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    @Test
    void whoInterruptsItsThreadsHarmsNothing() throws IOException {
        Thread reading = threadsMade.get(0);
        for (int i = 0; i < 3; i++) {
            reading.interrupt();
            assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
            assertThat(reading.isInterrupted()).isFalse();
            assertThat(ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")).hasSizeGreaterThan(LARGE_BYTES);
        }
    }

    @Test
    void halfARequestHoldsUpNobodyAndIsToldOff() throws IOException {
        Socket half = connect();
        send(half, "GET /hello HTTP/1.1\r\nHost: a\r\nHo");
        Socket silent = connect();

        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
        assertThat(readAll(half)).startsWith("HTTP/1.1 408 ");
        assertThat(readAll(silent)).isEmpty();
    }

    @Test
    void moreConnectionsThanAllowedDropTheOldestThatStillAsks() throws IOException {
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < LIMITS.connections(); i++) {
            idle.add(connect());
        }

        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
        assertThat(readAll(idle.get(0))).isEmpty();
    }

    @Test
    void moreRequestsThanCanWaitAreToldToComeAgain() throws IOException {
        // Two are being answered, four wait.
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Socket socket = connect();
            send(socket, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
            waiting.add(socket);
        }

        await().untilAsserted(() ->
                assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 503 "));

        release.countDown();
        for (Socket socket : waiting) {
            assertThat(readAll(socket)).endsWith("waited");
        }
    }

    @Test
    void answersThatComeLaterHoldNoWorker() throws IOException {
        // More than there are workers and places to wait.
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Socket socket = connect();
            send(socket, "GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
            waiting.add(socket);
            assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
        }
        waiting.remove(0).close();

        later.complete("at last");
        for (Socket socket : waiting) {
            assertThat(readAll(socket)).endsWith("at last");
        }
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    @Test
    void aLaterProblemIsThatProblemAndAnythingElseAFaultOfOurs() throws IOException {
        Socket socket = connect();
        send(socket, "GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
        later.completeExceptionally(new ApiException(409, "It can't be", "for the test", "Nothing."));
        assertThat(readAll(socket)).startsWith("HTTP/1.1 409 ").contains("It can't be");

        later.obtrudeException(new CompletionException(new ApiException(404, "Gone", "for the test", "Nothing.")));
        assertThat(ask("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 404 ");

        later.obtrudeException(new IllegalStateException("of ours"));
        assertThat(ask("GET /later HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("of ours");
    }

    @Test
    void whoMayOnlyReadChangesNothing() throws IOException {
        assertThat(ask("GET /caller HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n"))
                .endsWith("Principal[name=tester, address=127.0.0.1, access=READ]");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nReader: yes\r\nContent-Length: 1\r\n\r\na"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(ask("GET /maybe HTTP/1.1\r\nHost: a\r\nReader: yes\r\n\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(ask("GET /maybe HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 204 ");
    }

    @Test
    void patchComesWithAndWithoutABodyAndDeleteWithoutOne() throws IOException {
        assertThat(ask("PATCH /patched HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"))
                .endsWith("\r\n\r\nab");
        assertThat(ask("PATCH /patched HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("\r\n\r\n");
        assertThat(ask("DELETE /deleted HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 204 No Content\r\n")
                .doesNotContain("Content-Length", "Content-Type:");
    }

    @Test
    void aFaultIs500WithoutInnards() throws IOException {
        assertThat(ask("GET /fault HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("of ours");
    }

    @Test
    void anExhaustedHeapIs503AndItsConnectionIsFreeAgain() throws IOException {
        for (int i = 0; i < 3 * LIMITS.connections(); i++) {
            assertThat(ask("GET /exhausted HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\"code\":\"heap-full\"", "Java heap is all but full")
                    .doesNotContain("for the test");
        }
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    @Test
    void anErrorInTheServersThreadEndsThatConnectionAndNoOther() throws IOException {
        Socket waiting = asking("GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
        await().until(() -> threadsMade.size() > 1);

        assertThat(isHungUp(asking("GET /hello HTTP/1.1\r\nHost: a\r\nOverflow: yes\r\n\r\n")))
                .isTrue();
        assertThat(ask("GET /afterwards HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 204 ");
        later.complete("at last");
        assertThat(readAll(waiting)).endsWith("at last");
    }

    @Test
    void whereNoThreadCanBeMadeWhoAsksIsToldSoAndNobodyElseIsDropped() throws IOException {
        Socket waiting = asking("GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
        await().until(() -> threadsMade.size() > 1);
        noThreads.set(true);

        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 503 ")
                .contains("can't start a thread");
        noThreads.set(false);
        later.complete("at last");
        assertThat(readAll(waiting)).endsWith("at last");
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    /** As where the heap has no room even for the answer that says so: nothing that a worker expects comes of it. */
    @Test
    void noAnswerAtAllIsHangingUpAtOnceAndItsConnectionIsFreeAgain() throws IOException {
        for (int i = 0; i < 3 * LIMITS.connections(); i++) {
            long before = System.nanoTime();
            assertThat(ask("GET /unanswered HTTP/1.1\r\nHost: a\r\n\r\n")).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(ANSWER);
        }
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    @Test
    void anAnswerThatNeverComesEndsInHangingUp() throws IOException {
        Socket socket = connect();
        long before = System.nanoTime();
        send(socket, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");

        assertThat(readAll(socket)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(ANSWER);

        // What the worker leaves afterwards finds nobody, and harms nobody.
        release.countDown();
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("hello");
    }

    @Test
    void garbageIs400() throws IOException {
        assertThat(ask("\u0016\u0003\u0001\u0002 not HTTP at all\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aHeadThatIsTooLongIs431() throws IOException {
        assertThat(ask("GET /hello HTTP/1.1\r\nHost: a\r\nA: " + "a".repeat(9000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
    }

    @Test
    void aBodyMayBeAsLongAsTheLimitAndNoLonger() throws IOException {
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n" + "b".repeat(65536)))
                .startsWith("HTTP/1.1 200 ")
                .hasSizeGreaterThan(65536);
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n" + "b".repeat(65537)))
                .startsWith("HTTP/1.1 413 ");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
    }

    @Test
    void aLengthThatIsNoneIsRefused() throws IOException {
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 411 ");
    }

    @Test
    void theGuardDecidesBeforeTheBodyIsTaken() throws IOException {
        Socket socket = connect();
        send(socket, "POST /echo HTTP/1.1\r\nHost: a\r\nRefuse: yes\r\nContent-Length: 60000\r\n\r\n");

        assertThat(readAll(socket)).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void aCallerWhoWaitsForLeaveToSendGetsIt() throws IOException {
        Socket socket = connect();
        send(socket, "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
        byte[] leave = socket.getInputStream().readNBytes(25);
        send(socket, "abc");

        assertThat(new String(leave, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(readAll(socket)).startsWith("HTTP/1.1 200 ").endsWith("abc");
    }

    @Test
    void afterItsEndNobodyIsAnswered() throws IOException {
        Socket open = connect();
        send(open, "GET /hel");
        server.close();

        assertThat(isHungUp(open)).isTrue();
        await().untilAsserted(() -> assertThatThrownBy(this::connect).isInstanceOf(IOException.class));
        server.close();
    }

    /** The selector must not be taken from the loop while it takes somebody in. */
    @Test
    void endsAlsoWhileCallersComeIn() throws Exception {
        for (int i = 0; i < 50; i++) {
            HttpServer brief = HttpServer.open(Limits.DEFAULT, Thread::new);
            brief.start((head, peer) -> new Principal("tester", "", Role.OPERATE), new Router());
            AtomicInteger calls = new AtomicInteger();
            Thread caller = new Thread(() -> callUntilRefused(brief.port(), calls));
            caller.start();
            while (calls.get() < i % 5) {
                Thread.onSpinWait();
            }
            brief.close();
            caller.join(5000);

            assertThat(caller.isAlive()).isFalse();
            // The port is free at once.
            HttpServer.open(brief.port(), Limits.DEFAULT, Thread::new).close();
        }
    }

    private static void callUntilRefused(int port, AtomicInteger calls) {
        SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            while (true) {
                try (Socket socket = new Socket()) {
                    // Who calls while there is no room is to call again, not to wait for a second.
                    socket.connect(address, 50);
                } catch (SocketTimeoutException e) {
                    continue;
                }
                calls.incrementAndGet();
            }
        } catch (IOException e) {
            // Refused: it has ended.
        }
    }

    /** Lets a checked exception out where the compiler sees none. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void letOut(Throwable e) throws E {
        throw (E) e;
    }

    private static Response twiceLater(String text) {
        return Response.later(CompletableFuture.completedFuture(Response.text(200, "text/plain", text)));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
        socket.setSoTimeout(10_000);
        sockets.add(socket);
        return socket;
    }

    private Socket asking(String request) throws IOException {
        Socket socket = connect();
        send(socket, request);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static boolean isHungUp(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            // Reset, since what was sent had not been read.
            return true;
        }
    }

    private String ask(String request) throws IOException {
        try (Socket socket = connect()) {
            send(socket, request);
            return readAll(socket);
        }
    }
}
