package io.jemscope.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThrottleTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void letsSomeInARowAndThenOneInAnInterval() {
        Throttle throttle = new Throttle(Duration.ofSeconds(1), 3, "Wait.", 0);

        assertThat(throttle.take(0)).isZero();
        assertThat(throttle.take(0)).isZero();
        assertThat(throttle.take(0)).isZero();
        assertThat(throttle.take(0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.take(SECOND / 2)).isEqualTo(Duration.ofMillis(500));
        assertThat(throttle.take(SECOND)).isZero();
        assertThat(throttle.take(SECOND)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void savesUpNoMoreThanTheRow() {
        Throttle throttle = new Throttle(Duration.ofSeconds(1), 2, "Wait.", 0);

        assertThat(throttle.take(100 * SECOND)).isZero();
        assertThat(throttle.take(100 * SECOND)).isZero();
        assertThat(throttle.take(100 * SECOND)).isPositive();
    }

    @Test
    void withoutAnIntervalEverythingGoes() {
        Throttle throttle = new Throttle(Duration.ZERO, 10, "Wait.", 0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(throttle.take(0)).isZero();
        }
    }

    @Test
    void aRouteSaysWhenToComeAgain() {
        Router router = new Router()
                .add("POST", "/dumps", request -> Response.nothing())
                .limit("POST", "/dumps", new CallerThrottle(Duration.ofMinutes(1), 1));
        Caller caller = new Caller("tester", "", Access.OPERATE);
        RequestHead head = new RequestHead("POST", "/dumps", "", Map.of());

        assertThat(router.answer(head, new byte[0], caller).status()).isEqualTo(204);
        Response refused = router.answer(head, new byte[0], caller);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(StandardCharsets.US_ASCII.decode(refused.head()).toString())
                .containsPattern("\r\nRetry-After: (5[0-9]|60)\r\n");
        assertThatThrownBy(() -> router.limit("GET", "/dumps", new CallerThrottle(Duration.ZERO, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
