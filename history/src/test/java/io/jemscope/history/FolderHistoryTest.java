package io.jemscope.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderHistoryTest extends HistoryContract {

    private static final Instant START = Instant.parse("2026-01-31T22:30:00Z");
    private static final ProcessIdentity PROCESS = process(4711, START);
    private static final int FUZZ_CASES = Integer.getInteger("fuzz.cases", 4_000);

    @TempDir
    private Path parent;

    private final List<String> notices = new ArrayList<>();

    private Path folder() {
        return parent.resolve("history");
    }

    @Override
    protected History open(Retention retention) {
        return new FolderHistory(folder(), retention, line -> {
            synchronized (notices) {
                notices.add(line);
            }
        });
    }

    @Override
    protected void tear(ProcessIdentity process) throws IOException {
        try (FileChannel file = FileChannel.open(statistics(process), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 20);
        }
    }

    @Override
    protected long storedBytes() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            sum += Files.size(file);
        }
        return sum;
    }

    private Path statistics(ProcessIdentity process) {
        return folder().resolve(FileNames.statistics(process));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.sorted().toList();
        }
    }

    @Test
    void onlyTheOwnerReadsItsFiles() throws IOException {
        open(Retention.DEFAULT).append(snapshot(1), profile(1));

        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "20260131-223000-000.4711.20260131-223001-000.pb.gz", "20260131-223000-000.4711.jsonl", "lock");
        for (Path file : files()) {
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void damageIsReportedOnceAndThinningRepairsIt() throws IOException {
        History history = open(Retention.DEFAULT);
        history.append(snapshot(1), null);
        Files.writeString(statistics(PROCESS), "{\"timeMillis\":\n", StandardOpenOption.APPEND);
        history.append(snapshot(2), null);

        assertThat(history.snapshots(PROCESS, TimeSpan.ALL)).containsExactly(snapshot(1), snapshot(2));
        assertThat(history.snapshots(PROCESS, TimeSpan.ALL)).hasSize(2);
        assertThat(notices)
                .containsExactly("the history " + statistics(PROCESS)
                        + " has 1 damaged line, which is left out; the other 2 snapshots are whole");
        history.thin(START.plusSeconds(2));
        notices.clear();

        assertThat(open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL)).hasSize(2);
        assertThat(notices).isEmpty();
    }

    @Test
    void filesOfOthersStay() throws IOException {
        Files.createDirectory(folder());
        Path named = Files.writeString(folder().resolve("20260131-223000-000.notes.jsonl"), "mine");
        Path target = Files.writeString(parent.resolve("elsewhere"), "{}");
        Path link = Files.createSymbolicLink(statistics(process(1, START)), target);
        Path orphan = Files.writeString(folder().resolve(FileNames.profile(PROCESS, START)), "of no snapshot");
        Path part = Files.writeString(folder().resolve(FileNames.statistics(PROCESS) + ".part"), "half");
        History history = open(new Retention(1, Duration.ofSeconds(1)));
        history.append(snapshot(1), null);

        history.thin(START.plusSeconds(60));

        assertThat(named).hasContent("mine");
        assertThat(target).hasContent("{}");
        assertThat(link).exists();
        assertThat(orphan).doesNotExist();
        assertThat(part).doesNotExist();
        assertThatThrownBy(() -> history.append(new Snapshot(process(1, START), START, Map.of()), null))
                .isInstanceOf(IOException.class);
        assertThat(target).hasContent("{}");
    }

    @Test
    void aFolderThatAnotherProcessHasLockedForLongIsLeftAlone() throws Exception {
        open(Retention.DEFAULT).append(snapshot(1), null);
        try (FileChannel lock = FileChannel.open(folder().resolve("lock"), StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> open(Retention.DEFAULT).append(snapshot(2), profile(2)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is being changed by another process");
        }

        assertThat(open(Retention.DEFAULT).snapshots(PROCESS, TimeSpan.ALL)).containsExactly(snapshot(1));
        assertThat(files()).hasSize(2);
    }

    /** What is in a file that is damaged or was made to do harm: whole snapshots, and soon. */
    @Test
    @Tag("fuzz")
    void anyBytesAreReadAsSnapshotsOrSkipped() throws IOException {
        History history = open(Retention.DEFAULT);
        for (int second = 1; second <= 5; second++) {
            history.append(snapshot(second), null);
        }
        byte[] whole = Files.readAllBytes(statistics(PROCESS));
        SplittableRandom random = new SplittableRandom(16);
        String[] texts = {
            "{",
            "[[[[[[[[[[[[[[[[[[[[[[[[",
            "\n",
            "\"",
            "1e999",
            "-0",
            "NaN",
            "null",
            "99999999999999999999",
            "\\u12",
            "\0",
            "{\"timeMillis\":-1,\"statistics\":{}}\n",
            "{\"timeMillis\":9e18,\"statistics\":{\"\":1}}\n",
            "\r"
        };
        Assertions.assertTimeout(Duration.ofMinutes(2).plusMillis(20L * FUZZ_CASES), () -> {
            int kept = 0;
            for (int i = 0; i < FUZZ_CASES; i++) {
                Files.write(statistics(PROCESS), mutate(whole, random, texts));
                for (ProcessIdentity process : history.processes()) {
                    List<Snapshot> snapshots = history.snapshots(process, TimeSpan.ALL);
                    assertThat(snapshots.size()).isLessThanOrEqualTo(7);
                    kept += snapshots.size();
                }
                if (i % 50 == 0) {
                    history.append(new Snapshot(PROCESS, START.plusSeconds(100), Map.of()), null);
                    assertThat(history.snapshots(PROCESS, TimeSpan.ALL))
                            .extracting(Snapshot::time)
                            .contains(START.plusSeconds(100));
                    history.thin(START.plusSeconds(101));
                }
            }
            assertThat(kept).isGreaterThan(2 * FUZZ_CASES);
        });
    }

    private static byte[] mutate(byte[] whole, SplittableRandom random, String[] texts) {
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length() + 1);
            text = switch (random.nextInt(4)) {
                case 0 -> text.substring(0, at);
                case 1 -> text.substring(0, at) + texts[random.nextInt(texts.length)] + text.substring(at);
                case 2 ->
                    text.substring(0, at)
                            + (char) random.nextInt(256)
                            + text.substring(Math.min(text.length(), at + 1));
                default -> text.substring(0, at) + text.substring(Math.min(text.length(), at + random.nextInt(60)));
            };
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void linesAndFilesWithoutEndAreCutOff() throws IOException {
        History history = open(Retention.DEFAULT);
        history.append(snapshot(1), null);
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 70; i++) {
            Files.write(statistics(PROCESS), blanks, StandardOpenOption.APPEND);
        }

        assertThat(history.snapshots(PROCESS, TimeSpan.ALL)).containsExactly(snapshot(1));

        assertThat(notices).hasSize(1);
    }

    /** Kills real processes while they append and thin: what was acknowledged is there and whole, also after the next one's start. */
    @Test
    @Tag("one-jdk")
    void whatWasAppendedSurvivesKill9() throws Exception {
        SplittableRandom random = new SplittableRandom(9);
        for (int round = 0; round < 10; round++) {
            int acknowledged = appendUntilKilled(round, 300 + random.nextInt(300));

            List<Snapshot> stored = open(Retention.DEFAULT).snapshots(process(round, START), TimeSpan.ALL);
            assertThat(acknowledged).isPositive();
            // One may have been stored and not acknowledged.
            assertThat(stored.size()).isBetween(acknowledged, acknowledged + 1);
            for (int i = 0; i < stored.size(); i++) {
                assertThat(stored.get(i).time()).isEqualTo(START.plusMillis(i + 1));
                assertThat(stored.get(i).statistics()).hasSize(60);
                if (stored.get(i).profiled()) {
                    assertThat(open(Retention.DEFAULT).profile(stored.get(i))).isPresent();
                }
            }
        }
        assertThat(open(Retention.DEFAULT).processes()).hasSize(10);
        open(Retention.DEFAULT).thin(START.plusSeconds(1));
        assertThat(files()).noneMatch(file -> file.toString().endsWith(".part"));
    }

    /** The number of snapshots that the process has printed, each in a line; the last line may be cut off. */
    private int appendUntilKilled(int pid, int millis) throws IOException, InterruptedException {
        Path output = parent.resolve("output." + pid);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Appender.class.getName(),
                        folder().toString(),
                        Integer.toString(pid))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(output.toFile())
                .start();
        try {
            while (Files.size(output) == 0 && !process.waitFor(5, TimeUnit.MILLISECONDS)) {
                // It hasn't appended yet.
            }
            process.waitFor(millis, TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(output);
        return (int) printed.chars().filter(c -> c == '\n').count();
    }

    private static Snapshot snapshot(int second) {
        return new Snapshot(PROCESS, START.plusSeconds(second), Map.of("rss.bytes", (double) second));
    }
}
