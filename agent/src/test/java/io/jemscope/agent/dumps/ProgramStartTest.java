package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgramStartTest {

    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

    private static final String FIELDS = " S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 ";

    @Test
    void isReckonedFromTheKernelsStart() {
        // A second after the kernel, which has been up for a minute; two are allowed for rounding.
        assertThat(ProgramStart.of("7 (a) b c)" + FIELDS + "100 0 0", "60.50 1.0", NOW))
                .isEqualTo(NOW.minusSeconds(61));
    }

    @Test
    void aContainersOwnUptimeTellsNothing() {
        assertThat(ProgramStart.of("7 (java)" + FIELDS + "9999999 0 0", "5.00 1.0", NOW))
                .isEqualTo(Instant.EPOCH);
    }

    @Test
    void ofThisProcessIsInThePast() {
        assertThat(ProgramStart.get())
                .isBefore(Instant.now())
                .isAfter(Instant.now().minus(Duration.ofHours(12)));
    }

    @Test
    void ofAnotherIsFoundByItsNumber() {
        Instant mine = ProgramStart.of(ProcessHandle.current().pid());

        // The figures are read at another moment, whole seconds and hundredths of a second.
        assertThat(mine)
                .isBetween(
                        ProgramStart.get().minusSeconds(5), ProgramStart.get().plusSeconds(5));
        assertThat(ProgramStart.of(99_999_991)).isNull();
    }
}
