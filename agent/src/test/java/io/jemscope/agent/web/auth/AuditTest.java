package io.jemscope.agent.web.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AuditTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Principal CALLER = new Principal("operator", "127.0.0.1", Role.OPERATE);

    @TempDir
    private Path folder;

    @Test
    void tellsWhenWhoWhereWhatAndTheOutcome() throws IOException {
        Path file = folder.resolve("audit.log");
        Audit audit = Audit.to(AuditFile.at(file), CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "PUT /api/v1/profiling {\"active\":true}", 200);
        audit.close();

        soon(() -> assertThat(file)
                .hasContent(
                        "2026-01-01T00:00:00Z operator 127.0.0.1 PUT /api/v1/profiling {\"active\":true} -> 200\n"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    /** However often a caller is refused who may change nothing: what others have changed stays where it is. */
    @Test
    void whatIsRefusedPushesNothingOut() throws IOException {
        Path file = folder.resolve("audit.log");
        Path refused = folder.resolve("audit.log.refused");
        Files.write(refused, new byte[1 << 20]);
        Audit audit = Audit.to(AuditFile.at(file), CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "PUT /api/v1/profiling", 200);
        audit.changed(new Principal("reader", "127.0.0.1", Role.READ), "PUT /api/v1/profiling", 403);
        audit.failedLogins("10.0.0.1");
        audit.close();

        soon(() ->
                assertThat(file).hasContent("2026-01-01T00:00:00Z operator 127.0.0.1 PUT /api/v1/profiling -> 200\n"));
        soon(() -> assertThat(refused)
                .hasContent("2026-01-01T00:00:00Z reader 127.0.0.1 PUT /api/v1/profiling -> 403\n"
                        + "2026-01-01T00:00:00Z nobody 10.0.0.1 guesses tokens; further answers to that address are delayed"
                        + " by a second\n"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(refused)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("audit.log.refused.1")).hasSize(1 << 20);
    }

    @Test
    void whatACallerSendsMakesNoSecondLineAndNoLongOne() throws IOException {
        Path file = folder.resolve("audit.log");
        Audit audit = Audit.to(AuditFile.at(file), CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "POST /x \n2026-01-01T00:00:00Z operator\r\u001b[2J\u2028\u0085" + "y".repeat(2000), 400);
        audit.close();

        soon(() -> assertThat(Files.readAllLines(file)).hasSize(1));
        assertThat(Files.readString(file))
                .hasSizeLessThan(1100)
                .doesNotContain("\u001b", "\u2028", "\u0085")
                .endsWith("y… -> 400\n");
    }

    @Test
    void aFileThatCantBeWrittenHoldsUpNobodyAndTheNextLineTells() throws IOException {
        Path file = folder.resolve("gone").resolve("audit.log");
        AuditFile place = AuditFile.at(file);
        Audit audit = Audit.to(place, CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "first", 200);
        audit.changed(CALLER, "second", 200);
        await().until(() -> place.lost() == 2);
        Files.createDirectory(file.getParent());
        audit.changed(CALLER, "third", 200);
        audit.close();

        soon(() -> assertThat(Files.readAllLines(file))
                .containsExactly(
                        "2 lines before this one were lost", "2026-01-01T00:00:00Z operator 127.0.0.1 third -> 200"));
    }

    /** A disk that doesn't come back, as a dead file server is. */
    @Test
    void aDiskThatHangsHoldsUpNobody() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        AuditFile place = AuditFile.at(folder.resolve("audit.log"));
        Audit audit = Audit.to(
                place,
                CLOCK,
                work -> Executors.defaultThreadFactory().newThread(() -> {
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    work.run();
                }));
        for (int i = 0; i < 5_000; i++) {
            audit.changed(CALLER, "change " + i, 200);
        }
        assertThat(place.lost()).isBetween(3_000L, 4_000L);
        release.countDown();
        audit.close();
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path target = folder.resolve("target");
        Path file = Files.createSymbolicLink(folder.resolve("audit.log"), target);
        Audit audit = Audit.to(AuditFile.at(file), CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "change", 200);
        audit.close();

        assertThat(target).doesNotExist();
    }

    @Test
    void aFileThatHasGrownIsPutAside() throws IOException {
        Path file = folder.resolve("audit.log");
        Files.write(file, new byte[1 << 20]);
        Audit audit = Audit.to(AuditFile.at(file), CLOCK, Executors.defaultThreadFactory());

        audit.changed(CALLER, "change", 200);
        audit.close();

        soon(() -> assertThat(Files.readAllLines(file)).hasSize(1));
        assertThat(folder.resolve("audit.log.1")).hasSize(1 << 20);
    }

    /** Closing waits for what is still to be written, but for a fifth of a second at most. */
    private static void soon(ThrowingRunnable assertion) {
        await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(assertion);
    }
}
