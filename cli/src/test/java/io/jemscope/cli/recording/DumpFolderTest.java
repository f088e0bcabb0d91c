package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpFolderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temporary;

    private final List<Path> damaged = new ArrayList<>();

    @Test
    void isPrivateAndGoesInTheEnd() throws Exception {
        DumpFolder folder = folder();
        write(folder, "1.heap", 1, "final", 1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                .isEqualTo("rwx------");
        folder.delete();
        folder.delete();

        assertThat(folder.path()).doesNotExist();
    }

    /** As its program leaves it that is killed in the middle. */
    @Test
    void goesWithADumpThatIsHalfWritten() throws Exception {
        DumpFolder folder = folder();
        Path half = Files.createDirectory(folder.path().resolve("1.heap.12.part"));
        Files.writeString(half.resolve("heap.part"), "heap_v2");

        folder.delete();

        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void staysWhereSomethingInItIsNeeded() throws Exception {
        DumpFolder folder = folder();

        folder.keep();
        folder.delete();

        assertThat(folder.path()).exists();
    }

    @Test
    void theLastDumpIsBetterThanANewerSnapshotAndTheNewestElse() throws Exception {
        DumpFolder folder = folder();
        write(folder, "a.heap", 11, "snapshot", 1_000);
        write(folder, "b.heap", 11, "final", 2_000);
        write(folder, "c.heap", 11, "snapshot", 3_000);
        write(folder, "d.heap", 22, "snapshot", 1_000);
        write(folder, "e.heap", 22, "snapshot", 9_000);
        write(folder, "f.heap", 22, "asked", 5_000);

        assertThat(folder.bestOfEach((file, why) -> damaged.add(file)))
                .extracting(dump -> dump.heap().getFileName().toString())
                .containsExactlyInAnyOrder("b.heap", "e.heap");
    }

    @Test
    void aDumpWithoutFactsIsOneOfAnUnknownProgram() throws Exception {
        DumpFolder folder = folder();
        Files.writeString(folder.path().resolve("bare.heap"), "heap_v2/524288\n");

        assertThat(folder.bestOfEach((file, why) -> damaged.add(file)))
                .singleElement()
                .satisfies(dump -> {
                    assertThat(dump.pid()).isZero();
                    assertThat(dump.kind()).isEmpty();
                });
    }

    @Test
    void aDamagedOneDoesNotHideTheOthers() throws Exception {
        DumpFolder folder = folder();
        write(folder, "a.heap", 11, "final", 1_000);
        Path bad = Files.writeString(folder.path().resolve("b.heap"), "heap_v2/524288\n");
        Files.createDirectory(DumpFile.symbols(bad));
        Files.writeString(folder.path().resolve("c.heap"), "heap_v2/524288\n");
        Files.writeString(folder.path().resolve("d.heap"), "heap_v2/524288\n");

        assertThat(folder.bestOfEach((file, why) -> damaged.add(file))).hasSize(3);
        assertThat(damaged).containsExactly(bad);
    }

    @Test
    void saysWhereItCannotBeMade() {
        assertThatThrownBy(() -> DumpFolder.create(Map.of("TMPDIR", temporary + "/absent")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("set TMPDIR");
    }

    private DumpFolder folder() throws CommandFailure {
        return DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
    }

    private static void write(DumpFolder folder, String name, long pid, String kind, long time) throws IOException {
        Path heap = Files.writeString(folder.path().resolve(name), "heap_v2/524288\n");
        Files.writeString(
                DumpFile.symbols(heap),
                "--- symbol\nbinary=/x\n# jemscope: 1\n# pid: " + pid + "\n# kind: " + kind + "\n# time: " + time
                        + "\n---\n");
    }
}
