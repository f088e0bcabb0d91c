package io.jemscope.agent.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.http.Peer;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGuardTest {

    private final RequestGuard guard = new RequestGuard(new Token("secret"));

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:4711", "localhost:4711", "LOCALHOST:4711"})
    void letsInWhoKnowsTheToken(String host) {
        assertThatCode(() -> check(Map.of("host", host, "authorization", "Bearer secret")))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(Map.of("host", host, "authorization", "bearer  secret")))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(Map.of("host", host, "authorization", "Bearer secret", "origin", "http://" + host)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "Bearer", "Bearer ", "Bearer Secret", "Bearer secrets", "Basic secret"})
    void anythingElseForATokenIs401(String authorization) {
        assertRefused(401, Map.of("host", "127.0.0.1:4711", "authorization", authorization));
    }

    @Test
    void noTokenIs401() {
        assertRefused(401, Map.of("host", "127.0.0.1:4711"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "127.0.0.1", "127.0.0.1:80", "localhost", "[::1]:4711", "127.0.0.1:4711.evil"})
    void anotherHostIs403EvenWithTheToken(String host) {
        assertRefused(403, Map.of("host", host, "authorization", "Bearer secret"));
    }

    @Test
    void noHostIs400() {
        assertRefused(400, Map.of("authorization", "Bearer secret"));
    }

    @ParameterizedTest
    @CsvSource({"http://evil.example", "null", "https://127.0.0.1:4711", "http://localhost:4711", "''"})
    void anotherOriginIs403EvenWithTheToken(String origin) {
        Map<String, String> headers = new HashMap<>(Map.of("host", "127.0.0.1:4711", "authorization", "Bearer secret"));
        headers.put("origin", origin == null ? "null" : origin);

        assertRefused(403, headers);
    }

    private void check(Map<String, String> headers) throws Problem {
        InetAddress address = InetAddress.getLoopbackAddress();
        guard.admit(
                new RequestHead("GET", "/", "", headers),
                new Peer(address, new InetSocketAddress(address, 4711), false, null));
    }

    private void assertRefused(int status, Map<String, String> headers) {
        assertThatThrownBy(() -> check(headers))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(status));
    }
}
