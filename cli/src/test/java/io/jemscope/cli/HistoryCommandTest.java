package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class HistoryCommandTest {

    private static final Instant START = Instant.parse("2026-01-31T22:30:00Z");
    private static final int MINUTES = 40;

    @TempDir
    private Path dumps;

    /** A program that leaks 1 MiB a minute, and an earlier run of it. */
    @BeforeEach
    void write() throws IOException {
        History history = new FolderHistory(dumps.resolve("history"), Retention.DEFAULT, notice -> {});
        history.append(new Snapshot(process(1, -600), START.minusSeconds(500), Map.of("rss.bytes", 5e6)), null);
        for (int minute = 1; minute <= MINUTES; minute++) {
            double rss = (100L + minute) << 20;
            history.append(
                    new Snapshot(
                            process(2, 0),
                            START.plusSeconds(60L * minute),
                            Map.of("rss.bytes", rss, "threads.count", 7.0, "classes.count", 1000.0 + minute)),
                    minute % 2 == 0 ? leak(minute) : null);
        }
    }

    private static ProcessIdentity process(long pid, int second) {
        return new ProcessIdentity("web1", pid, START.plusSeconds(second), "com.example.Main");
    }

    private static Profile leak(int minute) {
        Location line = new Location(
                0x4a45_0000_0000_0001L, null, List.of(new JavaFrame(null, "com.example.Leak", "grow", null, false)));
        Sample sample = new Sample(List.of(line), new Amount(minute, minute << 20), Amount.NONE, Map.of());
        ProfileMetadata facts = ProfileMetadata.UNKNOWN
                .with(ProfileMetadata.PID, "2")
                .with(ProfileMetadata.MAIN, "com.example.Main")
                .with(ProfileMetadata.TIME, START.plusSeconds(60L * minute).toString());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(), facts);
    }

    private static CommandRun fine(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return run;
    }

    @Test
    void itListsProcessesSnapshotsGrowthAndTheTrendOfTheProfiles() {
        String printed = fine("history", dumps.toString(), "--rows", "4").out();

        assertThat(printed)
                .startsWith("History in " + dumps.resolve("history") + " (times in UTC)\n")
                .contains("""
                        com.example.Main, process 2 on web1, started 2026-01-31 22:30:00: 40 snapshots over 39 min, 20 with a profile

                          TIME                       RSS  ALLOCATED  JAVA HEAP  CONTAINER  PROFILE
                          2026-01-31 22:31:00  101.0 MiB          -          -          -  -
                          2026-01-31 22:44:00  114.0 MiB          -          -          -  yes
                          2026-01-31 22:57:00  127.0 MiB          -          -          -  -
                          2026-01-31 23:10:00  140.0 MiB          -          -          -  yes
                          (4 of 40; --rows 0 prints all)

                        """)
                .contains("process 1 on web1, started 2026-01-31 22:20:00: 1 snapshot over 0 ms, 0 with a profile")
                .contains("  101.0 MiB  140.0 MiB  +39.0 MiB  +60.0 MiB  ")
                .contains("+39        +60  ")
                .doesNotContain("threads.count")
                .containsPattern("Rising:\n\n.*\n *\\+60\\.0 MiB .* com\\.example\\.Leak\\.grow");
    }

    @Test
    void aSpanHasItsSnapshotsOnly() {
        String printed = fine(
                        "history", dumps + "/history", "--from", "2026-01-31T22:40", "--to", "2026-01-31T23:42+01:00")
                .out();

        assertThat(printed).contains("2 snapshots over 1 min, 1 with a profile").doesNotContain("process 1 ");
        assertThat(CommandRun.of("history", dumps.toString(), "--to", "2026-01-01")
                        .exitCode())
                .isEqualTo(ExitCode.WANTING);
    }

    @Test
    void inJsonItIsAllThere() {
        JsonObject json = JsonParser.parseString(
                        fine("history", dumps.toString(), "--format", "json").out())
                .getAsJsonObject();

        JsonObject leaky = json.getAsJsonArray("processes").get(1).getAsJsonObject();
        assertThat(leaky.get("started").getAsString()).isEqualTo("2026-01-31T22:30:00Z");
        JsonObject second = leaky.getAsJsonArray("snapshots").get(1).getAsJsonObject();
        assertThat(second.getAsJsonObject("statistics").get("rss.bytes").getAsString())
                .isEqualTo(Long.toString(102L << 20));
        assertThat(Path.of(second.get("profile").getAsString())).isRegularFile();
        assertThat(json.getAsJsonObject("trend").getAsJsonArray("runs")).hasSize(1);
    }

    @Test
    void theStoredProfilesAreFilesForTheOtherVerbs() {
        String folder = dumps.resolve("history").toString();

        assertThat(fine("trend", folder).out()).contains("com.example.Leak.grow");
        assertThat(fine("report", folder + "/20260131-223000-000.2.20260131-231000-000.pb.gz")
                        .out())
                .contains("40.0 MiB");
    }

    @Test
    void aDamagedLineIsLeftOutAndTold() throws IOException {
        Path statistics = dumps.resolve("history/20260131-223000-000.2.jsonl");
        Files.writeString(statistics, "{\"timeMillis\":17", StandardOpenOption.APPEND);

        CommandRun run = fine("history", dumps.toString());

        assertThat(run.out()).contains("40 snapshots over 39 min");
        assertThat(run.err()).contains("has 1 damaged line, which is left out; the other 40 snapshots are whole");
    }

    @Test
    void withoutAHistoryItSaysWhatToDo() throws IOException {
        Path empty = Files.createDirectory(dumps.resolve("history/empty"));
        Files.createDirectory(empty.resolve("deep"));

        CommandRun run = CommandRun.of("history", empty.resolve("deep").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err()).contains("there is no history in").contains("jemscope list");
        assertThat(CommandRun.of("history", "--rows", "-1", "x").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("history", "no.such.Program").exitCode()).isEqualTo(ExitCode.NO_TARGET);
    }

    @ParameterizedTest
    @CsvSource({
        "10m, 2026-01-31T22:20:00Z",
        "1d2h, 2026-01-30T20:30:00Z",
        "22:15, 2026-01-31T22:15:00Z",
        "23:15:30, 2026-01-30T23:15:30Z",
        "2026-01-05, 2026-01-05T00:00:00Z",
        "2026-01-05T07:08, 2026-01-05T07:08:00Z",
        "2026-01-05 07:08:09, 2026-01-05T07:08:09Z",
        "2026-01-05T07:08:09.5Z, 2026-01-05T07:08:09.5Z",
        "2026-01-05T07:08+02:00, 2026-01-05T05:08:00Z"
    })
    void momentsAreWrittenInManyWays(String text, Instant moment) {
        assertThat(new Moment(START).convert(text)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "2026",
                "2h30",
                "yesterday",
                "25:00",
                "2026-13-01",
                "2026-01-01T",
                "9999999999999w",
                "T-:"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> new Moment(START).convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
