package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoleRateLimiterTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void letsSomeInARowAndThenOneInAnInterval() {
        RoleRateLimiter limiter = new RoleRateLimiter(Duration.ofSeconds(1), 3, "Wait.", 0);

        assertThat(limiter.take(Role.READ, 0)).isZero();
        assertThat(limiter.take(Role.READ, 0)).isZero();
        assertThat(limiter.take(Role.READ, 0)).isZero();
        assertThat(limiter.take(Role.READ, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(limiter.take(Role.READ, SECOND / 2)).isEqualTo(Duration.ofMillis(500));
        assertThat(limiter.take(Role.READ, SECOND)).isZero();
        assertThat(limiter.take(Role.READ, SECOND)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void savesUpNoMoreThanTheRow() {
        RoleRateLimiter limiter = new RoleRateLimiter(Duration.ofSeconds(1), 2, "Wait.", 0);

        assertThat(limiter.take(Role.READ, 100 * SECOND)).isZero();
        assertThat(limiter.take(Role.READ, 100 * SECOND)).isZero();
        assertThat(limiter.take(Role.READ, 100 * SECOND)).isPositive();
    }

    @Test
    void withoutAnIntervalEverythingGoes() {
        RoleRateLimiter limiter = new RoleRateLimiter(Duration.ZERO, 10, "Wait.", 0);
        for (int i = 0; i < 1_000; i++) {
            // Threads take their turns in another order than they look at the clock.
            assertThat(limiter.take(Role.READ, 1_000 - i)).isZero();
        }
    }

    @Test
    void aRouteSaysWhenToComeAgain() {
        Router router = new Router()
                .add("POST", "/dumps", request -> Response.nothing())
                .limit("POST", "/dumps", new RoleRateLimiter(Duration.ofMinutes(1), 1, "Wait."));
        Principal caller = new Principal("tester", "", Role.OPERATE);
        RequestHead head = new RequestHead("POST", "/dumps", "", Map.of());

        assertThat(router.answer(head, new byte[0], caller, () -> false).status())
                .isEqualTo(204);
        Response refused = router.answer(head, new byte[0], caller, () -> false);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(StandardCharsets.US_ASCII.decode(refused.head()).toString())
                .containsPattern("\r\nRetry-After: (5[0-9]|60)\r\n");
        assertThatThrownBy(() -> router.limit("GET", "/dumps", new RoleRateLimiter(Duration.ZERO, 1, "Wait.")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
