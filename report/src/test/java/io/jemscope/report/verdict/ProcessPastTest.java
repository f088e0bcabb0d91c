package io.jemscope.report.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessPastTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"600, 60", "120, 60", "60, 30", "10, 5"})
    void theBaseIsAnHourOldOrHalfAsOldAsThePast(int minutes, int expected) {
        List<ProcessPast.Moment> moments = new ArrayList<>();
        for (int ago = minutes; ago >= 0; ago--) {
            moments.add(moment(ago, Map.of("rss.bytes", 8.0, "ledger.javaHeap.bytes", 4.0)));
        }

        assertThat(new ProcessPast(moments).base(NOW))
                .extracting(MemoryLook::time)
                .isEqualTo(ago(expected));
    }

    /** A large process's ledger isn't read, and a costly one not each time. */
    @Test
    void aSnapshotWithoutTheLedgersRowsIsNoBase() {
        ProcessPast past = new ProcessPast(List.of(
                moment(90, Map.of("rss.bytes", 8.0, "ledger.javaHeap.bytes", 4.0)),
                moment(60, Map.of("rss.bytes", 8.0)),
                moment(30, Map.of("rss.bytes", 8.0))));

        assertThat(past.base(NOW)).extracting(MemoryLook::time).isEqualTo(ago(90));
        assertThat(ProcessPast.NONE.base(NOW)).isNull();
    }

    @Test
    void theNewestSnapshotKnowsTheLastCollection() {
        ProcessPast past = new ProcessPast(List.of(
                moment(2, Map.of("gc.whole.last.epochMs", 1_000.0)),
                moment(1, Map.of("gc.whole.last.epochMs", 2_000.0))));

        assertThat(past.lastCollection()).isEqualTo(Instant.ofEpochMilli(2_000));
        assertThat(ProcessPast.NONE.lastCollection()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "24, 24", "25, 13", "100, 20"})
    void atMost24ProfilesAreReadEvenly(int stored, int expected) {
        List<Integer> read = new ArrayList<>();
        List<ProcessPast.Moment> moments = new ArrayList<>();
        for (int i = 0; i < stored; i++) {
            int number = i;
            moments.add(moment(2 * stored - i, Map.of()));
            moments.add(moment(stored - i, () -> {
                read.add(number);
                throw new IOException("it is damaged, which costs this one only");
            }));
        }

        new ProcessPast(moments).addProfilesTo(new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN)));

        assertThat(read).hasSize(expected).endsWith(stored - 1).isSorted();
    }

    private static ProcessPast.Moment moment(int minutesAgo, Map<String, Double> statistics) {
        return new ProcessPast.Moment(ago(minutesAgo), statistics, null);
    }

    private static ProcessPast.Moment moment(int minutesAgo, ProcessPast.@Nullable Stored profile) {
        return new ProcessPast.Moment(ago(minutesAgo), Map.of(), profile);
    }

    private static Instant ago(int minutes) {
        return NOW.minusSeconds(60L * minutes);
    }
}
