package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.httpd.Dispatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A caller with the reading token floods every address with one kind of request after the other. Meanwhile an operator always
 * gets an answer, and never 503.
 */
@Timeout(120)
class ReaderAttackTest {

    /** As many connections as readers may have, and some more. */
    private static final int CONNECTIONS = 56;

    private static final int ROUNDS = 3;

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private String dump;

    @BeforeEach
    void start() throws Exception {
        agent = new AgentOnFake(folder);
        String made = agent.send("POST", "/api/v1/dumps", "{}").body();
        dump = made.replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void declaredBodiesThatNeverArrive() throws Exception {
        try (Attack attack = new Attack()) {
            for (String address : agent.router.addresses()) {
                attack.send(address, "Content-Length: 1048576\r\n");
                operate();
            }
        }
    }

    @Test
    void answersThatAreNeverRead() throws Exception {
        try (Attack attack = new Attack()) {
            for (String address : agent.router.addresses()) {
                for (int i = 0; i < CONNECTIONS / 8; i++) {
                    attack.send(address, "");
                }
                operate();
            }
        }
    }

    @Test
    void halfRequests() throws Exception {
        try (Attack attack = new Attack()) {
            for (String address : agent.router.addresses()) {
                attack.sendHalf(address);
                operate();
            }
        }
    }

    /** Every address of its own, as fast as two callers can ask. */
    @Test
    void requestsWithoutAPause() throws Exception {
        for (String address : agent.router.addresses()) {
            AtomicBoolean over = new AtomicBoolean();
            Semaphore begun = new Semaphore(0);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Thread caller = new Thread(() -> askUntil(over, begun, address));
                caller.start();
                callers.add(caller);
            }
            begun.acquire(2 * ROUNDS);
            operate();
            over.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
        }
    }

    /** What waits for a dump waits for one of a reader's at most. */
    @Test
    void requestsThatWaitForADump() throws Exception {
        List<String> waiting = agent.router.addresses(Dispatch.IN_TURN, Dispatch.IN_TURN_ALONE);
        try (Attack attack = new Attack()) {
            for (int i = 0; i < 2 * ROUNDS; i++) {
                for (String address : waiting) {
                    attack.send(address, "");
                }
                operate();
            }
        }
    }

    /** What an operator does: each is answered, and as if no reader were there. */
    private void operate() throws Exception {
        assertThat(agent.send("PUT", "/api/v1/profiling", "{\"active\":true}").statusCode())
                .isEqualTo(200);
        assertThat(agent.send("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
        assertThat(agent.send("POST", "/api/v1/dumps", "{}").statusCode()).isEqualTo(201);
        assertThat(agent.send("PUT", "/api/v1/profiling", "{\"active\":false}").statusCode())
                .isEqualTo(200);
    }

    private void askUntil(AtomicBoolean over, Semaphore begun, String address) {
        while (!over.get()) {
            try (Attack attack = new Attack()) {
                attack.send(address, "").getInputStream().readAllBytes();
            } catch (IOException e) {
                // The server had no room for this connection.
            }
            begun.release();
        }
    }

    /** Connections of one attacker. */
    private final class Attack implements AutoCloseable {

        private final List<Socket> sockets = new ArrayList<>();

        Socket send(String address, String headers) throws IOException {
            return connect(head(address) + headers + "\r\n");
        }

        void sendHalf(String address) throws IOException {
            connect(head(address));
        }

        private String head(String address) {
            return address.replace("{id}", dump).replace("{address...}", "api/v1/state")
                    + " HTTP/1.1\r\nHost: 127.0.0.1:" + agent.port()
                    + "\r\nAuthorization: Bearer for readers\r\n";
        }

        private Socket connect(String request) throws IOException {
            Socket socket = new Socket();
            sockets.add(socket);
            socket.setReceiveBufferSize(4 << 10);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), agent.port()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            if (sockets.size() > CONNECTIONS) {
                sockets.remove(0).close();
            }
            return socket;
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
