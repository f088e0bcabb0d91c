package io.jemscope.symbols.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElfFileTest {

    private static final String SOURCE = """
            int exported(int x) { return x * 3; }
            int __attribute__((alias("exported"))) __twin(int x);
            static int __attribute__((alias("exported"))) own(int x);
            static int __attribute__((noinline)) hidden(int x) { return x * 5; }
            __asm__(".pushsection .text\\n.globl sizeless\\n.type sizeless,@function\\nsizeless: nop\\nnop\\nnop\\nret\\n"
                    ".globl untyped\\nuntyped: nop\\nnop\\nret\\n.size untyped, .-untyped\\n.popsection");
            int main(int argc, char **argv) { return exported(argc) + hidden(argc) + own(argc); }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-pie", "-no-pie", "-shared"})
    void findsEveryFunctionThatNmLists(String kind) throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE, "-fPIC", kind);

        assertAgreesWithNm(binary);
        assertThat(NamedFunction.list(binary))
                .extracting(NamedFunction::name)
                .contains("exported", "hidden", "main", "untyped");
        assertThat(name(binary, function(binary, "hidden").middle())).isEqualTo("hidden");
        assertThat(name(binary, function(binary, "untyped").address())).isEqualTo("untyped");
    }

    @ParameterizedTest
    @MethodSource("io.jemscope.symbols.Tool#libjvms")
    void agreesWithNmOnEveryLibjvm(Path libjvm) throws IOException {
        assertAgreesWithNm(libjvm);
    }

    @Test
    void prefersTheExportedNameWithTheFewestUnderscores() throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE);

        assertThat(name(binary, function(binary, "own").address())).isEqualTo("exported");
    }

    @Test
    void leavesCodeBetweenSymbolsUnnamed() throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE);
        long sizeless = Tool.run("nm", binary.toString()).stream()
                .filter(line -> line.endsWith(" sizeless"))
                .mapToLong(line -> Long.parseLong(line.substring(0, 16), 16))
                .findAny()
                .orElseThrow();

        assertThat(name(binary, sizeless)).isNull();
        assertThat(name(binary, sizeless + 2)).isNull();
        assertThat(name(binary, 0x10)).isNull();
        assertThat(name(binary, Long.MAX_VALUE)).isNull();
        assertThat(name(binary, -8)).isNull();
    }

    @Test
    void findsOnlyExportsOfAStrippedLibrary() throws IOException {
        Path library = Tool.compile(folder.resolve("a.so"), "gcc", SOURCE, "-shared", "-fPIC");
        long exported = function(library, "exported").middle();
        long hidden = function(library, "hidden").middle();
        Tool.run("strip", library.toString());

        assertThat(ElfFile.open(library).hasFullTable()).isFalse();
        assertThat(name(library, exported)).isEqualTo("exported");
        assertThat(name(library, hidden)).isNull();
    }

    @Test
    void readsTheBuildIdFromSectionsAndWithoutThem() throws IOException {
        String id = "00112233445566778899aabbccddeeff01234567";
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE, "-Wl,--build-id=0x" + id);
        Path bare = Tool.compile(folder.resolve("bare"), "gcc", SOURCE, "-Wl,--build-id=none");

        assertThat(ElfFile.open(binary).buildId()).isEqualTo(new BuildId(id));
        assertThat(ElfFile.open(bare).buildId()).isNull();

        // Some packers remove all section headers: e_shoff, e_shnum and e_shstrndx are 0.
        byte[] bytes = Files.readAllBytes(binary);
        for (int at : new int[] {40, 41, 42, 43, 44, 45, 46, 47, 60, 61, 62, 63}) {
            bytes[at] = 0;
        }
        Files.write(binary, bytes);
        assertThat(ElfFile.open(binary).buildId()).isEqualTo(new BuildId(id));
        assertThat(ElfFile.open(binary).hasFullTable()).isFalse();
    }

    @Test
    void readsTheDebugLink() throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE);
        Path debug = folder.resolve("a.debug");
        Tool.run("objcopy", "--only-keep-debug", binary.toString(), debug.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, binary.toString());

        ElfFile.DebugLink link = Objects.requireNonNull(ElfFile.open(binary).debugLink());

        assertThat(link.fileName()).isEqualTo("a.debug");
        CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(debug));
        assertThat(link.crc32()).isEqualTo((int) crc.getValue());
    }

    @Test
    void computesAddressesFromTheSegments() throws IOException {
        // The text's address is 64 KiB beyond its file offset.
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE, "-no-pie", "-Wl,-Ttext-segment=0x7650000");
        List<String> text = Tool.run("readelf", "-SW", binary.toString()).stream()
                .filter(line -> line.contains(" .text "))
                .flatMap(line ->
                        List.of(line.substring(line.indexOf(".text")).trim().split(" +")).stream())
                .toList();

        OptionalLong address = ElfFile.open(binary).addressOf(Long.parseLong(text.get(3), 16) + 7);

        assertThat(address).hasValue(Long.parseLong(text.get(2), 16) + 7);
        assertThat(ElfFile.open(binary).addressOf(1L << 40)).isEmpty();
    }

    @Test
    void toleratesCompressedDebugSections() throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE, "-g", "-gz=zlib");

        assertAgreesWithNm(binary);
    }

    @Test
    void staysReadableWhenTheFileIsDeleted() throws IOException {
        Path binary = Tool.compile(folder.resolve("a.out"), "gcc", SOURCE);
        long address = function(binary, "hidden").middle();
        ElfFile file = ElfFile.open(binary);
        Files.delete(binary);

        SymbolSearch search = new SymbolSearch(new long[] {address});
        file.search(search);

        assertThat(search.symbol(address)).extracting(Symbol::name).isEqualTo("hidden");
    }

    @Test
    void refusesOtherFiles() throws IOException {
        Path text = Files.writeString(
                folder.resolve("text"), "not an ELF file, but long enough for one: " + "x".repeat(64));
        Path empty = Files.createFile(folder.resolve("empty"));
        Path fifo = folder.resolve("fifo");
        Tool.run("mkfifo", fifo.toString());

        assertThatThrownBy(() -> ElfFile.open(text))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("is not an ELF file");
        assertThatThrownBy(() -> ElfFile.open(empty))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("too short");
        assertThatThrownBy(() -> ElfFile.open(fifo))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> ElfFile.open(folder)).isInstanceOf(ElfException.class);
        assertThatThrownBy(() -> ElfFile.open(folder.resolve("absent"))).isInstanceOf(ElfException.class);
    }

    @Test
    void refusesOtherMachinesFiles() throws IOException {
        byte[] bytes = Files.readAllBytes(Tool.compile(folder.resolve("a.out"), "gcc", SOURCE));
        byte[] narrow = bytes.clone();
        narrow[4] = 1;
        byte[] bigEndian = bytes.clone();
        bigEndian[5] = 2;
        byte[] core = bytes.clone();
        core[16] = 4;

        assertThatThrownBy(() -> ElfFile.open(Files.write(folder.resolve("narrow"), narrow)))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("32-bit or big-endian");
        assertThatThrownBy(() -> ElfFile.open(Files.write(folder.resolve("big"), bigEndian)))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("32-bit or big-endian");
        assertThatThrownBy(() -> ElfFile.open(Files.write(folder.resolve("core"), core)))
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("type 4");
    }

    /** The middle of every function has the name that nm has there; of several, the innermost one. */
    private static void assertAgreesWithNm(Path file) throws IOException {
        List<NamedFunction> functions = NamedFunction.list(file);
        assertThat(functions).isNotEmpty();
        Map<Long, List<NamedFunction>> byStart =
                functions.stream().collect(Collectors.groupingBy(NamedFunction::address));
        SymbolSearch search = new SymbolSearch(
                functions.stream().mapToLong(NamedFunction::middle).toArray());
        ElfFile.open(file).search(search);

        assertThat(search.missing()).isEmpty();
        for (NamedFunction function : functions) {
            Symbol symbol = Objects.requireNonNull(search.symbol(function.middle()));
            assertThat(symbol.address()).isGreaterThanOrEqualTo(function.address());
            assertThat(byStart.get(symbol.address()))
                    .anyMatch(named -> named.name().equals(symbol.name()) && named.covers(function.middle()));
        }
    }

    private static @Nullable String name(Path file, long address) throws IOException {
        SymbolSearch search = new SymbolSearch(new long[] {address});
        ElfFile.open(file).search(search);
        Symbol symbol = search.symbol(address);
        return symbol == null ? null : symbol.name();
    }

    private static NamedFunction function(Path file, String name) {
        return NamedFunction.list(file).stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
