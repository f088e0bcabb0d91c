package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers over TLS who do what no library does. None of them is hung up on for being slow: the limits are wide. */
@Timeout(60)
class TlsTransportTest {

    private static SSLContext context;

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Socket> sockets = new ArrayList<>();

    private HttpServer server;
    private int port;

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        Path keystore = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "one",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=server",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keystore.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(keystore)) {
            store.load(stream, "changeit".toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("one", store.getCertificate("one"));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "changeit".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @BeforeEach
    void start() throws IOException {
        start(Duration.ofMinutes(5));
    }

    private void start(Duration forHead) throws IOException {
        Duration wide = Duration.ofMinutes(5);
        Limits limits = new Limits(8 << 10, 64 << 10, 8, 4, 2, forHead, wide, wide, wide, 32 << 10);
        server = HttpServer.open(limits, work -> {
            Thread thread = Executors.defaultThreadFactory().newThread(work);
            thread.setDaemon(true);
            return thread;
        });
        server.start(
                (head, peer) -> new Principal("tester", "", Role.OPERATE),
                new Router()
                        .add("POST", "/echo", request -> Response.bytes(200, "a/b", request.body()))
                        .add("GET", "/wait", request -> {
                            await().until(() -> release.getCount() == 0);
                            return Response.nothing();
                        }));
        port = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Tls(context, false));
    }

    @AfterEach
    void stop() throws IOException {
        release.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void whoAsksForOtherKeysWithoutEndIsHungUpOn() throws IOException {
        TlsCaller caller = caller("TLSv1.3");

        assertThat(isHungUpOn(caller, 1_000, caller::otherKeys)).isTrue();
        assertIsAnswered();
    }

    @Test
    void whoSendsHisFirstWordsByteByByteIsHungUpOn() throws IOException {
        TlsCaller caller = new TlsCaller(connect(), context, "TLSv1.3");
        // A hello of 30,000 bytes, each in a record of its own.
        byte[] hello = {1, 0, 30_000 >> 8, (byte) 30_000};
        int[] at = {0};

        assertThat(isHungUpOn(caller, 30_000, () -> {
                    byte next = at[0] < hello.length ? hello[at[0]++] : 0;
                    return new byte[] {22, 3, 3, 0, 1, next};
                }))
                .isTrue();
        assertIsAnswered();
    }

    @Test
    void whoAnnouncesARecordThatIsTooLongIsHungUpOn() throws IOException {
        TlsCaller caller = new TlsCaller(connect(), context, "TLSv1.3");
        // As long as the engine lets it be; all of it never comes.
        byte[] record = new byte[17 << 10];
        System.arraycopy(new byte[] {22, 3, 3, (byte) 0x80, 0}, 0, record, 0, 5);

        assertThat(isHungUpOn(caller, 1, () -> record)).isTrue();
        assertIsAnswered();
    }

    /** What is to be said to him, that his head is late, can't be said any more. */
    @Test
    void whoBeginsToAgreeOnOtherKeysAndStopsHoldsUpNobody() throws IOException {
        server.close();
        start(Duration.ofSeconds(2));
        TlsCaller caller = caller("TLSv1.2");

        assertThat(isHungUpOn(
                        caller,
                        2,
                        List.of(caller.record("POST"), caller.otherKeys()).iterator()::next))
                .isTrue();
        assertIsAnswered();
    }

    /** In one piece, so that all of it has been taken from the channel before the first record is read. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aRequestOfManyRecordsIsReadToItsEnd(String version) throws IOException {
        TlsCaller caller = caller(version);
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (char c : "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n".toCharArray()) {
            records.writeBytes(caller.record(String.valueOf(c)));
        }
        for (int i = 0; i < 100; i++) {
            records.writeBytes(caller.record("b"));
        }
        caller.send(records.toByteArray());

        assertThat(caller.readAll()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n" + "b".repeat(100));
    }

    /** Two requests are being worked on and four wait: no more fit, but keys are agreed on all the same. */
    @Test
    void agreeingOnKeysTakesNoWorker() throws IOException {
        List<TlsCaller> waiting = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            TlsCaller caller = caller("TLSv1.3");
            caller.send(caller.record("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n"));
            waiting.add(caller);
        }
        await().untilAsserted(() -> assertThat(echo()).startsWith("HTTP/1.1 503 "));

        release.countDown();
        for (TlsCaller caller : waiting) {
            assertThat(caller.readAll()).startsWith("HTTP/1.1 204 ");
        }
    }

    @Test
    void nothingIsComputedForWhoHasGone() throws IOException {
        AtomicInteger computed = new AtomicInteger();
        try (Selector selector = Selector.open();
                SocketChannel channel =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            channel.configureBlocking(false);
            Limits limits = Limits.DEFAULT;
            Authenticator guard = (head, peer) -> new Principal("tester", "", Role.OPERATE);
            EventLoop loop = new EventLoop(
                    selector, limits, guard, new Router(), new Workers(limits, Thread::new), Runnable::run);
            Connection connection = new Connection(
                    new PlainTransport(channel), channel.register(selector, 0), guard, limits, Budgets.of(limits), 0);
            new TlsHandshakeTask(computed::incrementAndGet, connection, loop).run();
            connection.close();
            new TlsHandshakeTask(computed::incrementAndGet, connection, loop).run();
        }
        assertThat(computed).hasValue(1);
    }

    private interface Records {
        byte[] next() throws IOException;
    }

    /** Whether the other end hangs up on a caller who sends so many records and then waits. */
    private static boolean isHungUpOn(TlsCaller caller, int count, Records records) throws IOException {
        try {
            for (int i = 0; i < count; i++) {
                caller.send(records.next());
            }
            caller.awaitEnd();
            return true;
        } catch (SocketException e) {
            // Reset, since not all that was sent has been read.
            return true;
        }
    }

    private void assertIsAnswered() throws IOException {
        assertThat(echo()).endsWith("\r\n\r\nabc");
    }

    private String echo() throws IOException {
        TlsCaller caller = caller("TLSv1.3");
        caller.send(caller.record("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"));
        return caller.readAll();
    }

    private TlsCaller caller(String version) throws IOException {
        return new TlsCaller(connect(), context, version).agree();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        sockets.add(socket);
        return socket;
    }
}
