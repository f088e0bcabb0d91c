package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.httpd.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is verified: who signed it, and for which name. */
class FetcherTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path folder;

    @Test
    void certificatesAreVerified() throws Exception {
        try (StandInAgent agent = StandInAgent.holding(1, 1_000)) {
            int port = agent.server()
                    .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Tls(context(), false));
            Agent byName = agent("https://localhost:" + port);
            Agent byAddress = agent("https://127.0.0.1:" + port);
            Fetcher trusting = fetcher(folder.resolve("certificate.pem"));

            assertThat(trusting.fetch(byName)).isNotEmpty();
            // The certificate is for localhost alone.
            assertThatThrownBy(() -> trusting.fetch(byAddress)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> fetcher(null).fetch(byName)).isInstanceOf(IOException.class);
            assertThat(agent.asked()).isEqualTo(1);
        }
    }

    @Test
    void authoritiesThatArentAreRefused() throws IOException {
        Path file = folder.resolve("no.pem");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class);
        Files.writeString(file, "no certificate\n");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class).hasMessageContaining("PEM");
        Files.writeString(file, "");
        assertThatThrownBy(() -> fetcher(file)).isInstanceOf(IOException.class).hasMessageContaining("PEM");
    }

    private static Fetcher fetcher(@Nullable Path authorities) throws IOException {
        return new Fetcher(new BoundedClient(authorities, Duration.ofSeconds(30), 1 << 20));
    }

    private static Agent agent(String address) {
        return Agent.of(URI.create(address), StandInAgent.TOKEN, Map.of());
    }

    /** A context with a certificate for localhost, which is in a file, too. */
    private SSLContext context() throws Exception {
        Path keystore = folder.resolve("keystore");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "one",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=agent",
                        "-ext",
                        "SAN=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keystore.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            keys.load(in, PASSWORD);
        }
        Files.writeString(
                folder.resolve("certificate.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("one").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }
}
