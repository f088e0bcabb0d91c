package io.jemscope.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What every {@link History} promises. An implementation's test extends this and says how its history is opened and damaged. */
public abstract class HistoryContract {

    private static final Instant START = Instant.parse("2026-01-31T22:30:00.123Z");
    private static final ProcessIdentity PROCESS = process(4711, START);

    /** Opens the history of this test, empty at first; each call is another user of the same history. */
    protected abstract History open(Retention retention) throws IOException;

    /** Leaves half of the newest snapshot of the process, as a crash in the middle of its append does. */
    protected abstract void tear(ProcessIdentity process) throws IOException;

    /** What the history takes where it is stored. */
    protected abstract long storedBytes() throws IOException;

    @Test
    void snapshotsComeBackAsTheyWereInTheOrderOfTheirTimes() throws IOException {
        History history = open(Retention.DEFAULT);
        Map<String, Double> statistics = Map.of(
                "rss.bytes",
                123_456_789_012.0,
                "gc.G1 \"Young\"\n.count",
                -1.0,
                "pressure.some.avg10.percent",
                0.25,
                "größe.bytes",
                9.007199254740992E15,
                "tiny.seconds",
                Double.MIN_VALUE);
        history.append(new Snapshot(PROCESS, at(2), Map.of("rss.bytes", 2.0)), null);
        history.append(new Snapshot(PROCESS, at(1), statistics), null);

        List<Snapshot> stored = open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL);

        assertThat(stored).extracting(Snapshot::time).containsExactly(at(1), at(2));
        assertThat(stored.get(0).statistics()).isEqualTo(statistics);
        assertThat(stored.get(0).process().program()).isEqualTo(PROCESS.program());
    }

    @Test
    void aSnapshotIsStoredOnce() throws IOException {
        assertThat(open(Retention.DEFAULT).append(snapshot(1), null)).isTrue();
        History later = open(Retention.DEFAULT);
        assertThat(later.append(snapshot(2), null)).isTrue();

        assertThat(later.append(new Snapshot(PROCESS, at(1), Map.of("rss.bytes", 77.0)), profile(1)))
                .isFalse();
        assertThat(later.append(snapshot(2), null)).isFalse();

        List<Snapshot> stored = later.snapshots(PROCESS, TimeSpan.ALL);
        assertThat(stored).hasSize(2);
        assertThat(stored.get(0).statistics()).containsEntry("rss.bytes", 1.0);
        assertThat(stored.get(0).profiled()).isFalse();
    }

    @Test
    void aLaterStartOfTheProgramIsAnotherProcessAndOverwritesNothing() throws IOException {
        // In a container both have the same number.
        ProcessIdentity later = process(PROCESS.pid(), START.plusSeconds(600));
        open(Retention.DEFAULT).append(snapshot(1), null);
        open(Retention.DEFAULT).append(new Snapshot(later, at(11), Map.of("rss.bytes", 11.0)), null);

        History history = open(Retention.DEFAULT);

        assertThat(history.processes()).containsExactly(PROCESS, later);
        assertThat(history.snapshots(PROCESS, TimeSpan.ALL))
                .extracting(Snapshot::time)
                .containsExactly(at(1));
        assertThat(history.snapshots(later, TimeSpan.ALL))
                .extracting(Snapshot::time)
                .containsExactly(at(11));
    }

    @Test
    void aSpanHasItsFirstMomentAndNotItsEnd() throws IOException {
        History history = open(Retention.DEFAULT);
        for (int minute = 1; minute <= 5; minute++) {
            history.append(snapshot(minute), null);
        }

        assertThat(history.snapshots(PROCESS, new TimeSpan(at(2), at(4))))
                .extracting(Snapshot::time)
                .containsExactly(at(2), at(3));
        assertThat(history.snapshots(PROCESS, new TimeSpan(at(6), at(7)))).isEmpty();
        assertThat(history.snapshots(process(1, START), TimeSpan.ALL)).isEmpty();
    }

    @Test
    void aProfileComesBackWithItsLabelsAndFacts() throws IOException {
        History history = open(Retention.DEFAULT);
        history.append(snapshot(1), profile(4_096));
        history.append(snapshot(2), null);

        List<Snapshot> stored = open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL);

        assertThat(stored).extracting(Snapshot::profiled).containsExactly(true, false);
        Profile profile = history.profile(stored.get(0)).orElseThrow();
        assertThat(profile.live().bytes()).isEqualTo(4_096);
        assertThat(profile.samples().get(0).labels()).containsEntry("born", "1790000000");
        assertThat(profile.metadata().get(ProfileMetadata.PID)).contains("4711");
        assertThat(history.profile(stored.get(1))).isEmpty();
    }

    @Test
    void aCrashInTheMiddleOfAnAppendCostsThatSnapshotAlone() throws IOException {
        History history = open(Retention.DEFAULT);
        history.append(snapshot(1), profile(1));
        history.append(snapshot(2), null);
        history.append(snapshot(3), null);

        tear(PROCESS);

        assertThat(open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL))
                .extracting(Snapshot::time)
                .containsExactly(at(1), at(2));
        assertThat(open(Retention.DEFAULT).append(snapshot(4), profile(4))).isTrue();
        assertThat(open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL))
                .extracting(Snapshot::time)
                .containsExactly(at(1), at(2), at(4));
    }

    @Test
    void olderSnapshotsAreThinnedOut() throws IOException {
        History history = open(Retention.DEFAULT);
        int minutes = 10 * 24 * 60;
        for (int minute = 0; minute <= minutes; minute++) {
            history.append(snapshot(minute), minute == 1 || minute == 65 ? profile(minute) : null);
        }

        History.Removed removed = history.thin(at(minutes));

        List<Snapshot> left = history.snapshots(PROCESS, TimeSpan.ALL);
        assertThat(removed.aged()).isEqualTo(minutes + 1 - left.size());
        // Of a process the first and the last stay; where something was profiled, that.
        assertThat(left.get(0).time()).isEqualTo(at(0));
        assertThat(left.get(left.size() - 1).time()).isEqualTo(at(minutes));
        assertThat(between(left, minutes - 60, minutes)).isEqualTo(60);
        assertThat(between(left, minutes - 24 * 60, minutes - 61)).isBetween(23 * 6 - 1, 23 * 6 + 1);
        assertThat(between(left, minutes - 7 * 24 * 60, minutes - 24 * 60 - 1)).isBetween(6 * 24 - 1, 6 * 24 + 1);
        assertThat(between(left, 0, minutes - 7 * 24 * 60 - 1)).isBetween(3, 5);
        assertThat(history.thin(at(minutes)).isNothing()).isTrue();
    }

    @Test
    void ofAnIntervalTheSnapshotWithAProfileStays() throws IOException {
        History history = open(Retention.DEFAULT);
        for (int minute = 0; minute <= 100; minute++) {
            history.append(snapshot(minute), minute == 15 || minute == 17 ? profile(minute) : null);
        }

        history.thin(at(1_000));

        assertThat(history.snapshots(PROCESS, TimeSpan.ALL))
                .filteredOn(Snapshot::profiled)
                .extracting(Snapshot::time)
                .containsExactly(at(15));
        assertThat(history.profile(new Snapshot(PROCESS, at(17), Map.of()))).isEmpty();
    }

    @Test
    void whatIsTooOldGoes() throws IOException {
        History history = open(new Retention(1 << 20, Duration.ofHours(2)));
        ProcessIdentity later = process(1, at(119));
        history.append(snapshot(0), profile(1));
        history.append(new Snapshot(later, at(121), Map.of()), null);

        history.thin(at(121));

        assertThat(history.processes()).containsExactly(later);
    }

    @Test
    void theBytesAreBoundedAndTheNewestStays() throws IOException {
        long most = 10_000;
        History history = open(new Retention(most, Duration.ofDays(1)));
        for (int minute = 0; minute < 60; minute++) {
            history.append(snapshot(minute), profile(minute + 1));
        }
        assertThat(storedBytes()).isGreaterThan(most);

        History.Removed removed = history.thin(at(59));

        assertThat(storedBytes()).isLessThanOrEqualTo(most);
        assertThat(removed.crowded()).isPositive();
        List<Snapshot> left = history.snapshots(PROCESS, TimeSpan.ALL);
        assertThat(left).hasSize(60);
        // The oldest profiles go first, those of the first and the last snapshot at the end.
        assertThat(left.get(0).profiled()).isTrue();
        assertThat(left.get(1).profiled()).isFalse();
        assertThat(left.get(58).profiled()).isTrue();
        assertThat(left.get(59).profiled()).isTrue();

        History tiny = open(new Retention(1_500, Duration.ofDays(1)));
        tiny.thin(at(59));
        assertThat(storedBytes()).isLessThanOrEqualTo(1_500);
        assertThat(tiny.snapshots(PROCESS, TimeSpan.ALL)).last().isEqualTo(snapshot(59));
    }

    @Test
    void anEmptyHistoryIsReadAndThinned() throws IOException {
        History history = open(Retention.DEFAULT);

        assertThat(history.processes()).isEmpty();
        assertThat(history.snapshots(PROCESS, TimeSpan.ALL)).isEmpty();
        assertThat(history.thin(START).isNothing()).isTrue();
    }

    @Test
    void readersSeeWholeSnapshotsWhileOthersAppendAndThin() throws Exception {
        int writers = 3;
        int each = 100;
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(writers + 1);
        try {
            List<Future<?>> work = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                ProcessIdentity process = process(writer, START);
                History history = open(Retention.DEFAULT);
                work.add(threads.submit(() -> {
                    for (int second = 1; second <= each; second++) {
                        Instant time = START.plusSeconds(second);
                        Profile profile = second % 10 == 0 ? profile(second) : null;
                        history.append(new Snapshot(process, time, Map.of("second.count", (double) second)), profile);
                        if (second % 25 == 0) {
                            history.thin(time);
                        }
                    }
                    return null;
                }));
            }
            Future<?> reader = threads.submit(() -> {
                while (!done.get()) {
                    checkWhole(open(Retention.DEFAULT));
                }
                return null;
            });
            for (Future<?> one : work) {
                one.get();
            }
            done.set(true);
            reader.get();
        } finally {
            done.set(true);
            threads.shutdownNow();
        }

        for (int writer = 0; writer < writers; writer++) {
            assertThat(open(Retention.DEFAULT).snapshots(process(writer, START), TimeSpan.ALL))
                    .hasSize(each);
        }
    }

    private static void checkWhole(History history) throws IOException {
        for (ProcessIdentity process : history.processes()) {
            int second = 0;
            for (Snapshot snapshot : history.snapshots(process, TimeSpan.ALL)) {
                second++;
                assertThat(snapshot.statistics()).containsEntry("second.count", (double) second);
                assertThat(snapshot.profiled()).isEqualTo(second % 10 == 0);
            }
        }
    }

    private static int between(List<Snapshot> snapshots, int fromMinute, int toMinute) {
        return (int) snapshots.stream()
                .filter(one -> one.time().isAfter(at(fromMinute)) && !one.time().isAfter(at(toMinute)))
                .count();
    }

    static ProcessIdentity process(long pid, Instant started) {
        return new ProcessIdentity("db1", pid, started, "com.example.Main");
    }

    private static Instant at(int minute) {
        return START.plusSeconds(60L * minute);
    }

    private static Snapshot snapshot(int minute) {
        return new Snapshot(PROCESS, at(minute), Map.of("rss.bytes", (double) minute));
    }

    static Profile profile(int bytes) {
        Mapping library = Mapping.shown(0x7000, 0x9000, 0, "/usr/lib/libz.so.1", null);
        Location location = new Location(
                0x8000,
                library,
                List.of(new NativeFrame("deflateInit2_", "deflateInit2_", "/usr/lib/libz.so.1", null)));
        Sample sample = new Sample(List.of(location), new Amount(1, bytes), Amount.NONE, Map.of("born", "1790000000"));
        return new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(sample),
                List.of(library),
                ProfileMetadata.UNKNOWN.with(ProfileMetadata.PID, "4711"));
    }
}
