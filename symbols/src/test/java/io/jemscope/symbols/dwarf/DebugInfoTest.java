package io.jemscope.symbols.dwarf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.symbols.Tool;
import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class DebugInfoTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g++ -g -O2 -gdwarf-5",
                "g++ -g -O2 -gdwarf-4",
                "g++ -g -O2 -gdwarf-3 -gstrict-dwarf",
                "g++ -g -O2 -gdwarf-2",
                "g++ -g -O2 -gdwarf64",
                "g++ -g -O0",
                "g++ -g -O2 -gz=zlib",
                "g++ -g -O2 -gz=zlib-gnu",
                "g++ -g -O2 -fdebug-types-section",
                "g++ -g -O2 -ffunction-sections -Wl,--gc-sections",
                "g++ -g -O2 -flto",
                "clang++ -g -O2 -gdwarf-5",
                "clang++ -g -O2 -gdwarf-4",
                "clang++ -g -O2 -gdwarf-5 -gdwarf64",
                "clang++ -gline-tables-only -O2",
            })
    void agreesWithLlvmSymbolizer(String compilation) throws IOException {
        assumeTrue(Tool.isInstalled("llvm-symbolizer"), "llvm-symbolizer isn't installed");
        Program program = compile(compilation);

        Map<Long, List<LineFrame>> ours = program.lines();

        assertThat(table(program).isComplete()).isTrue();
        long[] known = known(ours);
        assertThat(known).hasSizeGreaterThan(ours.size() * 9 / 10);
        Map<Long, List<LineFrame>> llvm = Peer.llvmSymbolizer(program.file(), known);
        for (long address : known) {
            assertThat(Peer.places(frames(ours, address)))
                    .as("0x%x of %s", address, compilation)
                    .isEqualTo(Peer.places(frames(llvm, address)));
            assertThat(Peer.inlined(frames(ours, address)))
                    .as("0x%x of %s", address, compilation)
                    .isEqualTo(Peer.inlined(frames(llvm, address)));
        }
    }

    /** Binutils 2.40 reads other compilations wrongly: 64-bit sections, type units, indexed lists. */
    @ParameterizedTest
    @ValueSource(strings = {"g++ -g -O2 -gdwarf-5", "g++ -g -O2 -gdwarf-4", "g++ -g -O2 -gz=zlib"})
    void agreesWithAddr2line(String compilation) throws IOException {
        Program program = compile(compilation);

        Map<Long, List<LineFrame>> ours = program.lines();

        long[] known = known(ours);
        assertThat(known).hasSizeGreaterThan(ours.size() * 9 / 10);
        Map<Long, List<LineFrame>> addr2line = Peer.addr2line(program.file(), known);
        for (long address : known) {
            // Names differ: it gives the innermost function the outermost one's name from the symbol table.
            assertThat(Peer.places(frames(ours, address)))
                    .as("0x%x of %s", address, compilation)
                    .isEqualTo(Peer.places(frames(addr2line, address)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g++ -g -O2 -gdwarf-5",
                "g++ -g -O2 -gdwarf-4",
                "clang++ -g -O2 -gdwarf-5",
                "clang++ -g -O2 -gdwarf-4",
            })
    void readsSplitUnitsLikeWholeOnes(String compilation) throws IOException {
        Map<Long, List<LineFrame>> whole = compile(compilation).lines();

        Program split = compile(compilation + " -gsplit-dwarf");

        assertThat(split.lines()).isEqualTo(whole);
        assertThat(table(split).problem()).isNull();
        assertThat(table(split).isComplete()).isTrue();

        Tool.run(
                "objcopy",
                "--compress-debug-sections=zlib",
                folder.resolve("main.dwo").toString());
        assertThat(split.lines()).isEqualTo(whole);
        changeToZstd(folder.resolve("main.dwo"));
        assertThat(split.lines().keySet()).isEqualTo(whole.keySet());
        assertThat(table(split).problem()).contains("zstd");

        Files.delete(folder.resolve("main.dwo"));
        Files.delete(folder.resolve("other.dwo"));
        Map<Long, List<LineFrame>> left = split.lines();
        assertThat(table(split).isComplete()).isFalse();
        assertThat(left.keySet()).isEqualTo(whole.keySet());
        left.forEach((address, frames) -> assertThat(Peer.places(frames))
                .as("0x%x", address)
                .startsWith(
                        Peer.places(frames(whole, address)).stream().limit(1).toArray(String[]::new)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dwp g++ -g -O2 -gdwarf-4",
                "llvm-dwp clang++ -g -O2 -gdwarf-5",
                "llvm-dwp clang++ -g -O2 -gdwarf-4"
            })
    void readsPackedSplitUnits(String packing) throws IOException {
        String packer = packing.substring(0, packing.indexOf(' '));
        String compilation = packing.substring(packing.indexOf(' ') + 1);
        assumeTrue(Tool.isInstalled(packer), packer + " isn't installed");
        Map<Long, List<LineFrame>> whole = compile(compilation).lines();

        Program split = compile(compilation + " -gsplit-dwarf");
        Tool.run(packer, "-e", split.file().toString(), "-o", split.file() + ".dwp");
        Files.delete(folder.resolve("main.dwo"));
        Files.delete(folder.resolve("other.dwo"));

        assertThat(split.lines()).isEqualTo(whole);
    }

    @Test
    void followsReferencesToPartialUnitsAndToTheSharedFile() throws IOException {
        assumeTrue(Tool.isInstalled("dwz"), "dwz isn't installed");
        Program program = compile("g++ -g -O2 -Wl,--build-id");
        Map<Long, List<LineFrame>> whole = program.lines();
        String file = program.file().toString();

        Path alone = Peer.copy(program.file(), folder.resolve("alone"));
        Tool.run("dwz", alone.toString());
        assertThat(program.lines(alone)).isEqualTo(whole);

        Path twin = Peer.copy(program.file(), folder.resolve("twin"));
        Path shared = folder.resolve("shared.debug");
        Tool.run("dwz", "-m", shared.toString(), "-M", shared.toString(), file, twin.toString());
        assertThat(Objects.requireNonNull(DebugSections.open(program.file()).alternateLink())
                        .file())
                .isEqualTo(shared.toString());
        assertThat(program.lines()).isEqualTo(whole);

        // Below another root, the folders are the same behind the prefix.
        Path root = folder.resolve("root");
        Path moved = root.resolve(folder.relativize(folder.resolve("usr/lib/debug/program")));
        Files.createDirectories(Objects.requireNonNull(moved.getParent()));
        Files.move(twin, moved);
        Path movedShared = root.resolve(shared.getRoot().relativize(shared));
        Files.createDirectories(Objects.requireNonNull(movedShared.getParent()));
        Files.move(shared, movedShared);
        assertThat(program.lines(moved)).isEqualTo(whole);

        // In the given folder, only by build id.
        DebugSections sections = DebugSections.open(moved);
        String id = Objects.requireNonNull(sections.alternateLink()).buildId().hex();
        Path told = folder.resolve("told");
        Path byId = told.resolve(".build-id").resolve(id.substring(0, 2)).resolve(id.substring(2) + ".debug");
        Files.createDirectories(Objects.requireNonNull(byId.getParent()));
        Files.move(movedShared, byId);
        assertThat(program.lines(moved)).isNotEqualTo(whole);
        LineTable table = Objects.requireNonNull(DebugInfo.of(sections, moved, List.of(told)))
                .lines(program.instructions());
        whole.forEach((address, frames) -> assertThat(table.frames(address)).isEqualTo(frames));
    }

    @Test
    void keepsLinesWithoutTheSharedFile() throws IOException {
        assumeTrue(Tool.isInstalled("dwz"), "dwz isn't installed");
        Program program = compile("g++ -g -O2 -Wl,--build-id");
        Map<Long, List<LineFrame>> whole = program.lines();
        Path twin = Peer.copy(program.file(), folder.resolve("twin"));
        Path shared = folder.resolve("shared.debug");
        Tool.run(
                "dwz",
                "-m",
                shared.toString(),
                "-M",
                shared.toString(),
                program.file().toString(),
                twin.toString());
        Files.delete(shared);

        program.lines()
                .forEach((address, frames) -> assertThat(Peer.places(frames))
                        .as("0x%x", address)
                        .isEqualTo(Peer.places(frames(whole, address))));
    }

    @Test
    void findsTheSameTwice() throws IOException {
        Program program = compile("g++ -g -O2");
        long[] addresses = program.instructions();
        DebugInfo info = Objects.requireNonNull(Program.debugInfo(program.file(), program.file()));
        LineTable first = info.lines(addresses);

        LineTable second = info.lines(addresses);

        for (long address : addresses) {
            assertThat(second.frames(address)).isEqualTo(first.frames(address));
        }
    }

    @Test
    void refusesZstd() throws IOException {
        Program program = compile("g++ -g -O2 -gz=zlib");
        changeToZstd(program.file());

        assertThatThrownBy(program::lines)
                .isInstanceOf(ElfException.class)
                .hasMessageContaining("zstd")
                .hasMessageContaining("objcopy --decompress-debug-sections");
    }

    @Test
    void reportsWhichAddressesADamagedUnitLeavesComplete() throws IOException {
        Program program = compile("g++ -g -O2 -gdwarf-5");
        LineTable sound = table(program);
        long[] addresses = program.instructions();
        Path damaged = folder.resolve("damaged");
        Tool.run(
                "objcopy",
                "--dump-section",
                ".debug_info=" + damaged + ".info",
                program.file().toString());
        Path info = Path.of(damaged + ".info");
        ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(info)).order(ByteOrder.LITTLE_ENDIAN);
        // The second unit's abbreviations are at an invalid offset.
        units.putInt(units.getInt(0) + 4 + 8, 0x7fff_ffff);
        Files.write(info, units.array());
        Tool.run(
                "objcopy",
                "--update-section",
                ".debug_info=" + info,
                program.file().toString(),
                damaged.toString());

        LineTable table =
                Objects.requireNonNull(Program.debugInfo(damaged, damaged)).lines(addresses);

        int whole = 0;
        int partial = 0;
        for (long address : addresses) {
            if (table.isComplete(address)) {
                whole++;
                assertThat(table.frames(address)).isEqualTo(sound.frames(address));
            } else {
                partial++;
                assertThat(table.frames(address)).isEmpty();
            }
        }
        assertThat(whole).isPositive();
        assertThat(partial).isPositive();
        assertThat(table.isComplete()).isFalse();
        assertThat(sound.isComplete()).isTrue();
    }

    @Test
    void reportsThatALineProgramEndsWithinAValue() throws IOException {
        Program program = compile("g++ -g -O2 -gdwarf-5");
        Path section = folder.resolve("lines");
        Path damaged = folder.resolve("damaged");
        Tool.run(
                "objcopy",
                "--dump-section",
                ".debug_line=" + section,
                program.file().toString());
        ByteBuffer units = ByteBuffer.wrap(Files.readAllBytes(section)).order(ByteOrder.LITTLE_ENDIAN);
        // Replaces the end of the sequence by a column without an end.
        units.position(units.getInt(0) + 4 - 3);
        units.put(new byte[] {5, (byte) 0x80, (byte) 0x80});
        Files.write(section, units.array());
        Tool.run(
                "objcopy",
                "--update-section",
                ".debug_line=" + section,
                program.file().toString(),
                damaged.toString());
        long[] addresses = program.instructions();

        LineTable table =
                Objects.requireNonNull(Program.debugInfo(damaged, damaged)).lines(addresses);

        assertThat(table.isComplete()).isFalse();
        assertThat(LongStream.of(addresses).anyMatch(table::isComplete)).isTrue();
        assertThat(LongStream.of(addresses).allMatch(table::isComplete)).isFalse();
    }

    @Test
    void findsFunctionsInTheEntriesOfEnumerations() throws IOException {
        assumeTrue(Tool.isInstalled("gcc"), "gcc isn't installed");
        Path source = Files.writeString(folder.resolve("enumeration.s"), """
                .text
                function: .skip 16
                .section .debug_abbrev,"",@progbits
                .byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0, 0
                .byte 2, 4, 1, 0, 0
                .byte 3, 0x2e, 0, 3, 8, 0x11, 1, 0x12, 7, 0, 0
                .byte 0
                .section .debug_info,"",@progbits
                .long end - start
                start: .short 4
                .long 0
                .byte 8
                .byte 1
                .quad function, 16
                .byte 2
                .byte 3
                .asciz "is_set"
                .quad function, 16
                .byte 0, 0
                end:
                """);
        Path program = folder.resolve("enumeration");
        Tool.run(
                "gcc",
                "-nostdlib",
                "-static",
                "-Wl,-Ttext=0x401000,-efunction",
                "-o",
                program.toString(),
                source.toString());

        LineTable table =
                Objects.requireNonNull(Program.debugInfo(program, program)).lines(new long[] {0x40_1004});

        assertThat(table.frames(0x40_1004)).containsExactly(new LineFrame("is_set", null, 0));
        assertThat(table.isComplete()).isTrue();
    }

    /** If a section can't be read, the lines of its unit are incomplete. */
    @Test
    void reportsLinesOfADamagedSplitFileAsIncomplete() throws IOException {
        Program program = compile("g++ -g -O2 -gdwarf-5 -gsplit-dwarf");
        Map<Long, List<LineFrame>> whole = program.lines();
        Path split = folder.resolve("main.dwo");
        Tool.run("objcopy", "--compress-debug-sections=zlib", split.toString());
        byte[] sound = Files.readAllBytes(split);
        int poorer = 0;
        for (int at = compressed(sound, 0); at >= 0; at = compressed(sound, at + 1)) {
            byte[] bytes = sound.clone();
            bytes[at] = 2;
            Files.write(split, bytes);
            if (!program.lines().equals(whole)) {
                poorer++;
                assertThat(table(program).isComplete()).isFalse();
                assertThat(LongStream.of(program.instructions()).anyMatch(table(program)::isComplete))
                        .isTrue();
                assertThat(table(program).problem()).contains("zstd");
            }
        }
        assertThat(poorer).isGreaterThanOrEqualTo(3);
    }

    @Test
    void readsASectionThatIsTooLargeForTheHeap() throws IOException {
        long tooLarge = Runtime.getRuntime().maxMemory() / 8 + 1;
        assumeTrue(tooLarge <= 1 << 28, "The heap is large");
        assumeTrue(Tool.isInstalled("llvm-dwp"), "llvm-dwp isn't installed");
        Program program = compile("clang++ -g -O2 -gdwarf-5 -gsplit-dwarf");
        Map<Long, List<LineFrame>> whole = program.lines();
        Path pack = Path.of(program.file() + ".dwp");
        Tool.run("llvm-dwp", "-e", program.file().toString(), "-o", pack.toString());
        Files.delete(folder.resolve("main.dwo"));
        Files.delete(folder.resolve("other.dwo"));
        Path section = folder.resolve("entries");
        Tool.run("objcopy", "--dump-section", ".debug_info.dwo=" + section, pack.toString());
        try (RandomAccessFile file = new RandomAccessFile(section.toFile(), "rw")) {
            file.setLength(tooLarge);
        }
        Tool.run("objcopy", "--update-section", ".debug_info.dwo=" + section, pack.toString());
        Tool.run("objcopy", "--compress-debug-sections=zlib", pack.toString());
        Files.delete(section);

        assertThat(Files.size(pack)).isLessThan(tooLarge / 8);
        assertThat(program.lines()).isEqualTo(whole);
        assertThat(table(program).isComplete()).isTrue();
    }

    @Test
    void findsNothingInAStrippedProgram() throws IOException {
        Program program = compile("g++ -g -O2");
        Tool.run("strip", program.file().toString());

        assertThat(Program.debugInfo(program.file(), program.file())).isNull();
    }

    @Test
    void findsNothingOutsideTheCode() throws IOException {
        Program program = compile("g++ -g -O2");

        LineTable table = Objects.requireNonNull(Program.debugInfo(program.file(), program.file()))
                .lines(new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1 << 30, 1 << 30});

        assertThat(table.frames(0)).isEmpty();
        assertThat(table.frames(-1)).isEmpty();
        assertThat(table.frames(1 << 30)).isEmpty();
        assertThat(table.frames(17)).isEmpty();
    }

    /** Changes the compression headers from zlib to zstd. */
    private static void changeToZstd(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int changed = 0;
        for (int at = compressed(bytes, 0); at >= 0; at = compressed(bytes, at + 1)) {
            bytes[at] = 2;
            changed++;
        }
        Files.write(file, bytes);
        assertThat(changed).isPositive();
    }

    /** Returns the offset of the next zlib compression header; a 2 there means zstd. */
    private static int compressed(byte[] file, int from) {
        for (int at = from; at + 24 < file.length; at++) {
            // Zlib's first byte follows the header.
            if (file[at] == 1 && file[at + 1] == 0 && file[at + 7] == 0 && file[at + 24] == 0x78) {
                return at;
            }
        }
        return -1;
    }

    private static LineTable table(Program program) throws IOException {
        return Objects.requireNonNull(Program.debugInfo(program.file(), program.file()))
                .lines(program.instructions());
    }

    private Program compile(String compilation) {
        String[] words = compilation.split(" ", -1);
        assumeTrue(Tool.isInstalled(words[0]), words[0] + " isn't installed");
        String[] options = List.of(words).subList(1, words.length).toArray(String[]::new);
        return Program.compile(folder, words[0], options);
    }

    /** The addresses with lines; the C library's start files have none. */
    private static long[] known(Map<Long, List<LineFrame>> frames) {
        return frames.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .mapToLong(Map.Entry::getKey)
                .toArray();
    }

    private static List<LineFrame> frames(Map<Long, List<LineFrame>> frames, long address) {
        return Objects.requireNonNull(frames.get(address), () -> "0x" + Long.toHexString(address));
    }
}
