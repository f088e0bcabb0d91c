package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LivenessLocksTest {

    private static final long PID = 99_999_991;

    @TempDir
    private Path folder;

    @Test
    void oneThatLivesIsSeenUntilItEnds() throws Exception {
        try (LivingProcess other = LivingProcess.start(folder, 1)) {
            assertThat(other.pid()).isNotEqualTo(1);
            assertThat(LivenessLocks.others(folder)).containsExactly(1L);
            assertThat(names()).containsExactly("1.1.alive");
        }

        assertThat(LivenessLocks.others(folder)).isEmpty();
        assertThat(names()).isEmpty();
    }

    @Test
    void thisProcessIsNoneOfTheOthers() throws Exception {
        LivenessLocks.show(folder, PID);
        LivenessLocks.show(folder, PID);

        assertThat(LivenessLocks.others(folder)).isEmpty();
        assertThat(names()).containsExactly(PID + ".1.alive");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(PID + ".1.alive"))))
                .isEqualTo("rw-------");
    }

    @Test
    void twoOfTheSameNumberSeeEachOther() throws Exception {
        LivenessLocks.show(folder, PID);

        try (LivingProcess other = LivingProcess.start(folder, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            assertThat(names()).containsExactly(PID + ".1.alive", PID + ".2.alive");
            assertThat(LivenessLocks.others(folder)).containsExactly(PID);
            // Had looking given up our own lock, the next would have taken our name.
            try (LivingProcess third = LivingProcess.start(folder, PID)) {
                assertThat(third.pid()).isNotEqualTo(other.pid());
                assertThat(names()).hasSize(3);
            }
        }
        assertThat(LivenessLocks.others(folder)).isEmpty();
        assertThat(names()).containsExactly(PID + ".1.alive");
    }

    /** As through a link above it, such as /var/run. */
    @Test
    void aFolderThatHasTwoNamesHasOneSign() throws Exception {
        Path dumps = Files.createDirectory(folder.resolve("dumps"));
        Path otherName =
                Files.createSymbolicLink(folder.resolve("link"), folder).resolve("dumps");
        LivenessLocks.show(dumps, PID);

        LivenessLocks.show(otherName, PID);
        assertThat(LivenessLocks.others(otherName)).isEmpty();

        assertThat(names(dumps)).containsExactly(PID + ".1.alive");
        // Had the second name led to opening the file once more, the lock would be gone.
        try (LivingProcess other = LivingProcess.start(dumps, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            assertThat(names(dumps)).containsExactly(PID + ".1.alive", PID + ".2.alive");
        }
        LivenessLocks.withdraw(otherName);
        assertThat(names(dumps)).containsExactly(PID + ".2.alive");
    }

    @Test
    void whoseSignWasTidiedAwayShowsAnother() throws Exception {
        LivenessLocks.show(folder, PID);
        Files.delete(folder.resolve(PID + ".1.alive"));

        LivenessLocks.show(folder, PID);

        assertThat(names()).containsExactly(PID + ".1.alive");
    }

    /** As a program does that interrupts all of its threads. */
    @Test
    void whoIsInterruptedShowsLifeToo() throws Exception {
        LivenessLocks.show(folder, PID);
        Thread.currentThread().interrupt();
        LivenessLocks.show(folder, PID);

        assertThat(Thread.interrupted()).isTrue();
        try (LivingProcess other = LivingProcess.start(folder, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            assertThat(names()).containsExactly(PID + ".1.alive", PID + ".2.alive");
        }
    }

    @Test
    void itIsAsYoungAsTheLastTimeThatLifeWasShown() throws Exception {
        LivenessLocks.show(folder, PID);
        Path sign = folder.resolve(PID + ".1.alive");
        // Not by the JDK: that may open the file, and its closing would give up the lock.
        assertThat(new ProcessBuilder("touch", "-d", "2001-01-01", sign.toString())
                        .start()
                        .waitFor())
                .isZero();

        LivenessLocks.show(folder, PID);

        assertThat(Files.getLastModifiedTime(sign).toInstant()).isAfter(Instant.parse("2020-01-01T00:00:00Z"));
    }

    @Test
    void whatLooksLikeOneAndIsNoneStays() throws Exception {
        List<String> others = List.of("alive", "x.1.alive", "1.alive", "1.x.alive", "1.1.alive.txt");
        for (String name : others) {
            Files.createFile(folder.resolve(name));
        }
        Path precious = Files.writeString(folder.resolve("precious"), "text");
        Files.createSymbolicLink(folder.resolve("7.1.alive"), precious);
        Files.createDirectory(folder.resolve("8.1.alive"));

        assertThat(LivenessLocks.others(folder)).isEmpty();

        assertThat(names()).containsAll(others).contains("7.1.alive", "8.1.alive");
        assertThat(precious).hasContent("text");
    }

    @Test
    void aLinkInItsPlaceIsNotFollowed() throws Exception {
        Path precious = folder.resolve("precious");
        Files.createSymbolicLink(folder.resolve(PID + ".1.alive"), precious);

        assertThatThrownBy(() -> LivenessLocks.show(folder, PID)).isInstanceOf(IOException.class);

        assertThat(precious).doesNotExist();
    }

    private List<String> names() throws IOException {
        return names(folder);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
