package io.jemscope.httpd.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.AuditSink;
import io.jemscope.httpd.Peer;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.RequestHead;
import io.jemscope.httpd.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGuardTest {

    private static final String HOST = "127.0.0.1:4711";

    private final List<String> guessers = new ArrayList<>();

    private final RequestGuard guard = new RequestGuard(
            new Credentials(new Token("secret"), new Token("for readers"), Role.READ),
            new Hosts(List.of("jem.example", "other.example:80")),
            new AuditSink() {
                @Override
                public void changed(Principal caller, String what, int status) {}

                @Override
                public void failedLogins(String address) {
                    guessers.add(address);
                }
            });

    private Peer peer = peer("127.0.0.1", false, null);

    @ParameterizedTest
    @ValueSource(
            strings = {
                HOST,
                "localhost:4711",
                "LOCALHOST:4711",
                "jem.example",
                "Jem.Example:9",
                "other.example:80",
                "other.example"
            })
    void letsInWhoKnowsTheToken(String host) throws ApiException {
        assertThat(admit(Map.of("host", host, "authorization", "Bearer secret")))
                .isEqualTo(new Principal("operator", "127.0.0.1", Role.OPERATE));
        assertThat(admit(Map.of("host", host, "authorization", "bearer  secret"))
                        .access())
                .isEqualTo(Role.OPERATE);
        assertThat(admit(Map.of("host", host, "authorization", "Bearer secret", "origin", "http://" + host))
                        .access())
                .isEqualTo(Role.OPERATE);
    }

    @ParameterizedTest
    @CsvSource({"x:secret,OPERATE", ":secret,OPERATE", "a b:for readers,READ", "secret,OPERATE"})
    void takesTheTokenAsThePasswordOfAnyUser(String pair, Role access) throws ApiException {
        assertThat(admit(Map.of("host", HOST, "authorization", basic(pair))).access())
                .isEqualTo(access);
    }

    @Test
    void whoHasTheReadingTokenMayRead() throws ApiException {
        assertThat(admit(Map.of("host", HOST, "authorization", "Bearer for readers")))
                .isEqualTo(new Principal("reader", "127.0.0.1", Role.READ));
    }

    @Test
    void aCertificateLetsInAsFarAsItIsToAndATokenFurther() throws ApiException {
        peer = peer("127.0.0.1", true, "ann");

        assertThat(admit(Map.of("host", HOST))).isEqualTo(new Principal("certificate ann", "127.0.0.1", Role.READ));
        assertThat(admit(Map.of("host", HOST, "authorization", "Bearer secret")).access())
                .isEqualTo(Role.OPERATE);
        assertRefused(401, Map.of("host", HOST, "authorization", "Bearer wrong"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "Bearer",
                "Bearer ",
                "Bearer Secret",
                "Bearer secrets",
                "Basic secret",
                "Basic c2VjcmV0=",
                "Basic !!!!",
                "Basic",
                "Basic eDpzZWNyZXRz",
                "Digest secret"
            })
    void anythingElseForATokenIs401(String authorization) {
        assertRefused(401, Map.of("host", HOST, "authorization", authorization));
    }

    @Test
    void noTokenIs401() {
        assertRefused(401, Map.of("host", HOST));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "127.0.0.1",
                "127.0.0.1:80",
                "localhost",
                "[::1]:4711",
                "127.0.0.1:4711.evil",
                "other.example:443",
                "other.example:81",
                "jem.example.evil",
                ""
            })
    void anotherHostIs403EvenWithTheToken(String host) {
        assertRefused(403, Map.of("host", host, "authorization", "Bearer secret"));
    }

    @Test
    void elsewhereThanOnTheLoopbackOnlyItsOwnNumbersWillDo() throws ApiException {
        peer = peer("10.1.2.3", true, null);
        assertThat(admit(Map.of("host", "10.1.2.3:4711", "authorization", "Bearer secret")))
                .isNotNull();
        assertRefused(403, Map.of("host", "localhost:4711", "authorization", "Bearer secret"));
        assertRefused(
                403,
                Map.of("host", "10.1.2.3:4711", "authorization", "Bearer secret", "origin", "http://10.1.2.3:4711"));

        peer = peer("2001:db8::1:0:0:7", false, null);
        assertThat(admit(Map.of("host", "[2001:db8::1:0:0:7]:4711", "authorization", "Bearer secret")))
                .isNotNull();
        peer = peer("::1", false, null);
        assertThat(admit(Map.of("host", "[::1]:4711", "authorization", "Bearer secret")))
                .isNotNull();
        peer = peer("::", false, null);
        assertThat(admit(Map.of("host", "[::]:4711", "authorization", "Bearer secret")))
                .isNotNull();
    }

    /** As every client does it. */
    @Test
    void thePortThatIsTheSchemesOwnMayBeLeftOut() throws ApiException {
        for (String host : new String[] {"10.1.2.3", "10.1.2.3:443"}) {
            peer = peer("10.1.2.3", 443, true, null);
            assertThat(admit(Map.of("host", host, "authorization", "Bearer secret", "origin", "https://" + host)))
                    .isNotNull();
        }
        assertRefused(403, Map.of("host", "10.1.2.3:80", "authorization", "Bearer secret"));
        assertRefused(403, Map.of("host", "other.example", "authorization", "Bearer secret"));

        peer = peer("::1", 80, false, null);
        for (String host : new String[] {"[::1]", "[::1]:80", "localhost"}) {
            assertThat(admit(Map.of("host", host, "authorization", "Bearer secret")))
                    .isNotNull();
        }
        peer = peer("10.1.2.3", 443, false, null);
        assertRefused(403, Map.of("host", "10.1.2.3", "authorization", "Bearer secret"));
    }

    @Test
    void noHostIs400() {
        assertRefused(400, Map.of("authorization", "Bearer secret"));
    }

    @ParameterizedTest
    @CsvSource({"http://evil.example", "null", "https://127.0.0.1:4711", "http://localhost:4711", "''"})
    void anotherOriginIs403EvenWithTheToken(String origin) {
        Map<String, String> headers = new HashMap<>(Map.of("host", HOST, "authorization", "Bearer secret"));
        headers.put("origin", origin == null ? "null" : origin);

        assertRefused(403, headers);
    }

    /** A browser that remembers the password sends it along with the pictures of any page. */
    @ParameterizedTest
    @CsvSource({"cross-site,403", "same-site,403", "garbage,403", "none,200", "same-origin,200"})
    void whatAPageElsewhereHasABrowserAskIsRefused(String site, int status) throws ApiException {
        Map<String, String> headers = Map.of("host", HOST, "authorization", basic("x:secret"), "sec-fetch-site", site);
        if (status == 200) {
            assertThat(admit(headers)).isNotNull();
        } else {
            assertRefused(status, headers);
        }
    }

    @Test
    void whoGuessesWaitsAndWhoKnowsDoesnt() throws ApiException {
        for (int i = 0; i < 10; i++) {
            assertThat(refusal(Map.of("host", HOST, "authorization", "Bearer " + i)))
                    .isEqualTo(401);
        }
        for (int i = 0; i < 1000; i++) {
            assertRefused(401, Map.of("host", HOST, "authorization", "Bearer " + i));
        }
        assertThat(admit(Map.of("host", HOST, "authorization", "Bearer secret")))
                .isNotNull();
        assertThat(guessers).containsExactly("127.0.0.1");
    }

    @Test
    void whateverIsSentIsARefusal() {
        Random random = new Random(20260102);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "Basic " : "");
            for (int j = random.nextInt(40); j > 0; j--) {
                text.append((char) (random.nextBoolean() ? ' ' + random.nextInt(95) : random.nextInt(256)));
            }
            assertRefused(401, Map.of("host", HOST, "authorization", text.toString()));
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static Peer peer(String listener, boolean secure, @Nullable String certificate) {
        return peer(listener, 4711, secure, certificate);
    }

    private static Peer peer(String listener, int port, boolean secure, @Nullable String certificate) {
        try {
            return new Peer(
                    InetAddress.getLoopbackAddress(),
                    new InetSocketAddress(InetAddress.getByName(listener), port),
                    secure,
                    certificate);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Principal admit(Map<String, String> headers) throws ApiException {
        return guard.admit(new RequestHead("GET", "/", "", headers), peer);
    }

    private int refusal(Map<String, String> headers) {
        try {
            admit(headers);
            return 200;
        } catch (ApiException e) {
            return e.status();
        }
    }

    private void assertRefused(int status, Map<String, String> headers) {
        assertThatThrownBy(() -> admit(headers))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(status));
    }
}
