package io.jemscope.profile.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFilesTest {

    @TempDir
    private Path folder;

    private void files(String... names) throws IOException {
        for (String name : names) {
            Files.createFile(folder.resolve(name));
        }
    }

    private List<String> find(String... names) throws IOException {
        return ProfileFiles.find(List.of(names).stream()
                        .map(name -> name.isEmpty() ? folder.toString() : folder + "/" + name)
                        .toList())
                .stream()
                .map(file -> String.valueOf(file.path().getFileName()))
                .toList();
    }

    @Test
    void readsTheNamesThatAllocatorsGive() {
        assertThat(DumpName.of("jeprof.4711.12.i7.heap"))
                .isEqualTo(new DumpName("jeprof", 0, 4_711, 12, DumpName.Kind.INTERVAL, 7));
        assertThat(DumpName.of("my.app-1.4026531836.4711.3.u2.heap"))
                .isEqualTo(new DumpName("my.app-1", 4_026_531_836L, 4_711, 3, DumpName.Kind.PEAK, 2));
        assertThat(DumpName.of("jeprof.4711.0.f.heap"))
                .isEqualTo(new DumpName("jeprof", 0, 4_711, 0, DumpName.Kind.FINAL, -1));
        assertThat(DumpName.of("4711.final.heap"))
                .isEqualTo(new DumpName("", 0, 4_711, DumpName.LAST, DumpName.Kind.FINAL, -1));
        assertThat(DumpName.of("4711.2.final.heap"))
                .isEqualTo(new DumpName("", 0, 4_711, DumpName.LAST, DumpName.Kind.FINAL, 1));
        assertThat(DumpName.of("jeprof.4711.12.i7.heap.gz")).isEqualTo(DumpName.of("jeprof.4711.12.i7.heap"));
        assertThat(DumpName.of("4711.2.final.heap.gz")).isEqualTo(DumpName.of("4711.2.final.heap"));
        assertThat(DumpName.of("4711.20260101T000000Z.2.log.heap"))
                .isEqualTo(new DumpName("20260101T000000Z", 0, 4_711, 2, DumpName.Kind.LOG, -1));
        assertThat(DumpName.of("4711.20260101T000000Z.2.asked.heap"))
                .isEqualTo(new DumpName("20260101T000000Z", 0, 4_711, 2, DumpName.Kind.ASKED, -1));
        for (String other : List.of(
                "a.heap",
                "f.heap",
                "jeprof.4711.f.heap",
                "x.4711.0.z3.heap",
                "x.4711.0.i.heap",
                "a.pb.gz",
                ".heap",
                "x.y.final.heap",
                "4711.0.final.heap",
                "1.4711.2.final.heap",
                "4711.2.asked.heap",
                "4711.2.final.gz",
                "a.b.4711.2.asked.heap",
                "x.99999999999999999999.0.f.heap")) {
            assertThat(DumpName.of(other)).as(other).isNull();
        }
    }

    /** To open a pipe would wait for its writer. */
    @Test
    void aFoldersPipesAreNoProfiles() throws Exception {
        files("a.heap");
        Process made = new ProcessBuilder("mkfifo", folder.resolve("b.heap").toString()).start();
        assertThat(made.waitFor()).isZero();

        assertThat(find("")).containsExactly("a.heap");
        assertThat(find("*.heap")).containsExactly("a.heap");
        // One that is named is read: process substitution gives such names.
        assertThat(find("b.heap")).containsExactly("b.heap");
    }

    @Test
    void ordersAFoldersDumps() throws IOException {
        files(
                "jeprof.20.0.i0.heap",
                "jeprof.3.10.i10.heap",
                "jeprof.3.9.m0.heap",
                "jeprof.3.11.f.heap",
                "7.10.final.heap",
                "7.2.final.heap.gz",
                "7.final.heap",
                "7.20260102T000000Z.1.asked.heap",
                "7.20260101T000000Z.2.snapshot.heap",
                "7.final.heap.symbols",
                "notes.txt",
                "odd.heap",
                "app.pb.gz");
        Files.createDirectory(folder.resolve("folder.heap"));

        assertThat(find(""))
                .containsExactly(
                        "jeprof.3.9.m0.heap",
                        "jeprof.3.10.i10.heap",
                        "jeprof.3.11.f.heap",
                        "7.20260101T000000Z.2.snapshot.heap",
                        "7.20260102T000000Z.1.asked.heap",
                        "7.final.heap",
                        "7.2.final.heap.gz",
                        "7.10.final.heap",
                        "jeprof.20.0.i0.heap",
                        "app.pb.gz",
                        "odd.heap");
    }

    @Test
    void ordersAFoldersLogs() throws IOException {
        files(
                "jeprof.20.0.json",
                "jeprof.3.10.json",
                "jeprof.3.9.json",
                "jeprof.3.9.json.symbols",
                "package.json",
                "2026.11.21.json",
                "settings.7.json");

        assertThat(find("")).containsExactly("jeprof.3.9.json", "jeprof.3.10.json", "jeprof.20.0.json");
        assertThat(DumpName.of("my.app.4026531836.4711.3.json"))
                .isEqualTo(new DumpName("my.app", 4_026_531_836L, 4_711, 3, DumpName.Kind.LOG, -1));
    }

    @Test
    void leavesLogsOutBesideDumps() throws IOException {
        files("jeprof.3.0.json", "jeprof.3.5.f.heap");

        assertThat(find("")).containsExactly("jeprof.3.5.f.heap");
        assertThat(find("jeprof.3.*")).containsExactly("jeprof.3.5.f.heap", "jeprof.3.0.json");
    }

    @Test
    void takesFilesAsTheyAreNamedAndOnce() throws IOException {
        files("b", "a", "c.1.0.f.heap");

        assertThat(find("b", "c.1.0.f.heap", "a", "./b", "missing"))
                .containsExactly("c.1.0.f.heap", "b", "a", "missing");
    }

    @Test
    void expandsGlobs() throws IOException {
        files("jeprof.3.1.i1.heap", "jeprof.3.0.i0.heap", "jeprof.3.0.i0.heap.symbols", "x[1].heap");

        assertThat(find("jeprof.*.heap*")).containsExactly("jeprof.3.0.i0.heap", "jeprof.3.1.i1.heap");
        assertThat(find("jeprof.3.{0,1}.i?.heap")).hasSize(2);
        assertThat(find("x[1].heap")).containsExactly("x[1].heap");
    }

    @Test
    void saysWhereThereIsNothing() throws IOException {
        files("notes.txt");

        assertThatThrownBy(() -> find(""))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("There is no profile in '" + folder + "'");
        assertThatThrownBy(() -> find("*.heap"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("Nothing matches");
        assertThatThrownBy(() -> find("[.heap"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("not a valid pattern");
    }
}
