package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers who hang up while they wait for their turn, over real connections. */
@Timeout(30)
class HangingUpTest {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Request> come = new CopyOnWriteArrayList<>();
    private final List<String> done = new CopyOnWriteArrayList<>();

    private SerialQueue serialQueue;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        ThreadFactory threads = work -> {
            Thread thread = Executors.defaultThreadFactory().newThread(work);
            thread.setDaemon(true);
            return thread;
        };
        serialQueue = new SerialQueue(threads);
        server = HttpServer.open(Limits.DEFAULT, threads);
        server.start(
                (head, peer) -> new Principal("tester", "", Role.OPERATE),
                new Router(serialQueue)
                        .add("POST", "/held", new Noting("held", () -> {
                            begun.countDown();
                            go.await();
                        }))
                        .add("GET", "/look", Role.READ, Dispatch.IN_TURN, new Noting("look", () -> {}))
                        .add("POST", "/change", new Noting("change", () -> {})));
    }

    @AfterEach
    void stop() throws IOException {
        go.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
        serialQueue.close("the server is closing", "Try another.");
    }

    @Test
    void whatOnlyLooksIsntDoneForThem() throws Exception {
        Socket held = ask("POST /held");
        begun.await();
        Socket gone = ask("GET /look");
        Socket changing = ask("POST /change");
        await().until(() -> come.size() == 3);
        gone.close();
        changing.close();
        await().until(() -> come.stream().filter(Request::isAbandoned).count() == 2);
        Socket stays = ask("GET /look");
        await().until(() -> come.size() == 4);

        go.countDown();

        assertThat(answer(held)).startsWith("HTTP/1.1 204");
        assertThat(answer(stays)).startsWith("HTTP/1.1 204");
        assertThat(done).containsExactlyInAnyOrder("held", "change", "look");
    }

    /** One who isn't kept waiting is answered, though he will send nothing any more; so is one whose request changes something. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /look", "POST /change"})
    void whoClosesHisHalfIsStillAnswered(String asked) throws Exception {
        Socket caller = ask(asked);
        caller.shutdownOutput();

        assertThat(answer(caller)).startsWith("HTTP/1.1 204");
    }

    @Test
    void whatComesBehindARequestIsNoHangingUp() throws Exception {
        ask("POST /held");
        begun.await();
        Socket caller = ask("GET /look");
        await().until(() -> come.size() == 2);
        caller.getOutputStream().write(new byte[100_000]);

        go.countDown();

        assertThat(answer(caller)).startsWith("HTTP/1.1 204");
        assertThat(done).containsExactly("held", "look");
    }

    private Socket ask(String what) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        sockets.add(socket);
        socket.getOutputStream()
                .write((what + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    private final class Noting implements Handler {

        private final String name;
        private final Waiting work;

        Noting(String name, Waiting work) {
            this.name = name;
            this.work = work;
        }

        @Override
        public void check(Request request) {
            come.add(request);
        }

        @Override
        public Response answer(Request request) {
            try {
                work.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done.add(name);
            return Response.nothing();
        }
    }
}
