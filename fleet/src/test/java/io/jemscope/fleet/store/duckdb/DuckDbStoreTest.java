package io.jemscope.fleet.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.store.CrashedAppender;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.FleetStoreContract;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Totals;
import io.jemscope.history.TimeSpan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbStoreTest extends FleetStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Override
    protected FleetStore open() throws IOException {
        return DuckDbStore.write(file(), PATIENCE);
    }

    private Path file() {
        return folder.resolve("store").resolve("fleet.duckdb");
    }

    @Test
    void aReaderNeedsAStoreAndChangesNothing() throws IOException {
        assertThatThrownBy(() -> DuckDbStore.read(file(), PATIENCE)).isInstanceOf(NoSuchFileException.class);
        open().close();
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        byte[] before = Files.readAllBytes(file());

        try (FleetStore first = DuckDbStore.read(file(), PATIENCE);
                FleetStore second = DuckDbStore.read(file(), PATIENCE)) {
            assertThat(first.totals(Selection.of(TimeSpan.ALL, null)))
                    .isEqualTo(second.totals(Selection.of(TimeSpan.ALL, null)));
            assertThatThrownBy(() -> first.append(CrashedAppender.batch(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("read-only");
        }

        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    /** As a collector does that answers questions: both open and close the file all the time. */
    @Test
    @Tag("one-jdk")
    void aReaderBesideAWriterOfTheSameProcessSeesWholeBatchesOfOneMoment() throws Exception {
        int batches = 30;
        open().close();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int number = 1; number <= batches; number++) {
                try (FleetStore store = open()) {
                    store.append(CrashedAppender.batch(number));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        int seen = 0;
        boolean isPartSeen = false;
        while (!writer.isDone()) {
            try (FleetStore reader = DuckDbStore.beside(file(), PATIENCE)) {
                Totals first = reader.totals(Selection.of(TimeSpan.ALL, null));
                int whole = CrashedAppender.wholeBatches(first);
                assertThat(whole).isGreaterThanOrEqualTo(seen);
                assertThat(CrashedAppender.wholeBatches(reader.totals(Selection.of(TimeSpan.ALL, null))))
                        .isEqualTo(whole);
                isPartSeen |= whole > 0 && whole < batches;
                seen = whole;
            }
        }
        writer.get();
        assertThat(isPartSeen).isTrue();
        try (FleetStore reader = DuckDbStore.beside(file(), PATIENCE)) {
            assertThat(CrashedAppender.wholeBatches(reader.totals(Selection.of(TimeSpan.ALL, null))))
                    .isEqualTo(batches);
        }
    }

    /** A collector that is killed while it writes loses nothing that was confirmed, and leaves no half of a batch. */
    @Test
    @Tag("one-jdk")
    void aKilledWriterLeavesWholeBatches() throws Exception {
        Random random = new Random(9);
        int stored = 0;
        for (int round = 0; round < 4; round++) {
            int confirmed = killedAfter(stored, 50 + random.nextInt(400));

            try (FleetStore reader = DuckDbStore.read(file(), PATIENCE)) {
                int whole = CrashedAppender.wholeBatches(reader.totals(Selection.of(TimeSpan.ALL, null)));
                // The process may die between the commit and the line that confirms it.
                assertThat(whole).isBetween(confirmed, confirmed + 1);
            }
            try (FleetStore store = open()) {
                for (int number = 1; number <= confirmed; number++) {
                    assertThat(store.append(CrashedAppender.batch(number))).isZero();
                }
                store.append(CrashedAppender.batch(confirmed + 1));
                Totals totals = store.totals(Selection.of(TimeSpan.ALL, null));
                assertThat(CrashedAppender.wholeBatches(totals)).isEqualTo(confirmed + 1);
            }
            stored = confirmed + 1;
        }
        assertThat(stored).isGreaterThan(8);
    }

    /** The number of the last batch that the process has confirmed before it was killed. */
    private int killedAfter(int stored, int millis) throws Exception {
        Path output = folder.resolve("confirmed after " + stored);
        Process process = appender(Integer.toString(stored))
                .redirectOutput(output.toFile())
                .start();
        try {
            await().atMost(PATIENCE).until(() -> !confirmed(output).isEmpty());
            assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).isFalse();
            process.destroyForcibly().waitFor();
            List<String> lines = confirmed(output);
            return Integer.parseInt(lines.get(lines.size() - 1));
        } finally {
            process.destroyForcibly();
        }
    }

    private ProcessBuilder appender(String argument) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // The library that a killed process unpacked goes with the test's folder.
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashedAppender.class.getName(),
                        file().toString(),
                        argument)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** The lines that were written to their end. */
    private static List<String> confirmed(Path output) throws IOException {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    @Test
    void aDamagedFileIsRefusedOrReadAndNeverBreaksTheProcess() throws IOException {
        try (FleetStore store = open()) {
            store.append(CrashedAppender.batch(1));
        }
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(4);
        Path damaged = folder.resolve("damaged.duckdb");
        int refused = 0;
        for (int i = 0; i < 30; i++) {
            byte[] bytes = whole.clone();
            // The headers, of which DuckDB has three; what is behind is checked block by block.
            bytes[random.nextInt(3 * 4_096)] ^= (byte) (1 + random.nextInt(255));
            Files.write(damaged, i == 0 ? "no database".getBytes(StandardCharsets.UTF_8) : bytes);
            try (FleetStore store = DuckDbStore.read(damaged, Duration.ZERO)) {
                store.totals(Selection.of(TimeSpan.ALL, null));
            } catch (IOException e) {
                assertThat(e).hasMessageContaining(damaged.toString());
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    /** Its profiles have no figures but the resident memory. */
    @Test
    void aStoreOfTheFirstSchemaIsBroughtToThisOne() throws Exception {
        List<StoredProfile> earlier = CrashedAppender.batch(1);
        try (FleetStore store = open()) {
            store.append(earlier);
        }
        try (Connection connection = DuckDb.open(file(), true, PATIENCE);
                Statement statement = connection.createStatement()) {
            for (String column : List.of("limit", "charged", "heap", "allocated", "held", "other")) {
                statement.execute("ALTER TABLE profile DROP COLUMN " + column + "_bytes");
            }
            statement.execute("DELETE FROM migration WHERE number = 2");
        }
        assertThatThrownBy(() -> DuckDbStore.read(file(), PATIENCE))
                .hasMessageContaining("run jemscope collect of this version on it once");

        try (FleetStore store = open()) {
            assertThat(store.append(earlier)).isZero();
            assertThat(store.instances(Selection.of(TimeSpan.ALL, null)))
                    .hasSize(earlier.size())
                    .allSatisfy(each -> assertThat(each.memory())
                            .isEqualTo(MemoryFigures.ofResident(
                                    earlier.get(0).memory().residentBytes())));
            store.append(CrashedAppender.batch(2));
        }
        try (FleetStore store = DuckDbStore.read(file(), PATIENCE)) {
            Totals totals = store.totals(Selection.of(TimeSpan.ALL, null));
            assertThat(CrashedAppender.wholeBatches(totals)).isEqualTo(2);
            assertThat(totals.populations())
                    .allSatisfy(each -> assertThat(each.memory().instances()).isEqualTo(each.instances()));
        }
    }

    @Test
    void aStoreOfANewerVersionIsRefused() throws Exception {
        open().close();
        try (Connection connection = DuckDb.open(file(), true, PATIENCE);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO migration VALUES (99, 0)");
        }

        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("newer jemscope");
        assertThatThrownBy(() -> DuckDbStore.read(file(), PATIENCE)).hasMessageContaining("newer jemscope");
    }

    @Test
    @Tag("one-jdk")
    void aStoreInUseIsWaitedForAndThenRefused() throws Exception {
        open().close();
        Process holder = appender("hold").start();
        try (BufferedReader lines = holder.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("held");

            assertThatThrownBy(() -> DuckDbStore.read(file(), Duration.ofMillis(100)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process");

            holder.getOutputStream().close();
            try (FleetStore store = DuckDbStore.read(file(), PATIENCE)) {
                assertThat(store.totals(Selection.of(TimeSpan.ALL, null)).populations())
                        .isEmpty();
            }
        } finally {
            holder.destroyForcibly();
        }
    }
}
