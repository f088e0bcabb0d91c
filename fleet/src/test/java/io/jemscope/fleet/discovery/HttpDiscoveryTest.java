package io.jemscope.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.SelfSigned;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.Tls;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDiscoveryTest {

    private static final String JSON = "application/json";

    @TempDir
    private Path folder;

    private final HttpServer server;

    HttpDiscoveryTest() throws IOException {
        server = HttpServer.open(Limits.DEFAULT, work -> {
            Thread thread = new Thread(work, "stand-in");
            thread.setDaemon(true);
            return thread;
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private URI serve(Handler handler) throws IOException {
        server.start(
                (head, peer) -> new Principal("test", "127.0.0.1", Role.OPERATE),
                new Router().add("GET", "/targets", handler));
        return URI.create("http://127.0.0.1:" + server.port() + "/targets?secret=x");
    }

    private static HttpDiscovery discovery(URI address) throws IOException {
        return new HttpDiscovery(address, null, new BoundedClient(null, Duration.ofSeconds(1), 1 << 20));
    }

    /** What the documentation of http_sd_config says of the request, and of the answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                JSON,
                "application/json; charset=utf-8",
                "Application/JSON;charset=UTF-8",
                JSON + ";charset=\"utf-8\""
            })
    void theRequestAndTheAnswerArePrometheuss(String type) throws IOException {
        URI address = serve(request -> request.header("X-Prometheus-Refresh-Interval-Seconds")
                                .orElse("")
                                .equals("30")
                        && request.header("Accept").orElse("").equals(JSON)
                        && request.query().equals("secret=x")
                ? Response.text(200, type, "[{\"targets\": [\"web1:9443\"], \"labels\": {\"service\": \"shop\"}}]")
                : Response.text(400, "text/plain", "no\n"));

        assertThat(new HttpDiscovery(address, null, (Path) null).agents())
                .containsExactly(Agent.of(URI.create("https://web1:9443"), "", Map.of("service", "shop")));
    }

    /** Else anyone who can change the list on its way could have the token sent where they read it. */
    @Test
    void aListWithoutTlsFromAnotherMachineCantHaveTheTokenSentUnencrypted() throws IOException {
        URI local = serve(
                request -> Response.text(200, JSON, "[{\"targets\": [\"http://web1:9090\"], \"insecure\": true}]"));
        // The same server, under an address that isn't known as the loopback's.
        URI remote = URI.create("http://[::ffff:127.0.0.1]:" + local.getPort() + "/targets");
        Path token = Files.writeString(folder.resolve("token"), "secret");

        assertThat(new HttpDiscovery(local, token, (Path) null).agents())
                .extracting(Agent::token)
                .containsExactly("secret");
        assertThat(new HttpDiscovery(remote, null, (Path) null).agents()).hasSize(1);
        assertThatThrownBy(() -> new HttpDiscovery(remote, token, (Path) null).agents())
                .hasMessageContaining("the token for http://web1:9090 would be sent unencrypted")
                .hasMessageContaining("serve this list by https, too")
                .hasMessageNotContaining("secret");
    }

    static Stream<Arguments> badAnswers() {
        return Stream.of(
                Arguments.of(Response.text(404, "text/plain", "no"), "it answered 404"),
                Arguments.of(Response.text(302, JSON, "").with("Location", "http://127.0.0.1:1/"), "it answered 302"),
                Arguments.of(Response.nothing(), "it answered 204"),
                Arguments.of(Response.text(200, "text/html", "[]"), "Content-Type is \"text/html\""),
                Arguments.of(Response.text(200, "application/json; charset=latin1", "[]"), "Content-Type"),
                Arguments.of(Response.text(200, JSON, ""), "cut off"),
                Arguments.of(Response.text(200, JSON, "[{\"targets\": ["), "cut off"),
                Arguments.of(Response.text(200, JSON, "null"), "isn't a JSON array"),
                Arguments.of(Response.bytes(200, JSON, new byte[(1 << 20) + 1]), "more than 1048576 bytes"),
                Arguments.of(Response.later(new CompletableFuture<>()), "didn't answer within 1 s"));
    }

    @ParameterizedTest
    @MethodSource("badAnswers")
    void badAnswersAreTold(Response answer, String why) throws IOException {
        URI address = serve(request -> answer);

        assertThatThrownBy(() -> discovery(address).agents())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + address.getPort() + "/targets")
                .hasMessageContaining(why)
                .hasMessageNotContaining("secret");
    }

    @Test
    void anAnswerThatIsCutOffIsntRead() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<Void> answering = new FutureTask<>(() -> {
                try (Socket socket = listening.accept();
                        OutputStream out = socket.getOutputStream()) {
                    while (socket.getInputStream().read() != '\n') {
                        // The request's first line is enough to wait for.
                    }
                    out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[]"
                            .getBytes(StandardCharsets.US_ASCII));
                }
                return null;
            });
            new Thread(answering).start();

            assertThatThrownBy(() -> discovery(URI.create("http://localhost:" + listening.getLocalPort()))
                            .agents())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot read the list of agents http://localhost:");
            answering.get();
        }
    }

    @Test
    void aServerThatIsGoneIsNamed() throws IOException {
        URI address = serve(request -> Response.text(200, JSON, "[]"));
        close();

        assertThatThrownBy(() -> discovery(address).agents())
                .hasMessageContaining("/targets: the connection failed: no process listens there")
                .hasMessageNotContaining("secret");
    }

    @Test
    void certificatesAreVerified() throws Exception {
        serve(request -> Response.text(200, JSON, "[{\"targets\": [\"web1:9443\"]}]"));
        SelfSigned certificate = SelfSigned.make(folder, "dns:localhost");
        int port = server.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Tls(certificate.context(), false));

        URI byName = URI.create("https://localhost:" + port + "/targets");
        assertThat(new HttpDiscovery(byName, null, certificate.authority()).agents())
                .hasSize(1);
        assertThatThrownBy(() -> new HttpDiscovery(byName, null, (Path) null).agents())
                .isInstanceOf(IOException.class);
        URI byAddress = URI.create("https://127.0.0.1:" + port + "/targets");
        assertThatThrownBy(() -> new HttpDiscovery(byAddress, null, certificate.authority()).agents())
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://web1/", "web1:80", "targets", "http:///targets", "https://user:secret@web1/"})
    void otherAddressesAreRefused(String address) {
        assertThatThrownBy(() -> discovery(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://host:8080/targets")
                .hasMessageNotContaining("secret");
    }
}
