package io.jemscope.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.http.Access;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongReadingsTest {

    private static final long NOW = Long.MAX_VALUE - 5;

    private final LongReadings readings = new LongReadings();

    @Test
    void aReadingHasATenthOfTheTimeAtMost() {
        readings.add(Access.OPERATE, Duration.ofSeconds(4), NOW);

        assertThat(readings.wait(Access.OPERATE, NOW)).isEqualTo(Duration.ofSeconds(36));
        assertThat(readings.wait(Access.OPERATE, NOW + 30_000_000_000L)).isEqualTo(Duration.ofSeconds(6));
        assertThat(readings.wait(Access.OPERATE, NOW + 36_000_000_000L)).isEqualTo(Duration.ZERO);
    }

    @Test
    void readersHoldNoOperatorUp() {
        readings.add(Access.READ, Duration.ofSeconds(4), NOW);

        assertThat(readings.wait(Access.READ, NOW)).isPositive();
        assertThat(readings.wait(Access.OPERATE, NOW)).isEqualTo(Duration.ZERO);
    }

    @Test
    void shortOnesMayFollowEachOther() {
        readings.add(Access.READ, Duration.ofMillis(40), NOW);

        assertThat(readings.wait(Access.READ, NOW)).isEqualTo(Duration.ZERO);
    }
}
