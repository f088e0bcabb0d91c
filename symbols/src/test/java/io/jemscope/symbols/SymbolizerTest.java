package io.jemscope.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolizerTest {

    private static final String SOURCE = """
            int exported(int x) { return x * 3; }
            static int __attribute__((noinline)) hidden(int x) { return x * 5; }
            int other(int x) { return hidden(x); }
            """;
    private static final long BASE = 0x7f00_1234_0000L;
    private static final JavaFrame JAVA = new JavaFrame(null, "com.example.Leak", "run", null, false);

    @TempDir
    private Path folder;

    private Path library = Path.of("unset");
    private final List<Mapping> mappings = new ArrayList<>();

    @BeforeEach
    void buildTheLibrary() {
        library = Tool.compile(folder.resolve("liba.so"), "gcc", SOURCE, "-shared", "-fPIC", "-Wl,--build-id=sha1");
    }

    @Test
    void namesTheFunctionBeforeTheReturnAddress() {
        mapLibrary(false, null);
        long end = address("hidden") + bytes("hidden");

        assertThat(frames(new FileSystemBinaries(), end, end + 1, address("hidden")))
                .element(0)
                .isEqualTo(new NativeFrame("hidden", "hidden", library.toString(), null));
        // One byte behind is the next function or padding; one byte before is another function.
        assertThat(frames(new FileSystemBinaries(), address("hidden")).get(0).label())
                .isNotEqualTo("hidden");
    }

    @Test
    void demanglesCppFunctions() {
        library = Tool.compile(
                folder.resolve("libc++.so"),
                "g++",
                "namespace a { template <class T> struct B { T *grow(T const &, long); };"
                        + " template <class T> T *B<T>::grow(T const &t, long n) { return new T[n]{t}; }"
                        + " template struct B<int>; }",
                "-shared",
                "-fPIC");
        mapLibrary(false, null);
        String symbol = "_ZN1a1BIiE4growERKil";

        assertThat(frames(new FileSystemBinaries(), address(symbol) + 5))
                .containsExactly(new NativeFrame("a::B<int>::grow", symbol, library.toString(), null));
    }

    @Test
    void addsTheBuildIdOfTheFile() throws IOException {
        mapLibrary(false, null);
        BuildId id = ElfFile.open(library).buildId();

        Profile named = new Symbolizer(new FileSystemBinaries()).symbolize(profile(address("exported") + 2));

        Location location = named.samples().get(0).stack().get(0);
        assertThat(id).isNotNull();
        assertThat(location.mapping()).extracting(Mapping::buildId).isEqualTo(id);
        assertThat(named.mappings()).contains(location.mapping());
    }

    /** As a process does that leaves the names to others. */
    @Test
    void aProfileWithBuildIdsIsNamedLaterAsItWouldHaveBeenAtOnce() {
        mapLibrary(false, null);
        Profile profile = profile(address("exported") + 2, address("hidden") + 2);

        Profile identified = new BuildIds(new FileSystemBinaries()).addTo(profile);

        assertThat(identified.locations())
                .allMatch(location -> location.frames().isEmpty());
        assertThat(new Symbolizer(new FileSystemBinaries())
                        .symbolize(identified)
                        .samples())
                .extracting(sample -> sample.stack().get(0).frames())
                .isEqualTo(new Symbolizer(new FileSystemBinaries())
                        .symbolize(profile).samples().stream()
                                .map(sample -> sample.stack().get(0).frames())
                                .toList());
        assertThat(identified.locations())
                .allMatch(location -> Objects.requireNonNull(location.mapping()).buildId() != null);
        assertThat(identified.mappings()).contains(identified.locations().get(0).mapping());
    }

    @Test
    void showsLibraryAndOffsetWithoutASymbol() {
        Tool.run("strip", library.toString());
        mapLibrary(false, null);
        long before = addressOfText();

        assertThat(frames(new FileSystemBinaries(), before + 1))
                .containsExactly(new UnknownFrame(library.toString(), before - BASE));
    }

    @Test
    void showsTheSameOffsetsWithoutTheFile() throws IOException {
        mapLibrary(false, null);
        long address = address("exported") + 4;
        Files.delete(library);

        assertThat(frames(new FileSystemBinaries(), address))
                .containsExactly(new UnknownFrame(library.toString(), address - 1 - BASE));
        assertThat(frames(new FileSystemBinaries(), address).get(0).label()).startsWith("liba.so+0x");
    }

    @Test
    void refusesAFileThatWasReplaced() {
        mapLibrary(false, new BuildId("0badc0de"));

        assertThat(frames(new FileSystemBinaries(), address("exported") + 4).get(0))
                .isInstanceOf(UnknownFrame.class);
    }

    @Test
    void refusesANewFileAtADeletedPath() throws IOException {
        mapLibrary(true, null);
        assertThat(frames(new FileSystemBinaries(), address("exported") + 4).get(0))
                .isInstanceOf(UnknownFrame.class);

        mappings.clear();
        mapLibrary(true, ElfFile.open(library).buildId());
        assertThat(frames(new FileSystemBinaries(), address("exported") + 4)
                        .get(0)
                        .label())
                .isEqualTo("exported");
    }

    @Test
    void refusesAFileThatIsShorterThanTheMapping() throws IOException {
        mappings.add(new Mapping(BASE, BASE + 4096, Files.size(library) + 4096, library.toString(), false, null));

        assertThat(frames(new FileSystemBinaries(), BASE + 12).get(0)).isInstanceOf(UnknownFrame.class);
    }

    @Test
    void findsDebugFilesByLinkAndByBuildId() throws IOException {
        long hidden = address("hidden") + 4;
        mapLibrary(false, null);
        Path debug = folder.resolve("liba.so.debug");
        Tool.run("objcopy", "--only-keep-debug", library.toString(), debug.toString());
        Tool.run("strip", library.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, library.toString());
        BuildId id = Objects.requireNonNull(ElfFile.open(library).buildId());
        assertThat(frames(new FileSystemBinaries(), hidden).get(0).label()).isEqualTo("hidden");

        Path beside = Files.createDirectory(folder.resolve(".debug")).resolve("liba.so.debug");
        Files.move(debug, beside);
        assertThat(frames(new FileSystemBinaries(), hidden).get(0).label()).isEqualTo("hidden");

        Path store = folder.resolve("store");
        Path below = store.resolve(
                ".build-id/" + id.hex().substring(0, 2) + "/" + id.hex().substring(2) + ".debug");
        Files.createDirectories(below.getParent());
        Files.move(beside, below);
        assertThat(frames(new FileSystemBinaries(), hidden).get(0)).isInstanceOf(UnknownFrame.class);
        assertThat(frames(new FileSystemBinaries(List.of(store)), hidden).get(0).label())
                .isEqualTo("hidden");

        Path mirrored =
                store.resolve(Path.of("/").relativize(library.getParent())).resolve("liba.so.debug");
        Files.createDirectories(mirrored.getParent());
        Files.move(below, mirrored);
        assertThat(frames(new FileSystemBinaries(List.of(store)), hidden).get(0).label())
                .isEqualTo("hidden");
    }

    @Test
    void refusesADebugFileOfAnotherBuild() throws IOException {
        library = Tool.compile(folder.resolve("libb.so"), "gcc", SOURCE, "-shared", "-fPIC", "-Wl,--build-id=none");
        long hidden = address("hidden") + 4;
        mapLibrary(false, null);
        Path debug = folder.resolve("libb.so.debug");
        Tool.run("objcopy", "--only-keep-debug", library.toString(), debug.toString());
        Tool.run("strip", library.toString());
        Tool.run("objcopy", "--add-gnu-debuglink=" + debug, library.toString());
        assertThat(frames(new FileSystemBinaries(), hidden).get(0).label()).isEqualTo("hidden");

        // Still readable with the same symbols, but its CRC differs from the link's.
        Files.write(debug, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(frames(new FileSystemBinaries(), hidden).get(0)).isInstanceOf(UnknownFrame.class);
    }

    @Test
    void refusesAnotherMachinesFiles() {
        mapLibrary(false, null);
        Profile dump = withFacts(profile(address("exported") + 4), Map.of("host", "there"));

        Profile named = new Symbolizer(new FileSystemBinaries(List.of(), "here")).symbolize(dump);
        assertThat(label(named)).startsWith("liba.so+0x");
        assertThat(named.metadata().count(ProfileMetadata.FILES_ELSEWHERE)).hasValue(1);

        Profile atHome = new Symbolizer(new FileSystemBinaries(List.of(), "there")).symbolize(dump);
        assertThat(label(atHome)).isEqualTo("exported");
        assertThat(atHome.metadata().count(ProfileMetadata.FILES_ELSEWHERE)).isEmpty();
    }

    @Test
    void refusesFilesThatChangedAfterTheDump() throws IOException {
        mapLibrary(false, null);
        // Like a package manager: the modification time is the build's, and only the inode's is the installation's.
        Files.setLastModifiedTime(library, FileTime.fromMillis(0));
        long now = System.currentTimeMillis();

        Profile before = withFacts(
                profile(address("exported") + 4), Map.of("time", Long.toString(now - TimeUnit.DAYS.toMillis(1))));
        Profile named = new Symbolizer(new FileSystemBinaries()).symbolize(before);
        assertThat(label(named)).startsWith("liba.so+0x");
        assertThat(named.metadata().count(ProfileMetadata.FILES_CHANGED)).hasValue(1);

        Profile after = withFacts(before, Map.of("time", Long.toString(now + TimeUnit.DAYS.toMillis(1))));
        Profile sure = new Symbolizer(new FileSystemBinaries()).symbolize(after);
        assertThat(label(sure)).isEqualTo("exported");
        assertThat(sure.metadata().facts()).containsOnlyKeys("time");
    }

    @Test
    void prefersABuildIdToHostAndTime() throws IOException {
        mapLibrary(false, ElfFile.open(library).buildId());
        Profile dump = withFacts(profile(address("exported") + 4), Map.of("host", "there", "time", "1"));

        Profile named = new Symbolizer(new FileSystemBinaries(List.of(), "here")).symbolize(dump);

        assertThat(label(named)).isEqualTo("exported");
        assertThat(named.metadata()).isEqualTo(dump.metadata());
    }

    @Test
    void countsFilesThatCannotBeChecked() {
        mapLibrary(false, null);

        Profile named = new Symbolizer(new FileSystemBinaries()).symbolize(profile(address("exported") + 4));

        assertThat(label(named)).isEqualTo("exported");
        assertThat(named.metadata().count(ProfileMetadata.FILES_UNCHECKED)).hasValue(1);
    }

    @Test
    void showsAnonymousCodeOfAJvmAsJavaCode() {
        mappings.add(new Mapping(BASE, BASE + 4096, 0, null, false, null));
        assertThat(frames(new FileSystemBinaries(), BASE + 17)).containsExactly(new UnknownFrame(null, BASE + 16));

        mappings.add(new Mapping(BASE + 8192, BASE + 12288, 0, "/absent/libjvm.so", false, null));
        assertThat(frames(new FileSystemBinaries(), BASE + 17)).containsExactly(MarkerFrame.JAVA_CODE);
    }

    @Test
    void showsOffsetsInTheKernelsPages() {
        mappings.add(new Mapping(BASE, BASE + 8192, 0, "[vdso]", false, null));

        assertThat(frames(new FileSystemBinaries(), BASE + 0x801).get(0).label())
                .isEqualTo("[vdso]+0x800");
        assertThat(frames(new FileSystemBinaries(), 0x1235).get(0).label()).isEqualTo("0x1234");
    }

    @Test
    void dropsTheAllocatorsLeadingFramesAndTheCodeCacheFrame() {
        Mapping allocator = new Mapping(BASE, BASE + 4096, 0, "/absent/libjemalloc.so.2", false, null);
        Mapping code = new Mapping(BASE + 8192, BASE + 12288, 0, null, false, null);
        Mapping program = new Mapping(BASE + 16384, BASE + 20480, 0, "/absent/libjvm.so", false, null);
        mappings.addAll(List.of(allocator, code, program));
        Location malloc = new Location(BASE + 8, allocator, List.of());
        Location caller = new Location(BASE + 16400, program, List.of());
        Location compiled = new Location(BASE + 8200, code, List.of());
        Location java = new Location(0, null, List.of(JAVA));

        assertThat(labels(malloc, malloc, caller, compiled, java))
                .containsExactly("libjvm.so+0xf", "com.example.Leak.run");
        Location lost = new Location(0, null, List.of(MarkerFrame.NAME_LOST));
        assertThat(labels(caller, compiled, lost)).containsExactly("libjvm.so+0xf", "[Java frame, name lost]");
        assertThat(labels(caller, malloc, compiled))
                .containsExactly("libjvm.so+0xf", "libjemalloc.so.2+0x7", "[Java code]");
        assertThat(labels(malloc)).containsExactly("libjemalloc.so.2+0x7");
    }

    @Test
    void groupsUnnamedCodeByItsFunction() {
        mapLibrary(false, null);
        long start = address("hidden");
        long limit = start + bytes("hidden");
        long exported = address("exported") + 4;
        Tool.run("strip", library.toString());

        assertThat(frames(new FileSystemBinaries(), start + 1, start + 5, limit, exported))
                .containsExactly(
                        new UnknownFrame(library.toString(), start - BASE),
                        new UnknownFrame(library.toString(), start - BASE),
                        new UnknownFrame(library.toString(), start - BASE),
                        new NativeFrame("exported", "exported", library.toString(), null));
    }

    @Test
    void reportsWhyAFileHasNoNames() throws IOException {
        mapLibrary(false, null);
        long exported = address("exported") + 4;
        long hidden = address("hidden") + 4;
        assertThat(nameless(hidden)).isEmpty();

        Tool.run("strip", library.toString());
        assertThat(nameless(hidden)).containsEntry(library.toString(), UnsymbolizedReason.STRIPPED);
        // The requested address has its name: nothing is missing.
        assertThat(nameless(exported)).isEmpty();

        mappings.clear();
        mapLibrary(true, null);
        assertThat(nameless(hidden)).containsEntry(library.toString(), UnsymbolizedReason.DELETED);

        mappings.clear();
        mapLibrary(false, new BuildId("0badc0de"));
        assertThat(nameless(hidden)).containsEntry(library.toString(), UnsymbolizedReason.REPLACED);

        mappings.clear();
        mapLibrary(false, null);
        Files.writeString(library, "no library");
        assertThat(nameless(hidden)).containsEntry(library.toString(), UnsymbolizedReason.UNREADABLE);

        Files.delete(library);
        assertThat(nameless(hidden)).containsEntry(library.toString(), UnsymbolizedReason.ABSENT);
        Profile elsewhere = withFacts(profile(hidden), Map.of("host", "there"));
        assertThat(UnsymbolizedReason.of(new Symbolizer(new FileSystemBinaries(List.of(), "here"))
                        .symbolize(elsewhere)
                        .metadata()))
                .containsEntry(library.toString(), UnsymbolizedReason.ELSEWHERE);
    }

    @Test
    void reportsMemoryWithoutAFile() {
        mappings.add(new Mapping(BASE, BASE + 4096, 0, "/memfd:jit-cache", true, null));
        mappings.add(new Mapping(BASE + 4096, BASE + 8192, 0, "/SYSV00000000", true, null));

        assertThat(frames(new FileSystemBinaries(), BASE + 17, BASE + 4113))
                .containsExactly(new UnknownFrame("/memfd:jit-cache", 16), new UnknownFrame(null, BASE + 4112));
        assertThat(nameless(BASE + 17, BASE + 4113))
                .containsExactly(Map.entry("/memfd:jit-cache", UnsymbolizedReason.MEMORY));
    }

    private Map<String, UnsymbolizedReason> nameless(long... addresses) {
        return UnsymbolizedReason.of(new Symbolizer(new FileSystemBinaries())
                .symbolize(profile(addresses))
                .metadata());
    }

    private static Profile withFacts(Profile profile, Map<String, String> facts) {
        return new Profile(profile.rate(), profile.samples(), profile.mappings(), new ProfileMetadata(facts));
    }

    private static String label(Profile named) {
        return named.samples().get(0).stack().get(0).frames().get(0).label();
    }

    private List<String> labels(Location... stack) {
        Sample sample = new Sample(List.of(stack), new Amount(1, 48), Amount.NONE, Map.of());
        Profile profile = new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), mappings, ProfileMetadata.UNKNOWN);
        return new Symbolizer(new FileSystemBinaries())
                .symbolize(profile).samples().get(0).stack().stream()
                        .map(location -> location.frames().get(0).label())
                        .toList();
    }

    private List<Frame> frames(Binaries binaries, long... addresses) {
        return new Symbolizer(binaries)
                .symbolize(profile(addresses)).samples().get(0).stack().stream()
                        .flatMap(location -> location.frames().stream())
                        .toList();
    }

    private Profile profile(long... addresses) {
        List<Location> stack = new ArrayList<>();
        for (long address : addresses) {
            Mapping mapping = mappings.stream()
                    .filter(candidate -> candidate.contains(address))
                    .findAny()
                    .orElse(null);
            stack.add(new Location(address, mapping, List.of()));
        }
        Sample sample = new Sample(stack, new Amount(1, 48), Amount.NONE, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), mappings, ProfileMetadata.UNKNOWN);
    }

    /** The library's segments as the loader maps them. */
    private void mapLibrary(boolean deleted, @Nullable BuildId buildId) {
        for (String line : Tool.run("readelf", "-lW", library.toString())) {
            String[] words = line.trim().split(" +", -1);
            if (words[0].equals("LOAD")) {
                long offset = Long.decode(words[1]) & -4096;
                long start = Long.decode(words[2]) & -4096;
                long limit = (Long.decode(words[2]) + Long.decode(words[5]) + 4095) & -4096;
                mappings.add(new Mapping(BASE + start, BASE + limit, offset, library.toString(), deleted, buildId));
            }
        }
    }

    private long address(String function) {
        return BASE + nm(function, 0);
    }

    private long bytes(String function) {
        return nm(function, 1);
    }

    private long nm(String function, int column) {
        return Tool.run("nm", "-S", library.toString()).stream()
                .filter(line -> line.endsWith(" " + function))
                .mapToLong(line -> Long.parseLong(line.split(" ", -1)[column], 16))
                .findAny()
                .orElseThrow();
    }

    private long addressOfText() {
        return BASE
                + Tool.run("readelf", "-SW", library.toString()).stream()
                        .filter(line -> line.contains(" .text "))
                        .mapToLong(line -> Long.parseLong(
                                line.substring(line.indexOf(".text")).split(" +", -1)[2], 16))
                        .findAny()
                        .orElseThrow();
    }
}
