package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SnapshotScheduleTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void theFirstComesSoonAndThePausesDoubleUpToTheInterval() {
        SnapshotSchedule schedule = new SnapshotSchedule(Duration.ofSeconds(10), 0);
        StringBuilder times = new StringBuilder();

        for (long now = 0; now <= 40 * SECOND; now += SECOND) {
            if (schedule.isDue(now)) {
                times.append(now / SECOND).append(' ');
                schedule.made(0, now);
            }
        }

        assertThat(times).hasToString("1 3 7 15 25 35 ");
    }

    @Test
    void slowDumpsAreMadeLessOften() {
        SnapshotSchedule schedule = new SnapshotSchedule(Duration.ofSeconds(10), 0);

        schedule.made(3 * SECOND, 4 * SECOND);

        assertThat(schedule.isDue(63 * SECOND)).isFalse();
        assertThat(schedule.isDue(64 * SECOND)).isTrue();
    }

    @Test
    void noneAreDueWhereNoneAreWanted() {
        assertThat(new SnapshotSchedule(Duration.ZERO, 0).isDue(Long.MAX_VALUE / 2))
                .isFalse();
    }

    @Test
    void aShortIntervalIsKeptFromTheStart() {
        SnapshotSchedule schedule = new SnapshotSchedule(Duration.ofMillis(500), 0);

        assertThat(schedule.isDue(SECOND / 2)).isTrue();
    }

    @Test
    void aScheduleOfTheUsersOwnMakingKeepsItsInterval() {
        SnapshotSchedule schedule = SnapshotSchedule.every(Duration.ofMillis(100), 0);

        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(99))).isFalse();
        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(100))).isTrue();
        schedule.made(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.MILLISECONDS.toNanos(120));
        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(219))).isFalse();
        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(220))).isTrue();
        // No more than half of the time goes into dumps.
        schedule.made(TimeUnit.MILLISECONDS.toNanos(300), TimeUnit.MILLISECONDS.toNanos(520));
        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(819))).isFalse();
        assertThat(schedule.isDue(TimeUnit.MILLISECONDS.toNanos(820))).isTrue();
    }
}
