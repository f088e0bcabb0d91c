package io.jemscope.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebugFilesTest {

    @TempDir
    private Path folder;

    @Test
    void findsTheDebugFileOfALibraryThatAnotherFileSystemHasElsewhere() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root/opt/vendor"));
        Path library = Tool.compile(
                root.resolve("liba.so"), "gcc", "int planted(int x) { return x * 7; }", "-shared", "-fPIC");
        Path debug = root.resolve("liba.so.debug");
        Tool.run("objcopy", "--only-keep-debug", library.toString(), debug.toString());
        Tool.run("strip", library.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, library.toString());
        Path store = folder.resolve("root/usr/lib/debug");
        Path below = store.resolve("opt/vendor/liba.so.debug");
        Files.createDirectories(below.getParent());
        Files.move(debug, below);
        ElfFile binary = ElfFile.open(library);

        assertThat(new DebugFiles(List.of(store)).find(binary, library, Path.of("/opt/vendor/liba.so")))
                .isNotNull();
        assertThat(new DebugFiles(List.of(store)).find(binary, library, library))
                .isNull();
    }
}
