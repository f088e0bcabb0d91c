package io.jemscope.symbols.elf;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnwindTableTest {

    @TempDir
    private Path folder;

    static Stream<Path> libraries() {
        return Stream.concat(
                Tool.libjvms().stream(),
                Stream.of(Path.of("/usr/lib/x86_64-linux-gnu/libstdc++.so.6"))
                        .filter(path -> path.toFile().exists()));
    }

    /** Each function that readelf prints covers its first and last address, and not the one behind it. */
    @ParameterizedTest
    @MethodSource("libraries")
    void agreesWithReadelf(Path library) throws IOException {
        ElfFile file = ElfFile.open(library);
        List<long[]> functions = Tool.run("sh", "-c", "readelf --debug-dump=frames " + library + " | grep FDE").stream()
                .map(line -> line.substring(line.indexOf("pc=") + 3).split("\\.\\.", 2))
                .map(range -> new long[] {Long.parseLong(range[0], 16), Long.parseLong(range[1], 16)})
                .toList();
        assertThat(functions).hasSizeGreaterThan(1000);

        for (long[] function : functions) {
            assertThat(file.functionStart(function[0])).hasValue(function[0]);
            assertThat(file.functionStart(function[1] - 1)).hasValue(function[0]);
            OptionalLong behind = file.functionStart(function[1]);
            assertThat(behind.isEmpty() || behind.getAsLong() == function[1]).isTrue();
        }
    }

    @Test
    void findsNothingWithoutTheTable() throws IOException {
        Path library = Tool.compile(
                folder.resolve("a.so"),
                "gcc",
                "int f(int x) { return x; }",
                "-shared",
                "-fPIC",
                "-nostdlib",
                "-fno-asynchronous-unwind-tables");

        assertThat(ElfFile.open(library).functionStart(0x1000)).isEmpty();
    }
}
