package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveBinariesTest {

    /** Loads the library, prints its function's address, and waits for the end of its input. */
    private static final String PROGRAM = """
            #include <dlfcn.h>
            #include <stdio.h>
            #include <unistd.h>
            int main(int argc, char **argv) {
                void *library = dlopen(argv[1], RTLD_NOW);
                if (!library) { puts(dlerror()); return 1; }
                printf("%ld %ld\\n", (long) getpid(), (long) dlsym(library, "planted"));
                fflush(stdout);
                return getchar() == EOF ? 0 : 2;
            }
            """;

    @TempDir
    private Path folder;

    private Path program = Path.of("unset");
    private Path library = Path.of("unset");
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void build() {
        program = Tool.compile(folder.resolve("program"), "gcc", PROGRAM, "-ldl");
        library = Tool.compile(
                folder.resolve("libplanted.so"), "gcc", "int planted(int x) { return x * 7; }", "-shared", "-fPIC");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void keepsALibraryAfterItsDeletionAndTheEndOfTheProcess() throws Exception {
        Target target = start(program.toString(), library.toString());
        LiveBinaries binaries = new LiveBinaries(target.pid());
        binaries.refresh();
        Files.delete(library);
        Profile profile = target.profile();
        stop();
        binaries.refresh();

        assertThat(label(binaries, profile)).isEqualTo("planted");
        assertThat(label(new FileSystemBinaries(), profile)).startsWith("libplanted.so+0x");
    }

    @Test
    void readsADeletedLibrary() throws Exception {
        Target target = start(program.toString(), library.toString());
        Files.delete(library);
        boolean allowed;
        try (Stream<Path> ranges = Files.list(Path.of("/proc", Long.toString(target.pid()), "map_files"))) {
            allowed = ranges.anyMatch(Files::isReadable);
        } catch (IOException | UncheckedIOException e) {
            allowed = false;
        }
        assumeThat(allowed).as("may read /proc/<pid>/map_files").isTrue();
        LiveBinaries binaries = new LiveBinaries(target.pid());
        binaries.refresh();

        assertThat(label(binaries, target.profile())).isEqualTo("planted");
    }

    @Test
    void distinguishesTwoLibrariesAtTheSamePath() throws Exception {
        Target target = start(program.toString(), library.toString());
        LiveBinaries binaries = new LiveBinaries(target.pid());
        binaries.refresh();
        Profile profile = target.profile();
        Files.delete(library);
        Tool.compile(library, "gcc", "int other(int x) { return x * 7; }", "-shared", "-fPIC");
        Target second = start(program.toString(), library.toString());

        assertThat(label(binaries, profile)).isEqualTo("planted");
        LiveBinaries secondBinaries = new LiveBinaries(second.pid());
        secondBinaries.refresh();
        assertThat(second.address()).isZero();
        assertThat(secondBinaries.open(second.mapping())).isNotNull();
    }

    @Test
    void readsTheFilesOfAnotherMountNamespace() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        String script = "mount -t tmpfs none " + inside + " && cp " + library + " " + inside + " && exec " + program
                + " " + inside.resolve("libplanted.so");
        assumeThat(new ProcessBuilder("unshare", "--mount", "mount", "-t", "tmpfs", "none", inside.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .as("may make a mount namespace")
                .isZero();
        Target target = start("unshare", "--mount", "sh", "-c", script);
        assertThat(inside).isEmptyDirectory();
        LiveBinaries binaries = new LiveBinaries(target.pid());
        binaries.refresh();

        assertThat(label(binaries, target.profile())).isEqualTo("planted");
        assertThat(label(new FileSystemBinaries(), target.profile())).startsWith("libplanted.so+0x");
    }

    @Test
    void readsOtherLibrariesBesideAPathInAnotherEncoding() throws Exception {
        Path process = Files.createDirectory(folder.resolve("process"));
        String maps = "1000-2000 r-xp 00000000 fe:01 11 /opt/caf\u00e9.so\n" + "3000-4000 r-xp 00000000 fe:01 12 "
                + library + "\n";
        Files.write(process.resolve("maps"), maps.getBytes(StandardCharsets.ISO_8859_1));
        LiveBinaries binaries = new LiveBinaries(process);
        binaries.refresh();
        Files.delete(library);

        assertThat(binaries.open(new Mapping(0x3000, 0x4000, 0, library.toString(), false, null)))
                .isNotNull();
    }

    @Test
    void opensLibrariesThatWereNotOpenedBefore() throws Exception {
        Target target = start(program.toString(), library.toString());

        assertThat(label(new LiveBinaries(target.pid()), target.profile())).isEqualTo("planted");
    }

    @Test
    void ignoresAMissingProcess() throws Exception {
        Target target = start(program.toString(), library.toString());
        LiveBinaries binaries = new LiveBinaries(folder.resolve("absent"));
        binaries.refresh();
        Mapping odd = new Mapping(0x1000, 0x2000, 0, "/a\0b", false, null);

        assertThat(binaries.open(odd)).isNull();
        assertThat(binaries.open(new Mapping(0x1000, 0x2000, 0, null, false, null)))
                .isNull();
        assertThat(binaries.open(new Mapping(0x1000, 0x2000, 0, "[vdso]", false, null)))
                .isNull();
        assertThat(label(binaries, target.profile())).isEqualTo("planted");
    }

    private static String label(Binaries binaries, Profile profile) {
        return new Symbolizer(binaries)
                .symbolize(profile)
                .samples()
                .get(0)
                .stack()
                .get(0)
                .frames()
                .get(0)
                .label();
    }

    private Target start(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        assertThat(line).isNotNull();
        String[] numbers = line.split(" ", 2);
        return new Target(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }

    /** A running process and the address of its library's function; 0 if it has none. */
    private record Target(long pid, long address) {

        Profile profile() throws IOException {
            List<Mapping> mappings = mappings();
            Mapping mapping = mappings.stream()
                    .filter(candidate -> candidate.contains(address))
                    .findAny()
                    .orElseThrow();
            Sample sample = new Sample(
                    List.of(new Location(address + 2, mapping, List.of())), new Amount(1, 48), Amount.NONE, Map.of());
            return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), mappings, ProfileMetadata.UNKNOWN);
        }

        Mapping mapping() throws IOException {
            return mappings().stream()
                    .filter(mapping -> mapping.file() != null && mapping.file().endsWith("/libplanted.so"))
                    .findAny()
                    .orElseThrow();
        }

        private List<Mapping> mappings() throws IOException {
            return ProcessMaps.parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "maps"))).stream()
                    .map(ProcessMaps.Entry::mapping)
                    .toList();
        }
    }
}
