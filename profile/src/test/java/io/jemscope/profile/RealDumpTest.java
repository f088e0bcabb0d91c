package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps that jemalloc 5.3.0 wrote, see the README beside them. */
class RealDumpTest {

    /** What {@code jeprof --text --show_bytes} gave for the dumps. */
    private static final double THREADS_BYTES = 26_824_613;

    private static final double JVM_BYTES = 8_308_484;

    private static Profile dump(String name) throws IOException {
        return Dumps.read(new String(Dumps.resource(name), StandardCharsets.UTF_8));
    }

    @Test
    void givesJeprofsTotals() throws IOException {
        assertThat(dump("threads.heap_v2").live().bytes()).isCloseTo(THREADS_BYTES, within(1.0));
        assertThat(dump("jvm.heap_v2").live().bytes()).isCloseTo(JVM_BYTES, within(1.0));
    }

    @Test
    void findsWhatWasPlanted() throws IOException {
        Profile profile = dump("threads.heap_v2");
        Estimate planted = profile.samples().stream()
                .filter(sample -> "reader one".equals(sample.labels().get(Sample.THREAD)))
                .map(sample -> profile.rate().estimateBytes(sample.live()))
                .reduce(Estimate.ZERO, Estimate::plus);

        // 3000 blocks of 1999 bytes, which take 2048 each.
        assertThat(planted.value()).isCloseTo(3_000 * 2_048.0, within(3 * planted.standardError()));
        assertThat(profile.accumulated().bytes()).isGreaterThan(profile.live().bytes());
    }

    @Test
    void theHeaderAgreesWithTheStacks() throws IOException {
        for (String name : List.of("threads.heap_v2", "jvm.heap_v2")) {
            Profile profile = dump(name);
            double header = profile.metadata().count("header.bytes").orElseThrow();

            assertThat(header)
                    .isCloseTo(
                            profile.live().bytes(), within(0.02 * profile.live().bytes()));
        }
    }

    @Test
    void everyAddressLiesInAMapping() throws IOException {
        Profile profile = dump("jvm.heap_v2");

        assertThat(profile.samples()).isNotEmpty();
        assertThat(profile.samples())
                .flatMap(Sample::stack)
                .extracting(Location::mapping)
                .doesNotContainNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads.heap_v2", "jvm.heap_v2"})
    void jeprofAgrees(String name, @TempDir Path folder) throws Exception {
        Programs.assumeInstalled("jeprof");
        Path file = Files.write(folder.resolve(name), Dumps.resource(name));

        String text = Programs.run(
                folder,
                "jeprof",
                Programs.JEPROF_WITHOUT_NAMES,
                "--text",
                "--show_bytes",
                "/bin/true",
                file.toString());

        Matcher total = Pattern.compile("Total: (\\d+) B").matcher(text);
        assertThat(total.find()).as(text).isTrue();
        assertThat(dump(name).live().bytes()).isCloseTo(Double.parseDouble(total.group(1)), within(1.0));
    }
}
