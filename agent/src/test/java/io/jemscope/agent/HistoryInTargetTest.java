package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The history of real programs. */
@Tag("one-jdk")
class HistoryInTargetTest {

    private static final Map<String, String> SAMPLING =
            Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12");

    @TempDir
    private Path folder;

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void itGrowsFromStartToStartAlsoAfterKill9(Path jdk) throws Exception {
        ProcessIdentity first;
        List<Snapshot> left;
        try (TargetJvm target = TargetJvm.startWith("history.every=200ms", jdk, folder, SAMPLING)) {
            target.allocate();
            first = awaitSnapshots(1);
            assertThat(target.ask("GET", "/api/v1/dumps", "").body()).contains("\"dumps\":[]");
            assertThat(first.pid()).isEqualTo(target.pid());
            assertThat(first.program()).isEqualTo(AttachedProgram.class.getName());
        }
        left = history().snapshots(first, TimeSpan.ALL);
        try (TargetJvm target = TargetJvm.startWith("history.every=200ms", jdk, folder, SAMPLING)) {
            ProcessIdentity second = awaitSnapshots(2);
            assertThat(second.pid()).isEqualTo(target.pid());
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }

        assertThat(history().snapshots(first, TimeSpan.ALL)).containsSubsequence(first(left), last(left));
        assertThat(first(left).statistics())
                .containsKeys(
                        "rss.bytes",
                        "threads.count",
                        "jemalloc.allocated.bytes",
                        "heap.used.bytes",
                        "classes.count",
                        "ledger.javaHeap.bytes",
                        "ledger.jemalloc.bytes",
                        "history.snapshot.us");
        Snapshot profiled = left.stream().filter(Snapshot::profiled).toList().get(0);
        Profile profile = history().profile(profiled).orElseThrow();
        assertThat(profile.live().bytes()).isGreaterThan(AttachedProgram.BLOCK_BYTES / 2.0);
        assertThat(profile.locations()).anyMatch(HistoryInTargetTest::isOfTheProgram);
        assertThat(profile.locations())
                .filteredOn(location -> location.frames().isEmpty() && isOfTheJvm(location))
                .isNotEmpty()
                .allMatch(location -> Objects.requireNonNull(location.mapping()).buildId() != null);
    }

    @Test
    void aShortProgramLeavesNoneAndNeitherDoesOneThatDoesntWantIt() throws Exception {
        try (TargetJvm target =
                TargetJvm.startWith("history=false,history.every=10ms", jdks().get(0), folder, SAMPLING)) {
            target.allocate();
            assertThat(target.threads()).noneMatch(name -> name.startsWith("jemscope-histor"));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
        try (TargetJvm target = TargetJvm.startWith("", jdks().get(0), folder, SAMPLING)) {
            target.allocate();
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }

        assertThat(folder.resolve("dumps/history")).doesNotExist();
    }

    @Test
    void withSamplingOffItHasStatisticsOnly() throws Exception {
        try (TargetJvm target = TargetJvm.startWith("history.every=100ms", jdks().get(0), folder, Map.of())) {
            target.allocate();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !history().processes().isEmpty()
                            && history()
                                            .snapshots(history().processes().get(0), TimeSpan.ALL)
                                            .size()
                                    > 3);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }

        try (Stream<Path> files = Files.list(folder.resolve("dumps/history"))) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".pb.gz"));
        }
    }

    @Test
    void aDetachedAgentAddsNothingAndAnAttachedOneGoesOnWithTheSameProcess() throws Exception {
        try (TargetJvm target = TargetJvm.startWith("history.every=100ms", jdks().get(0), folder, SAMPLING)) {
            ProcessIdentity process = awaitSnapshots(1);
            target.leave();
            await().until(() -> target.threads().stream().noneMatch(name -> name.startsWith("jemscope-histor")));
            int stored = history().snapshots(process, TimeSpan.ALL).size();
            target.attach(",history.every=100ms");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> history().snapshots(process, TimeSpan.ALL).size() > stored + 1);
            assertThat(history().processes()).containsExactly(process);
        }
    }

    /** Waits for the newest of so many processes to have some snapshots, one of them with a profile. */
    private ProcessIdentity awaitSnapshots(int processes) throws IOException {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            List<ProcessIdentity> found = history().processes();
            if (found.size() < processes) {
                return false;
            }
            List<Snapshot> snapshots = history().snapshots(found.get(processes - 1), TimeSpan.ALL);
            return snapshots.size() > 2 && snapshots.stream().anyMatch(Snapshot::profiled);
        });
        return history().processes().get(processes - 1);
    }

    private History history() {
        return new FolderHistory(folder.resolve("dumps/history"), Retention.DEFAULT, notice -> {
            throw new AssertionError(notice);
        });
    }

    private static Snapshot first(List<Snapshot> snapshots) {
        return snapshots.get(0);
    }

    private static Snapshot last(List<Snapshot> snapshots) {
        return snapshots.get(snapshots.size() - 1);
    }

    private static boolean isOfTheProgram(Location location) {
        return location.frames().stream().anyMatch(frame -> frame.label().contains("AttachedProgram.main"));
    }

    private static boolean isOfTheJvm(Location location) {
        return location.mapping() != null
                && location.mapping().file() != null
                && location.mapping().file().endsWith("libjvm.so");
    }
}
