package io.jemscope.agent.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class EventsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Events events = new Events(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void tellsWhatCameAfterANumber() {
        events.record(EventKind.SWITCH, "on");
        events.record(EventKind.DUMP, "made");

        assertThat(events.after(0))
                .containsExactly(new Event(1, NOW, EventKind.SWITCH, "on"), new Event(2, NOW, EventKind.DUMP, "made"));
        assertThat(events.after(1)).extracting(Event::text).containsExactly("made");
        assertThat(events.after(2)).isEmpty();
        assertThat(events.last()).isEqualTo(2);
    }

    @Test
    void keepsTheNewestThousandAndCountsAll() {
        for (int i = 1; i <= 1_500; i++) {
            events.record(i % 2 == 0 ? EventKind.RUN : EventKind.DROP, "event " + i);
        }

        assertThat(events.after(0)).hasSize(1_000);
        assertThat(events.after(0).get(0).number()).isEqualTo(501);
        assertThat(events.count(EventKind.RUN)).isEqualTo(750);
        assertThat(events.count(EventKind.SWITCH)).isZero();
    }

    @Test
    void cutsWhatIsTooLong() {
        events.record(EventKind.REFUSAL, "x".repeat(10_000));

        assertThat(events.after(0).get(0).text()).hasSize(501).endsWith("…");
    }
}
