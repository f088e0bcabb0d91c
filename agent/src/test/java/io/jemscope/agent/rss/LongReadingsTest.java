package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.httpd.Role;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongReadingsTest {

    /** The clock may begin anywhere, and overflow. */
    private final long now = Long.MAX_VALUE - 5;

    private final LongReadings readings = new LongReadings();

    @Test
    void aReadingHasATenthOfTheTimeAtMost() {
        readings.add(Role.OPERATE, Duration.ofSeconds(4), now);

        assertThat(readings.wait(Role.OPERATE, now)).isEqualTo(Duration.ofSeconds(36));
        assertThat(readings.wait(Role.OPERATE, later(30))).isEqualTo(Duration.ofSeconds(6));
        assertThat(readings.wait(Role.OPERATE, later(36))).isEqualTo(Duration.ZERO);
    }

    @Test
    void readersHoldNoOperatorUp() {
        readings.add(Role.READ, Duration.ofSeconds(4), now);

        assertThat(readings.wait(Role.READ, now)).isPositive();
        assertThat(readings.wait(Role.OPERATE, now)).isEqualTo(Duration.ZERO);
    }

    @Test
    void shortOnesMayFollowEachOther() {
        readings.add(Role.READ, Duration.ofMillis(40), now);

        assertThat(readings.wait(Role.READ, now)).isEqualTo(Duration.ZERO);
    }

    private long later(int seconds) {
        return now + Duration.ofSeconds(seconds).toNanos();
    }
}
