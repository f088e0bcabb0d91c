package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody does to the folder of a running program's dumps, below the agent: it says so to whoever asks for a dump,
 * leaves nothing half, writes nowhere else, and dumps again once the folder is well. The program never learns of it.
 */
class DumpFolderIT {

    private final Jdk jdk = Jdks.all().get(Jdks.all().size() - 1);

    @TempDir
    private Path folder;

    private LiveTarget target;

    private String first;

    @BeforeEach
    void aTargetWithADump() throws Exception {
        target = LiveTarget.start(jdk, folder);
        target.fine("activate", target.pid());
        target.leak();
        first = target.dumped();
    }

    @AfterEach
    void closeTarget() throws IOException {
        target.close();
    }

    @Test
    void aFolderThatCantBeWrittenAnyMore() throws Exception {
        String dumps = target.dumps().toString();
        // Root may write everywhere but where nobody may.
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "ro,mode=0700", "tmpfs", dumps), "A folder is mounted by root alone");
        try {
            assertRefused("507");
        } finally {
            assertThat(run("umount", dumps)).isTrue();
        }
        assertThat(target.curl("/api/v1/dumps")).contains(first);
        assertDumpsAgain();
    }

    @Test
    void aDiskThatFillsUp() throws Exception {
        String dumps = target.dumps().toString();
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4k,mode=0700", "tmpfs", dumps),
                "A small disk can be mounted by root alone");
        try {
            assertRefused("507");
            assertThat(files(target.dumps())).isEmpty();
        } finally {
            // At once, though the program's sign of life is open there.
            assertThat(run("umount", "--lazy", dumps)).isTrue();
        }
        assertDumpsAgain();
    }

    @Test
    void aLimitOnTheSizeOfFiles() throws Exception {
        List<Path> before = files(target.dumps());
        assumeTrue(limitFiles("4096:"), "util-linux has prlimit");

        assertRefused("507");

        assertThat(files(target.dumps())).containsExactlyInAnyOrderElementsOf(before);
        assertThat(limitFiles("unlimited:")).isTrue();
        assertDumpsAgain();
    }

    @Test
    void aFolderThatIsGoneIsMadeAnew() throws Exception {
        assertThat(run("rm", "-r", target.dumps().toString())).isTrue();

        assertThat(target.answer("GET", "/api/v1/dumps/" + first)).startsWith("404\n");
        assertThat(target.curl("/api/v1/dumps")).doesNotContain(first);
        assertDumpsAgain();
    }

    @Test
    void aFolderThatIsALinkNow() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path aside = folder.resolve("aside");
        Files.move(target.dumps(), aside);
        Files.createSymbolicLink(target.dumps(), elsewhere);

        assertRefused("507");

        assertThat(files(elsewhere)).isEmpty();
        Files.delete(target.dumps());
        Files.move(aside, target.dumps());
        assertDumpsAgain();
    }

    @Test
    void aFileInTheFoldersPlace() throws Exception {
        assertThat(run("rm", "-r", target.dumps().toString())).isTrue();
        Files.writeString(target.dumps(), "somebody's");

        assertRefused("507");

        assertThat(target.dumps()).hasContent("somebody's");
        Files.delete(target.dumps());
        assertDumpsAgain();
    }

    /** Whoever asks for a dump, in whatever way, is told; the agent goes on. */
    private void assertRefused(String status) throws IOException, InterruptedException {
        assertThat(target.answer("POST", "/api/v1/dumps"))
                .startsWith(status + "\n")
                .contains("\"what\"", "\"why\"", "\"next\"");
        assertThat(target.answer("GET", "/pprof/heap")).startsWith(status + "\n");
        assertThat(target.answer("GET", "/mtev/heap_profile?trigger_dump=true")).startsWith(status + "\n");
        assertThat(target.answer("POST", "/api/v1/runs")).startsWith(status + "\n");
        Path dump = folder.resolve("refused.heap");
        Outcome command = target.jemscope("dump", target.pid(), "-o", dump.toString());
        assertThat(command.exitCode()).as("%s", command).isNotZero();
        assertThat(command.error()).startsWith("jemscope: ");
        assertThat(dump).doesNotExist();
        assertThat(target.curl("/api/v1/state")).contains("\"installed\":true");
    }

    private void assertDumpsAgain() throws IOException, InterruptedException {
        Path dump = folder.resolve("after.heap");
        target.fine("dump", target.pid(), "-o", dump.toString());
        assertThat(Recording.read(dump).profile().live().bytes()).isPositive();
        target.endsAsEver();
    }

    private boolean limitFiles(String bytes) throws IOException, InterruptedException {
        return run("prlimit", "--pid", target.pid(), "--fsize=" + bytes);
    }

    /** All but signs of life. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".alive"))
                    .toList();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return Recorder.run(TargetCommand.of(command)).exitCode() == 0;
    }
}
