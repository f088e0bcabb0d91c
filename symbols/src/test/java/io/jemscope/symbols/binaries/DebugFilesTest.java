package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.Tool;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebugFilesTest {

    private static final String INSTALLED = "/opt/vendor/liba.so";

    @TempDir
    private Path folder;

    private Path root = Path.of("unset");
    private Path library = Path.of("unset");
    private Path debug = Path.of("unset");

    @BeforeEach
    void build() throws IOException {
        root = folder.resolve("root");
        Path home = Files.createDirectories(root.resolve("opt/vendor"));
        library = Tool.compile(
                home.resolve("liba.so"),
                "gcc",
                "int planted(int x) { return x * 7; }",
                "-shared",
                "-fPIC",
                "-Wl,--build-id=sha1");
        debug = folder.resolve("liba.so.debug");
        Tool.run("objcopy", "--only-keep-debug", library.toString(), debug.toString());
        Tool.run("strip", library.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, library.toString());
    }

    @Test
    void findsADebugFileByTheInstalledPathOfItsLibrary() throws IOException {
        Path store = folder.resolve("store");
        move(store.resolve("opt/vendor/liba.so.debug"));
        ElfFile binary = ElfFile.open(library);

        assertThat(new DebugFiles(List.of(store)).find(binary, INSTALLED)).isNotNull();
        assertThat(new DebugFiles(List.of(store)).find(binary, library.toString()))
                .isNull();
    }

    @Test
    void findsItDirectlyInTheFolder() throws IOException {
        Path store = Files.createDirectory(folder.resolve("store"));
        move(store.resolve("liba.so.debug"));

        assertThat(new DebugFiles(List.of(folder.resolve("absent"), store)).find(ElfFile.open(library), INSTALLED))
                .extracting(ElfFile::path)
                .isEqualTo(store.resolve("liba.so.debug"));
    }

    @Test
    void searchesTheLibrarysOwnFileSystem() throws IOException {
        ElfFile binary = ElfFile.open(library);
        BuildId id = Objects.requireNonNull(binary.buildId());
        String byId = id.hex().substring(0, 2) + "/" + id.hex().substring(2) + ".debug";
        DebugFiles files = new DebugFiles(Root.at(root), List.of());

        for (String place : List.of(
                "opt/vendor/liba.so.debug",
                "opt/vendor/.debug/liba.so.debug",
                "usr/lib/debug/opt/vendor/liba.so.debug",
                "usr/lib/debug/.build-id/" + byId)) {
            move(root.resolve(place));
            assertThat(files.find(binary, INSTALLED))
                    .as(place)
                    .extracting(ElfFile::path)
                    .isEqualTo(root.resolve(place));
            assertThat(new DebugFiles(List.of()).find(binary, INSTALLED))
                    .as(place)
                    .isNull();
        }

        // On Fedora these are links, which are followed below the root.
        Path moved = root.resolve("usr/lib/debug/opt/liba.debug");
        Path place = debug;
        move(moved);
        Files.createSymbolicLink(place, Path.of("/usr/lib/debug/opt/liba.debug"));
        assertThat(files.find(binary, INSTALLED)).extracting(ElfFile::path).isEqualTo(moved);
    }

    @Test
    void refusesAnotherBuild() throws IOException {
        Path store = folder.resolve("store");
        Path other = Tool.compile(
                folder.resolve("other.so"),
                "gcc",
                "int other(int x) { return x * 9; }",
                "-shared",
                "-fPIC",
                "-Wl,--build-id=sha1");
        move(store.resolve("liba.so.debug"));
        Files.copy(other, debug, StandardCopyOption.REPLACE_EXISTING);

        assertThat(new DebugFiles(List.of(store)).find(ElfFile.open(library), INSTALLED))
                .isNull();
    }

    @Test
    void comparesTheCrcWithoutABuildId() throws IOException {
        Path store = folder.resolve("store");
        Tool.run("objcopy", "--remove-section=.note.gnu.build-id", library.toString());
        move(store.resolve("liba.so.debug"));
        ElfFile binary = ElfFile.open(library);

        assertThat(binary.buildId()).isNull();
        assertThat(new DebugFiles(List.of(store)).find(binary, INSTALLED)).isNotNull();
        Files.write(debug, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(new DebugFiles(List.of(store)).find(binary, INSTALLED)).isNull();
    }

    private void move(Path place) throws IOException {
        Files.createDirectories(place.getParent());
        debug = Files.move(debug, place);
    }
}
