package io.jemscope.agent.web.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.Tls;
import io.jemscope.httpd.auth.Credentials;
import io.jemscope.httpd.auth.Hosts;
import io.jemscope.httpd.auth.RequestGuard;
import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates, keys, and encrypted connections by them, from end to end. */
@Timeout(120)
class KeyFilesTest {

    private static final int LARGE_BYTES = 5_000_011;

    /** The default's, but for the time to agree on keys: this machine may have other things to do. */
    private static final Limits LIMITS = new Limits(
            8 << 10,
            64 << 10,
            64,
            64,
            2,
            Duration.ofSeconds(40),
            Duration.ofSeconds(40),
            Duration.ofMinutes(1),
            Duration.ofSeconds(40),
            32 << 10);

    @TempDir
    private static Path folder;

    private final List<Socket> sockets = new ArrayList<>();

    private HttpServer server;

    @BeforeAll
    static void makeCertificates() throws Exception {
        for (String name : new String[] {"server", "ann", "eve"}) {
            Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
            Process process = new ProcessBuilder(
                            keytool.toString(),
                            "-genkeypair",
                            "-alias",
                            "one",
                            "-keyalg",
                            name.equals("server") ? "RSA" : "EC",
                            "-dname",
                            "CN=" + name + "\\, of the test, O=Jemscope",
                            "-ext",
                            "san=ip:127.0.0.1",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            folder.resolve(name + ".p12").toString(),
                            "-storepass",
                            "changeit")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            KeyStore store = store(name);
            secret(name + ".p12", null);
            pem(name + ".crt", "CERTIFICATE", store.getCertificate("one").getEncoded());
            pem(
                    name + ".key",
                    "PRIVATE KEY",
                    store.getKey("one", "changeit".toCharArray()).getEncoded());
        }
        secret("password", "changeit\n");
        byte[] large = new byte[LARGE_BYTES];
        new Random(1).nextBytes(large);
        Files.write(folder.resolve("large"), large);
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.open(LIMITS, work -> {
            Thread thread = Executors.defaultThreadFactory().newThread(work);
            thread.setDaemon(true);
            return thread;
        });
        Credentials credentials = new Credentials(new Token("secret"), new Token("to read"), Role.OPERATE);
        server.start(
                new RequestGuard(credentials, new Hosts(List.of()), Audit.none()),
                new Router()
                        .add("GET", "/caller", request -> Response.text(200, "text/plain", request.caller() + "\n"))
                        .add("POST", "/echo", request -> Response.bytes(200, "text/plain", request.body()))
                        .add(
                                "GET",
                                "/large",
                                request -> Response.bytes(200, "a/b", Files.readAllBytes(folder.resolve("large"))))
                        .add(
                                "GET",
                                "/file",
                                request -> Response.file("a/b", FileChannel.open(folder.resolve("large")))));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void answersEncrypted(String version) throws Exception {
        int port = listen(keystore().tls(null));

        SSLSocket socket = connect(port, null, version);
        assertThat(ask(socket, port, "GET /caller", "Bearer secret", ""))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .endsWith("Principal[name=operator, address=127.0.0.1, access=OPERATE]\n");
        assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        String body = "b".repeat(64 << 10);
        assertThat(ask(connect(port, null, version), port, "POST /echo", "Bearer secret", body))
                .endsWith("\r\n\r\n" + body);
        assertThat(ask(connect(port, null, version), port, "GET /caller", "Bearer wrong", ""))
                .startsWith("HTTP/1.1 401 ")
                .contains(
                        "\r\nWWW-Authenticate: Basic realm=\"jemscope\"\r\n",
                        "\r\nWWW-Authenticate: Bearer realm=\"jemscope\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/large", "/file"})
    void largeAnswersArriveWholeAndEndAsTheyShould(String path) throws Exception {
        int port = listen(pem().tls(null));
        SSLSocket socket = connect(port, null, "TLSv1.3");
        send(socket, port, "GET " + path, "Bearer secret", "");

        byte[] answer = socket.getInputStream().readAllBytes();
        byte[] large = Files.readAllBytes(folder.resolve("large"));
        assertThat(Arrays.equals(answer, answer.length - LARGE_BYTES, answer.length, large, 0, LARGE_BYTES))
                .isTrue();
    }

    @Test
    void whoseCertificateIsTrustedNeedsNoToken() throws Exception {
        int port = listen(keystore().tls(folder.resolve("ann.crt")));

        for (String version : new String[] {"TLSv1.2", "TLSv1.3"}) {
            assertThat(ask(connect(port, "ann", version), port, "GET /caller", null, ""))
                    .contains("name=certificate ann, of the test, ");
            assertThat(ask(connect(port, null, version), port, "GET /caller", null, ""))
                    .startsWith("HTTP/1.1 401 ");
            assertThat(ask(connect(port, null, version), port, "GET /caller", "Bearer secret", ""))
                    .contains("name=operator");
        }
    }

    @Test
    void whoseCertificateIsNotTrustedIsRefusedOrNobody() throws Exception {
        int port = listen(keystore().tls(folder.resolve("ann.crt")));

        String answer;
        try {
            answer = ask(connect(port, "eve", "TLSv1.2"), port, "GET /caller", null, "");
        } catch (IOException e) {
            answer = "HTTP/1.1 401 ";
        }
        assertThat(answer).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void withoutAuthoritiesNoCertificateLetsAnybodyIn() throws Exception {
        int port = listen(keystore().tls(null));

        assertThat(ask(connect(port, "ann", "TLSv1.3"), port, "GET /caller", null, ""))
                .startsWith("HTTP/1.1 401 ");
    }

    @Test
    void whoSpeaksPlainlyOrHalfOrNonsenseIsHungUpOnAndHoldsUpNobody() throws Exception {
        int port = listen(keystore().tls(null));
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            byte[] garbage = new byte[1 + random.nextInt(500)];
            random.nextBytes(garbage);
            if (i % 2 == 0) {
                // As a handshake begins.
                garbage[0] = 22;
            }
            plain(port).getOutputStream().write(garbage);
        }
        Socket http = plain(port);
        http.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(http.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                .doesNotContain("HTTP");

        assertThat(ask(connect(port, null, "TLSv1.3"), port, "GET /caller", "Bearer secret", ""))
                .contains("200 OK");
    }

    @Test
    void manyAtOnceAreAnswered() throws Exception {
        int port = listen(keystore().tls(null));
        List<SSLSocket> open = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            open.add(connect(port, null, i % 2 == 0 ? "TLSv1.3" : "TLSv1.2"));
        }
        for (SSLSocket socket : open) {
            send(socket, port, "GET /caller", "Bearer secret", "");
        }
        for (SSLSocket socket : open) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("200 OK");
        }
        await().untilAsserted(() -> assertThat(plainAnswer()).contains("200 OK"));
    }

    @Test
    void whatCantBeUsedIsSaid() throws Exception {
        secret("wrong", "wrong");
        secret("garbage", "garbage");
        Files.writeString(folder.resolve("open"), "changeit");
        Path p12 = folder.resolve("server.p12");

        assertThatThrownBy(() -> KeyFiles.pkcs12(p12, folder.resolve("wrong")))
                .hasMessageContaining("tls.password.file");
        assertThatThrownBy(() -> KeyFiles.pkcs12(p12, folder.resolve("open"))).hasMessageContaining("open to others");
        assertThatThrownBy(() -> KeyFiles.pkcs12(folder.resolve("garbage"), folder.resolve("password")))
                .hasMessageContaining("PKCS #12");
        assertThatThrownBy(() -> KeyFiles.pem(folder.resolve("garbage"), folder.resolve("server.key")))
                .hasMessageContaining("PEM");
        assertThatThrownBy(() -> KeyFiles.pem(folder.resolve("server.crt"), folder.resolve("garbage")))
                .hasMessageContaining("openssl pkcs8");
        assertThatThrownBy(() -> KeyFiles.pem(folder.resolve("server.crt"), folder.resolve("ann.key")))
                .hasMessageContaining("can't be used");
        assertThatThrownBy(() -> keystore().tls(folder.resolve("garbage"))).hasMessageContaining("PEM");
    }

    @Test
    void authoritiesThatOthersMayChangeAreRefused() throws Exception {
        Path clients = folder.resolve("clients.crt");
        Files.copy(folder.resolve("ann.crt"), clients);
        Files.setPosixFilePermissions(clients, PosixFilePermissions.fromString("rw-r--r--"));
        keystore().tls(clients);

        Files.setPosixFilePermissions(clients, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThatThrownBy(() -> keystore().tls(clients)).hasMessageContaining("can be changed by others, mode 666");
    }

    /** As a container that runs as root sees the files of the host's user. */
    @Test
    @EnabledIf("isRoot")
    void rootUsesAuthoritiesAndSecretsOfAnotherUser() throws Exception {
        Path clients = folder.resolve("theirs.crt");
        Files.copy(folder.resolve("ann.crt"), clients);
        Files.setPosixFilePermissions(clients, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setAttribute(clients, "unix:uid", 4711);
        secret("theirs", "changeit");
        Files.setAttribute(folder.resolve("theirs"), "unix:uid", 4711);

        KeyFiles.pkcs12(folder.resolve("server.p12"), folder.resolve("theirs")).tls(clients);
    }

    static boolean isRoot() throws IOException {
        return PrivateFolder.ownUid() == 0;
    }

    /** Callers without a token leave sessions, too. */
    @Test
    void sessionsOfCallersAreBounded() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store("server"), "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        int port = listen(new Tls(context, false));

        for (int i = 0; i < 100; i++) {
            assertThat(ask(connect(port, null, i % 2 == 0 ? "TLSv1.2" : "TLSv1.3"), port, "GET /caller", null, ""))
                    .startsWith("HTTP/1.1 401 ");
        }

        assertThat(Collections.list(context.getServerSessionContext().getIds())).hasSizeLessThanOrEqualTo(64);
        assertThat(context.getServerSessionContext().getSessionCacheSize()).isEqualTo(64);
    }

    private static KeyFiles keystore() throws IOException {
        return KeyFiles.pkcs12(folder.resolve("server.p12"), folder.resolve("password"));
    }

    private static KeyFiles pem() throws IOException {
        return KeyFiles.pem(folder.resolve("server.crt"), folder.resolve("server.key"));
    }

    private int listen(Tls tls) throws IOException {
        return server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), tls);
    }

    private static KeyStore store(String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(folder.resolve(name + ".p12"))) {
            store.load(stream, "changeit".toCharArray());
        }
        return store;
    }

    private static void pem(String name, String what, byte[] encoded) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        secret(name, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
    }

    private static void secret(String name, @Nullable String text) throws IOException {
        Path file = folder.resolve(name);
        if (text != null) {
            Files.writeString(file, text);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Socket plain(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private String plainAnswer() throws IOException {
        Socket socket = plain(server.port());
        send(socket, server.port(), "GET /caller", "Bearer secret", "");
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private SSLSocket connect(int port, @Nullable String client, String version) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", store("server").getCertificate("one"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(client == null ? null : store(client), "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setEnabledProtocols(new String[] {version});
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private static String ask(Socket socket, int port, String what, @Nullable String authorization, String body)
            throws IOException {
        send(socket, port, what, authorization, body);
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void send(Socket socket, int port, String what, @Nullable String authorization, String body)
            throws IOException {
        String head = what + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n"
                + (authorization == null ? "" : "Authorization: " + authorization + "\r\n")
                + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    }
}
