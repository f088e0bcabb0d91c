package io.jemscope.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A C program at the addresses it is linked to, and its dump from jemalloc, with the program named beside the dump. */
class NamedProgramTest {

    private static final String SOURCE = """
            #include <stdlib.h>
            void *kept;
            void __attribute__((noinline)) keep_pages(void) { kept = malloc(700001); }
            int main(void) { keep_pages(); return kept == 0; }
            """;

    private static final List<Path> JEMALLOC = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"),
            Path.of("/usr/lib/aarch64-linux-gnu/libjemalloc.so.2"),
            Path.of("/usr/lib64/libjemalloc.so.2"));

    @TempDir
    private Path folder;

    private Path program = Path.of("unset");
    private Path dump = Path.of("unset");

    @BeforeEach
    void runTheProgram() throws IOException {
        Path jemalloc = JEMALLOC.stream().filter(Files::exists).findFirst().orElse(null);
        assumeTrue(jemalloc != null, "jemalloc isn't installed here");
        program = compile("shop", SOURCE);
        Tool.run(
                "env",
                "LD_PRELOAD=" + jemalloc,
                "MALLOC_CONF=prof:true,prof_final:true,lg_prof_sample:0,prof_prefix:" + folder.resolve("shop"),
                program.toString());
        try (var left = Files.newDirectoryStream(folder, "*.f.heap")) {
            dump = left.iterator().next();
        }
    }

    private Path compile(String name, String source) {
        return Tool.compile(
                folder.resolve(name), "gcc", source, "-no-pie", "-O0", "-fno-builtin", "-Wl,--build-id=sha1");
    }

    @Test
    void namesTheFunctionsOfADumpWithoutMaps() throws IOException {
        String text = Files.readString(dump);
        Path without = Files.writeString(
                folder.resolve("without.heap"), text.substring(0, text.indexOf("\nMAPPED_LIBRARIES:")));

        Profile profile = named(ProfileFile.read(without), program);

        assertThat(functions(profile)).contains("keep_pages", "main");
        assertThat(functions(new Symbolizer(new FileSystemBinaries()).symbolize(ProfileFile.read(without))))
                .doesNotContain("keep_pages");
        // The dump doesn't have the program's build id.
        assertThat(profile.metadata().get(ProfileMetadata.FILES_UNCHECKED)).hasValue("1");
    }

    /** The program has moved, and its copy is newer than the dump. */
    @Test
    void usesACopyThatTheUserNames() throws IOException {
        Path copy = Files.copy(program, folder.resolve("copy-of-shop"));
        Files.delete(program);
        Profile read = ProfileFile.read(dump);

        Profile profile = named(read, copy);

        assertThat(functions(new Symbolizer(new FileSystemBinaries()).symbolize(read)))
                .doesNotContain("keep_pages");
        assertThat(functions(profile)).contains("keep_pages", "main");
        assertThat(profile.metadata().count(ProfileMetadata.FILES_UNCHECKED).orElse(0))
                .isPositive();
    }

    @Test
    void refusesAnotherBuildIfTheDumpHasTheBuildId() throws IOException {
        Path other = compile("other", SOURCE.replace("keep_pages", "throw_away"));
        Profile read = withBuildId(ProfileFile.read(dump), new BuildId("0123456789abcdef"));

        Profile profile = named(read, other);

        assertThat(functions(profile)).doesNotContain("throw_away", "keep_pages");
        assertThat(UnsymbolizedReason.of(profile.metadata()))
                .containsEntry(other.toString(), UnsymbolizedReason.REPLACED);
    }

    private Profile withBuildId(Profile profile, BuildId buildId) {
        List<Mapping> mappings = profile.mappings().stream()
                .map(mapping -> identified(mapping, buildId))
                .toList();
        List<Location> locations = profile.locations().stream()
                .map(location -> location.mapping() == null
                        ? location
                        : new Location(location.address(), identified(location.mapping(), buildId), location.frames()))
                .toList();
        return new Profile(
                profile.rate(),
                Samples.copyOf(profile.samples()).withLocations(locations),
                mappings,
                profile.metadata());
    }

    private Mapping identified(Mapping mapping, BuildId buildId) {
        return program.toString().equals(mapping.file())
                ? new Mapping(mapping.start(), mapping.limit(), mapping.fileOffset(), mapping.file(), false, buildId)
                : mapping;
    }

    private static Profile named(Profile profile, Path program) throws IOException {
        return new Symbolizer(new FileSystemBinaries()).symbolize(NamedProgram.place(profile, program));
    }

    private static List<String> functions(Profile profile) {
        return profile.locations().stream()
                .flatMap(location -> location.frames().stream())
                .map(Frame::label)
                .toList();
    }
}
