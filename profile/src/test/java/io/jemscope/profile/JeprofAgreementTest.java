package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.file.ProfileFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dumps made here and now, as jeprof reads them: the total, and what each address has, flat and cumulative. Names are kept
 * out of it: jeprof gets no tool that could find one.
 */
@Tag("one-jdk")
class JeprofAgreementTest {

    private static final Pattern ROW = Pattern.compile("^ *(\\d+) +\\S+% +\\S+% +(\\d+) +\\S+% ([0-9a-f]{16}) ");

    @TempDir
    private Path folder;

    @BeforeEach
    void needsJeprof() {
        Jemalloc.assumeInstalled();
        Programs.assumeInstalled("jeprof");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void ofThreadsInCpp(boolean accumulated, boolean unbias) throws Exception {
        agrees(accumulated, unbias, 12, Jemalloc.threads(folder).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "17, true, true",
        "17, false, false",
        "25, true, true",
        "25, true, false",
        "25, false, true",
        "25, false, false"
    })
    void ofAJvm(int version, boolean accumulated, boolean unbias) throws Exception {
        agrees(accumulated, unbias, 15, Jemalloc.java(version).toString(), "-version");
    }

    private void agrees(boolean accumulated, boolean unbias, int lgSample, String... command) throws Exception {
        String options = "prof:true,prof_final:true,lg_prof_sample:" + lgSample + ",prof_accum:" + accumulated
                + ",prof_unbias:" + unbias;
        Path dump = Jemalloc.run(folder, options, ".f.heap", command);
        Profile profile = ProfileFile.read(dump);

        assertThat(profile.accumulated().isNone()).isEqualTo(!accumulated);
        compare(profile, dump, SampleType.LIVE_BYTES, "--inuse_space");
        compare(profile, dump, SampleType.LIVE_OBJECTS, "--inuse_objects");
        if (accumulated) {
            compare(profile, dump, SampleType.ACCUMULATED_BYTES, "--alloc_space");
        }
    }

    private void compare(Profile profile, Path dump, SampleType measure, String option) throws Exception {
        String text = Programs.run(
                folder,
                "jeprof",
                Programs.JEPROF_WITHOUT_NAMES,
                "--text",
                "--addresses",
                "--show_bytes",
                option,
                "/bin/true",
                dump.toString());
        Matcher total = Pattern.compile("Total: (\\d+)").matcher(text);
        assertThat(total.find()).as(text).isTrue();
        double sum = profile.samples().stream().mapToDouble(measure::of).sum();
        // jeprof cuts fractions off.
        assertThat(sum).isCloseTo(Double.parseDouble(total.group(1)), within(1.0));

        Map<String, double[]> ours = byAddress(profile, measure);
        Map<String, double[]> theirs = new HashMap<>();
        text.lines().forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                theirs.put(
                        row.group(3),
                        new double[] {Double.parseDouble(row.group(1)), Double.parseDouble(row.group(2))});
            }
        });
        assertThat(theirs).hasSizeGreaterThan(5).containsOnlyKeys(ours.keySet());
        ours.forEach((address, figures) -> {
            assertThat(Objects.requireNonNull(theirs.get(address))[0])
                    .as(address + " flat")
                    .isCloseTo(figures[0], within(1.0));
            assertThat(Objects.requireNonNull(theirs.get(address))[1])
                    .as(address + " cumulative")
                    .isCloseTo(figures[1], within(1.0));
        });
    }

    /** Flat and cumulative figures; jeprof takes all addresses but the innermost for return addresses. */
    private static Map<String, double[]> byAddress(Profile profile, SampleType measure) {
        Map<String, double[]> figures = new HashMap<>();
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            List<Location> stack = sample.stack();
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < stack.size() && value > 0; i++) {
                String address = String.format("%016x", stack.get(i).address() - (i == 0 ? 0 : 1));
                double[] flatAndCumulative = figures.computeIfAbsent(address, key -> new double[2]);
                flatAndCumulative[0] += i == 0 ? value : 0;
                flatAndCumulative[1] += seen.add(address) ? value : 0;
            }
        }
        return figures;
    }
}
