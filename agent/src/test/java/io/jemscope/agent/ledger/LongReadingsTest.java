package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.http.Access;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongReadingsTest {

    /** The clock may begin anywhere, and overflow. */
    private final long now = Long.MAX_VALUE - 5;

    private final LongReadings readings = new LongReadings();

    @Test
    void aReadingHasATenthOfTheTimeAtMost() {
        readings.add(Access.OPERATE, Duration.ofSeconds(4), now);

        assertThat(readings.wait(Access.OPERATE, now)).isEqualTo(Duration.ofSeconds(36));
        assertThat(readings.wait(Access.OPERATE, later(30))).isEqualTo(Duration.ofSeconds(6));
        assertThat(readings.wait(Access.OPERATE, later(36))).isEqualTo(Duration.ZERO);
    }

    @Test
    void readersHoldNoOperatorUp() {
        readings.add(Access.READ, Duration.ofSeconds(4), now);

        assertThat(readings.wait(Access.READ, now)).isPositive();
        assertThat(readings.wait(Access.OPERATE, now)).isEqualTo(Duration.ZERO);
    }

    @Test
    void shortOnesMayFollowEachOther() {
        readings.add(Access.READ, Duration.ofMillis(40), now);

        assertThat(readings.wait(Access.READ, now)).isEqualTo(Duration.ZERO);
    }

    private long later(int seconds) {
        return now + Duration.ofSeconds(seconds).toNanos();
    }
}
