package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JemallocTest {

    private static final Path LIBRARY = Path.of("/lib/libjemalloc.so.2");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void readsWhatALibrarySaysOfItself() {
        String text = """
                ___ Begin jemalloc statistics ___
                Version: "5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c"
                Build-time option settings
                  config.prof: true
                """;

        Jemalloc jemalloc = JemallocProbe.read(LIBRARY, text).orElseThrow();

        assertThat(jemalloc.profiling()).isTrue();
        assertThat(jemalloc.hasHook()).isTrue();
        assertThat(jemalloc.release()).isEqualTo("5.3.0");
    }

    @Test
    void noticesABuildWithoutProfilingAndOneWithoutTheHook() {
        assertThat(JemallocProbe.read(LIBRARY, "Version: \"5.3.0-0-g54\"\n  config.prof: false\n")
                        .orElseThrow()
                        .profiling())
                .isFalse();
        assertThat(new Jemalloc(LIBRARY, "5.2.1-0-gea6b3e97", true, false).hasHook())
                .isFalse();
        assertThat(new Jemalloc(LIBRARY, "6.0.0-0-g1", true, false).hasHook()).isTrue();
        assertThat(new Jemalloc(LIBRARY, "", true, false).hasHook()).isFalse();
        assertThat(new Jemalloc(LIBRARY, "five.three.0", true, false).hasHook()).isFalse();
    }

    @Test
    void saysWhetherStacksAreUnwoundWithLibunwind() {
        String text = "Version: \"5.3.0-0-g54\"\n  config.prof: true\n  config.prof_libunwind: ";
        assertThat(JemallocProbe.read(LIBRARY, text + "true\n").orElseThrow().libunwind())
                .isTrue();
        assertThat(JemallocProbe.read(LIBRARY, text + "false\n").orElseThrow().libunwind())
                .isFalse();
    }

    @Test
    void anythingElseIsNoJemalloc() {
        assertThat(JemallocProbe.read(LIBRARY, "ERROR: ld.so: object can't be preloaded: ignored.\n"))
                .isEmpty();
        assertThat(JemallocProbe.read(LIBRARY, "")).isEmpty();
    }

    @Test
    void aCommandThatHangsIsNotWaitedFor() throws Exception {
        assertThat(LimitedOutput.of(new ProcessBuilder("sleep", "60"), 50)).isEmpty();
        assertThat(LimitedOutput.of(new ProcessBuilder("echo", "1999993"))).contains("1999993\n");
    }

    @Test
    void findsLibrariesInTheLinkersCache() {
        String cache = """
                1022 libs found in cache `/etc/ld.so.cache'
                \tlibjpeg.so.62 (libc6,x86-64) => /lib/libjpeg.so.62
                \tlibjemalloc.so.2 (libc6,x86-64) => /opt/je malloc/libjemalloc.so.2
                """;

        assertThat(JemallocFinder.inCache(cache)).containsExactly(Path.of("/opt/je malloc/libjemalloc.so.2"));
    }

    @Test
    void looksWhereTheProcessorsLibrariesAre() {
        assertThat(JemallocFinder.usualPlaces("aarch64").get(0))
                .isEqualTo(Path.of("/usr/lib/aarch64-linux-gnu/libjemalloc.so.2"));
        assertThat(JemallocFinder.usualPlaces("amd64").get(0))
                .isEqualTo(Path.of("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"));
    }

    @Test
    void refusesWhatItWasToldToTakeAndCannot() throws IOException {
        Path text = Files.writeString(folder.resolve("libjemalloc.so"), "no library");
        Path blank = Files.writeString(folder.resolve("lib jemalloc.so"), "no library");

        assertRefused(folder.resolve("none.so"), "there is no such file");
        assertRefused(text, "is not a jemalloc that works here");
        assertRefused(blank, "blanks and colons");
    }

    @Test
    void saysWhyNoneOfTheCandidatesWorks() {
        assertThatThrownBy(() -> JemallocFinder.best(List.of(folder.resolve("none.so"))))
                .hasMessageContaining("no jemalloc was found")
                .hasMessageContaining("Jemscope's own can't be loaded: that needs glibc 2.34");
    }

    @Test
    void theVariableNamesALibraryToo() {
        assertThatThrownBy(() -> JemallocFinder.find(null, Map.of(JemallocFinder.VARIABLE, folder + "/none.so")))
                .hasMessageContaining(JemallocFinder.VARIABLE + " names can't be read");
    }

    private static void assertRefused(Path library, String words) {
        assertThatThrownBy(() -> JemallocFinder.find(library, Map.of()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(words)
                .satisfies(e -> assertThat(((CommandFailure) e).exitCode()).isEqualTo(ExitCode.UNPREPARED));
    }
}
