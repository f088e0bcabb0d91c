package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings, tokens, TLS and the audit in JVMs of their own, on each JDK found. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(180)
@Tag("one-jdk")
class SettingsInTargetTest {

    private static final String TOKEN = "operating-0123456789";
    private static final String READ_TOKEN = "reading-0123456789ab";

    private final Path jdk;

    @TempDir
    private Path folder;

    SettingsInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void whatIsSetHoldsAndWhatIsntUnderstoodIsTold() throws Exception {
        Path conf = Files.writeString(
                folder.resolve("conf"),
                "token.file = " + secret("token", TOKEN) + "\nreadtoken.file = " + secret("readtoken", READ_TOKEN)
                        + "\nlisten = 0.0.0.0:0\ninsecure = true\naudit = " + folder.resolve("audit") + "\n");
        try (TargetJvm target = start(
                "",
                Map.of("JEMSCOPE_CONFIG", conf.toString(), "JEMSCOPE_DUMPS_KEPT", "3"),
                "-Djemscope.hosts=jem.example")) {
            URI outside = URI.create(target.descriptor().get("outside").getAsString());
            assertThat(outside.getScheme()).isEqualTo("http");

            assertThat(ask(outside.getPort(), "127.0.0.1:" + outside.getPort(), "GET /api/v1/state", TOKEN))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(ask(outside.getPort(), "jem.example", "GET /api/v1/state", READ_TOKEN))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(ask(outside.getPort(), "evil.example", "GET /api/v1/state", TOKEN))
                    .startsWith("HTTP/1.1 403 ");
            assertThat(ask(outside.getPort(), "jem.example", "POST /api/v1/dumps", READ_TOKEN))
                    .startsWith("HTTP/1.1 403 ");
            assertThat(target.ask("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(201);

            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError())
                    .isEqualTo(
                            "jemscope: the setting JEMSCOPE_DUMPS_KEPT, from the environment, is ignored: there is none"
                                    + " of that name. The nearest is JEMSCOPE_DUMPS_KEEP\n");
            assertThat(Files.readString(folder.resolve("audit.refused")))
                    .containsPattern("Z reader 127\\.0\\.0\\.1 POST /api/v1/dumps -> 403\n");
            assertThat(Files.readString(folder.resolve("audit")))
                    .doesNotContain("reader")
                    .containsPattern("Z operator 127\\.0\\.0\\.1 POST /api/v1/dumps -> 201\n");
        }
    }

    @Test
    void elsewhereIsNotListenedOnWithoutTlsAndTheLoopbackIs() throws Exception {
        try (TargetJvm target = start("listen=0.0.0.0:0,tls.clients=/nowhere", Map.of())) {
            assertThat(target.descriptor().has("outside")).isFalse();
            assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError())
                    .contains("the setting tls.clients has no effect: there is no TLS without a certificate")
                    .contains("it doesn't listen on 0.0.0.0:0 but on 127.0.0.1 alone: without TLS")
                    .hasLineCount(2);
        }
    }

    @Test
    void aPortThatIsTakenIsTold() throws Exception {
        try (TargetJvm first = start("", Map.of())) {
            int taken =
                    URI.create(first.descriptor().get("address").getAsString()).getPort();
            Path second = Files.createDirectory(folder.resolve("second"));
            try (TargetJvm target = TargetJvm.startWith("listen=localhost:" + taken, jdk, second, Map.of())) {
                awaitAgent(target);
                assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
                assertThat(target.standardError())
                        .contains("it doesn't listen on port " + taken + " of 127.0.0.1 but on one that is free")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void speaksTls() throws Exception {
        Path keystore = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=agent",
                        "-keystore",
                        keystore.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        Files.setPosixFilePermissions(keystore, PosixFilePermissions.fromString("rw-------"));
        String options =
                "listen=0.0.0.0:0,tls.keystore=" + keystore + ",tls.password.file=" + secret("password", "changeit");

        try (TargetJvm target = start(options, Map.of())) {
            URI outside = URI.create(target.descriptor().get("outside").getAsString());
            assertThat(outside.getScheme()).isEqualTo("https");
            String token = target.descriptor().get("token").getAsString();
            try (Socket socket = trusting(keystore).getSocketFactory().createSocket("127.0.0.1", outside.getPort())) {
                assertThat(ask(socket, "127.0.0.1:" + outside.getPort(), "GET /api/v1/statistics", token))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("}");
            }
            assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    /** Somebody cleans up the temporary folders: the agent goes on, and what it needs is made again. */
    @Test
    void aRuntimeFolderThatVanishesIsMadeAgain() throws Exception {
        try (TargetJvm target = start("", Map.of())) {
            String token = target.descriptor().get("token").getAsString();
            int port =
                    URI.create(target.descriptor().get("address").getAsString()).getPort();
            Files.delete(target.descriptorFile());
            Files.delete(target.descriptorFile().getParent());

            assertThat(ask(port, "127.0.0.1:" + port, "POST /api/v1/dumps", token))
                    .startsWith("HTTP/1.1 201 ");
            assertThat(ask(port, "127.0.0.1:" + port, "GET /api/v1/state", token))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    private TargetJvm start(String options, Map<String, String> environment, String... arguments) throws IOException {
        TargetJvm target = TargetJvm.startWith(options, jdk, folder, environment, arguments);
        awaitAgent(target);
        return target;
    }

    private static void awaitAgent(TargetJvm target) {
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(target.descriptorFile()));
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static SSLContext trusting(Path keystore) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(keystore)) {
            store.load(stream, "changeit".toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "agent", store.getCertificate(store.aliases().nextElement()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static String ask(int port, String host, String what, String token) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return ask(socket, host, what, token);
        }
    }

    private static String ask(Socket socket, String host, String what, String token) throws IOException {
        socket.setSoTimeout(60_000);
        String head = what + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
