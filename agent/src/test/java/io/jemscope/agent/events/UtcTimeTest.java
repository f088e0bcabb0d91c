package io.jemscope.agent.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class UtcTimeTest {

    private final Instant moment = Instant.parse("2026-03-04T05:06:07.089Z");

    @Test
    void sortsAsFileNames() {
        assertThat(UtcTime.compact(moment)).isEqualTo("20260304-050607-089");
    }

    @Test
    void isIso8601InJson() {
        assertThat(UtcTime.iso(moment)).isEqualTo("2026-03-04T05:06:07Z");
        assertThat(Instant.parse(UtcTime.iso(moment))).isEqualTo(Instant.parse("2026-03-04T05:06:07Z"));
    }
}
