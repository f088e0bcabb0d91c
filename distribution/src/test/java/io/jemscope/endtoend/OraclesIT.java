package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Frame;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Other people's tools read what Jemscope writes, and come to the same figures. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OraclesIT {

    private static final Percentage A_THOUSANDTH = Percentage.withPercentage(0.1);
    private static final Pattern JEPROF_TOTAL = Pattern.compile("Total: (\\d+) B");
    private static final Pattern PPROF_TOTAL = Pattern.compile("of (\\d+)B total");
    /** A row with flat bytes; rows that have cumulative bytes alone (a flat 0, without its unit) are no leaves. */
    private static final Pattern PPROF_ROW =
            Pattern.compile("(?m)^ *(\\d+)B +\\S+ +\\S+ +\\d+B +\\S+ +(.+?)(?: \\(inline\\))?$");

    @TempDir
    private static Path folder;

    private final Jdk jdk = Jdks.all().get(Jdks.all().size() - 1);

    @BeforeAll
    void record() throws Exception {
        Outcome outcome =
                new Recorder(folder).record(Image.program(jdk, List.of(), "leaks.DeflaterLeak"), "--keep-raw");
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    }

    @Test
    void jeprofFindsTheSameTotalInTheRawDump() throws Exception {
        String text = output(
                "jeprof",
                "--text",
                "--show_bytes",
                jdk.java().toString(),
                folder.resolve("recording.heap").toString());

        assertThat((double) number(JEPROF_TOTAL, text)).isCloseTo(totalBytes(), A_THOUSANDTH);
    }

    @Test
    void pprofFindsTheSameTotalAndTheSameFirstFunctions() throws Exception {
        String text = output(
                "go",
                "tool",
                "pprof",
                "-top",
                "-unit=B",
                "-nodefraction=0",
                "-nodecount=10",
                new Recorder(folder).file().toString());

        assertThat((double) number(PPROF_TOTAL, text)).isCloseTo(totalBytes(), A_THOUSANDTH);
        Map<String, Double> rows = new LinkedHashMap<>();
        Matcher row = PPROF_ROW.matcher(text);
        while (row.find()) {
            rows.put(row.group(2), Double.valueOf(row.group(1)));
        }
        Map<String, Double> flat = flatBytes();
        assertThat(rows)
                .as(text)
                .hasSizeGreaterThan(5)
                .allSatisfy((function, bytes) ->
                        assertThat(flat.get(function)).as(function).isCloseTo(bytes, within(1.0)));
        // Functions of equal size may stand in either order; what they hold may not.
        List<Double> greatest = flat.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(rows.size())
                .toList();
        assertThat(rows.values())
                .zipSatisfy(greatest, (theirs, ours) -> assertThat(theirs).isCloseTo(ours, within(1.0)));
    }

    private static double totalBytes() throws Exception {
        return Recording.read(new Recorder(folder).file()).profile().live().bytes();
    }

    private static Map<String, Double> flatBytes() throws Exception {
        Map<String, Double> flat = new HashMap<>();
        Recording.read(new Recorder(folder).file())
                .profile()
                .samples()
                .forEach(sample -> Recording.frames(sample)
                        .map(Frame::label)
                        .findFirst()
                        .ifPresent(
                                function -> flat.merge(function, sample.live().bytes(), Double::sum)));
        return flat;
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static String output(String... command) throws Exception {
        Outcome outcome = Recorder.run(TargetCommand.of(command)
                .withVariable("HOME", folder.toString())
                .withVariable("PPROF_TMPDIR", folder.toString()));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }
}
