package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.Tool;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps from another machine or container, with its files in a folder here. */
class FileSystemBinariesTest {

    private static final long BASE = 0x7f00_1234_0000L;

    @TempDir
    private Path folder;

    private Path library = Path.of("unset");
    private Path root = Path.of("unset");

    @BeforeEach
    void build() throws IOException {
        library = Tool.compile(
                folder.resolve("liba.so"),
                "gcc",
                "int planted(int x) { return x * 7; } int second(int x) { return planted(x) + 1; }",
                "-shared",
                "-fPIC",
                "-Wl,--build-id=sha1");
        root = Files.createDirectory(folder.resolve("root"));
    }

    @Test
    void namesTheSameFunctionsBelowAnotherRoot() throws IOException {
        Profile dump = dump(library.toString(), null, Map.of());
        List<Frame> here = frames(new FileSystemBinaries(), dump);
        assertThat(here).extracting(Frame::label).containsExactly("planted", "second");
        Profile elsewhere =
                dump(library.toString(), null, Map.of(ProfileMetadata.HOST, "there", ProfileMetadata.TIME, "1"));
        unpack();

        assertThat(frames(new FileSystemBinaries(List.of(), List.of(root)), elsewhere))
                .isEqualTo(here);
        assertThat(new Symbolizer(new FileSystemBinaries(List.of(), List.of(root)))
                        .symbolize(elsewhere)
                        .metadata()
                        .count(ProfileMetadata.FILES_UNCHECKED))
                .hasValue(1);
        assertThat(frames(new FileSystemBinaries(), elsewhere).get(0).label()).startsWith("liba.so+0x");
    }

    @Test
    void doesNotFallBackOnThisMachinesFiles() throws IOException {
        Profile dump = dump(library.toString(), null, Map.of());

        assertThat(frames(new FileSystemBinaries(List.of(), List.of(root)), dump))
                .extracting(Frame::label)
                .allMatch(label -> label.startsWith("liba.so+0x"));
        Path inside = root.resolve(library.toString().substring(1));
        Files.createDirectories(inside.getParent());
        Files.createSymbolicLink(inside, library);
        assertThat(frames(new FileSystemBinaries(List.of(), List.of(root)), dump))
                .extracting(Frame::label)
                .allMatch(label -> label.startsWith("liba.so+0x"));
    }

    @Test
    void prefersTheFolderWithTheBuildThatWasMapped() throws IOException {
        Path second = Files.createDirectory(folder.resolve("second"));
        BuildId id = ElfFile.open(library).buildId();
        Path other = second.resolve(library.toString().substring(1));
        Files.createDirectories(other.getParent());
        Tool.compile(other, "gcc", "int other(int x) { return x; }", "-shared", "-fPIC", "-Wl,--build-id=sha1");
        Profile dump = dump(library.toString(), id, Map.of());
        unpack();

        assertThat(frames(new FileSystemBinaries(List.of(), List.of(second, root)), dump))
                .extracting(Frame::label)
                .containsExactly("planted", "second");
    }

    @Test
    void findsDebugFilesBelowTheRootAndInTheGivenFolders() throws IOException {
        Profile dump = dump(library.toString(), null, Map.of());
        Path inside = unpack();
        Path debug = folder.resolve("liba.so.debug");
        Tool.run("objcopy", "--only-keep-debug", inside.toString(), debug.toString());

        Tool.run("objcopy", "--strip-all", "--add-gnu-debuglink=" + debug, inside.toString());
        Binaries binaries = new FileSystemBinaries(List.of(folder.resolve("store")), List.of(root));
        assertThat(ElfFile.open(inside).hasFullTable()).isFalse();

        for (Path place : List.of(
                inside.resolveSibling("liba.so.debug"), folder.resolve("store").resolve("liba.so.debug"))) {
            Files.createDirectories(place.getParent());
            debug = Files.move(debug, place);
            assertThat(binaries.openDebugFile(dump.mappings().get(0), ElfFile.open(inside)))
                    .extracting(ElfFile::path)
                    .isEqualTo(place);
        }
    }

    /** Moves the library below the root. */
    private Path unpack() throws IOException {
        Path inside = root.resolve(library.toString().substring(1));
        Files.createDirectories(inside.getParent());
        return Files.move(library, inside);
    }

    private Profile dump(String installed, @Nullable BuildId id, Map<String, String> facts) throws IOException {
        List<Location> stack = new ArrayList<>();
        Mapping mapping = new Mapping(BASE, BASE + Files.size(library), 0, installed, false, id);
        for (String function : List.of("planted", "second")) {
            stack.add(new Location(BASE + address(function) + 2, mapping, List.of()));
        }
        Sample sample = new Sample(stack, new Amount(1, 48), Amount.NONE, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(mapping), new ProfileMetadata(facts));
    }

    /** The function's address, which is its file offset in the text segment of such a small library. */
    private long address(String function) {
        return Tool.run("nm", library.toString()).stream()
                .filter(line -> line.endsWith(" " + function))
                .mapToLong(line -> Long.parseLong(line.split(" ", 2)[0], 16))
                .findAny()
                .orElseThrow();
    }

    private static List<Frame> frames(Binaries binaries, Profile dump) {
        return new Symbolizer(binaries)
                .symbolize(dump).samples().get(0).stack().stream()
                        .flatMap((Location location) ->
                                Stream.of(location.frames().get(0)))
                        .toList();
    }
}
