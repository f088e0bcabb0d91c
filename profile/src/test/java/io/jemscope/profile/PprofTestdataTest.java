package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.filter.DroppedFrames;
import io.jemscope.profile.pprof.PprofReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The profiles that pprof's own tests read, from Debian's golang-github-google-pprof-dev: of each heap profile the same
 * stacks with the same figures as {@code go tool pprof}; every other file is refused. docs/coming-from-pprof.md has the table.
 */
class PprofTestdataTest {

    private static final Path TESTDATA = Path.of(
            System.getProperty("pprof.testdata", "/usr/share/gocode/src/github.com/google/pprof/profile/testdata"));

    private static final List<String> HEAPS = List.of("cppbench.heap", "cppbench.growth", "gobench.heap");

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTestdata() {
        assumeTrue(
                Files.isDirectory(TESTDATA),
                () -> TESTDATA + " isn't there: Debian has it in" + " golang-github-google-pprof-dev");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cppbench.heap", "cppbench.growth", "gobench.heap"})
    void agreesWithGoToolPprof(String name) throws Exception {
        Programs.assumeInstalled("go");
        Path written = folder.resolve("theirs.pb.gz");
        Programs.run(
                folder,
                "go",
                "tool",
                "pprof",
                "-symbolize=none",
                "-proto",
                "-output=" + written,
                TESTDATA.resolve(name).toString());
        Profile ours = DroppedFrames.of(ProfileFile.read(TESTDATA.resolve(name)));
        Profile theirs;
        try (InputStream in = Files.newInputStream(written)) {
            theirs = PprofReader.read(in);
        }

        assertThat(ours.rate()).isEqualTo(theirs.rate());
        for (SampleType measure : SampleType.values()) {
            // pprof cuts off each line's fraction. Its addresses are those of calls.
            Map<List<Long>, Double> found = byStack(ours, measure, 1);
            Map<List<Long>, Double> expected = byStack(theirs, measure, 0);
            assertThat(found.keySet()).as(name + " " + measure).isEqualTo(expected.keySet());
            found.forEach((stack, figure) ->
                    assertThat(figure).isCloseTo(expected.getOrDefault(stack, 0.0), within(lines(ours, stack))));
        }
    }

    private static Map<List<Long>, Double> byStack(Profile profile, SampleType measure, int toCall) {
        Map<List<Long>, Double> stacks = new HashMap<>();
        for (Sample sample : profile.samples()) {
            double figure = measure.of(sample);
            // Go 1.19 counts samples without a stack and doesn't write them.
            if (figure >= 1 && !sample.stack().isEmpty()) {
                stacks.merge(addresses(sample, toCall), figure, Double::sum);
            }
        }
        return stacks;
    }

    private static List<Long> addresses(Sample sample, int toCall) {
        List<Long> addresses = new ArrayList<>();
        for (Location location : sample.stack()) {
            addresses.add(location.address() - toCall);
        }
        return addresses;
    }

    private static double lines(Profile profile, List<Long> stack) {
        return profile.samples().stream()
                        .filter(sample -> addresses(sample, 1).equals(stack))
                        .count()
                + 0.001;
    }

    @Test
    void refusesEveryFileThatHasNoHeap() throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.list(TESTDATA)) {
            others = files.filter(file -> !HEAPS.contains(String.valueOf(file.getFileName())))
                    .toList();
        }

        assertThat(others).hasSizeGreaterThan(10);
        for (Path file : others) {
            assertThatThrownBy(() -> ProfileFile.read(file)).as(file.toString()).isInstanceOf(FormatException.class);
        }
        assertThatThrownBy(() -> ProfileFile.read(TESTDATA.resolve("java.heap")))
                .hasMessageContaining("Java objects");
        assertThatThrownBy(() -> ProfileFile.read(TESTDATA.resolve("cppbench.contention")))
                .hasMessageContaining("lock contention");
    }
}
