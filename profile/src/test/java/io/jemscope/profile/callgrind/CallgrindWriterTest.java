package io.jemscope.profile.callgrind;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Golden;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Programs;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallgrindWriterTest {

    private static String write(Profile profile) {
        return Golden.text(out -> CallgrindWriter.write(profile, out));
    }

    private static Location function(String name, int line) {
        return new Location(line, null, List.of(new NativeFrame(name, name, null, new SourceLine(name + ".c", line))));
    }

    private static Sample sample(double bytes, Location... stack) {
        return new Sample(List.of(stack), new Amount(1, bytes), Amount.NONE, Map.of());
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }

    @Test
    void writesEveryKindOfFrame() {
        Golden.check("every-kind-of-frame.callgrind", write(Fixtures.everyKindOfFrame()));
    }

    @Test
    void countsACallOnceAStack() {
        Location a = function("a", 1);
        Location b = function("b", 2);

        Golden.check(
                "recursion.callgrind",
                write(profile(sample(100, a, b, a, b, a), sample(20, b, function("a", 7)), sample(3, a))));
    }

    @Test
    void callgrindAnnotateReadsTheSameFigures(@TempDir Path folder) throws Exception {
        Profile profile = profile(
                sample(1_000_003, function("leaf", 3), function("middle", 20), function("main", 1)),
                sample(50_021, function("leaf", 4), function("main", 2)),
                sample(701, function("middle", 21), function("main", 1)));

        String flat = annotate(folder, profile, "--inclusive=no", "--threshold=100");
        assertThat(flat).containsPattern("1,050,725 .*PROGRAM TOTALS");
        assertThat(flat).containsPattern("1,050,024 .*leaf.c:leaf").containsPattern("701 .*middle.c:middle");
        String inclusive = annotate(folder, profile, "--inclusive=yes", "--threshold=100");
        assertThat(inclusive).containsPattern("1,050,725 .*main.c:main").containsPattern("1,000,704 .*middle.c:middle");
    }

    @Test
    void callgrindAnnotateReadsHostileNames(@TempDir Path folder) throws Exception {
        Profile profile = Fixtures.hostileNames();

        String flat = annotate(folder, profile, "--threshold=100");

        assertThat(flat)
                .containsPattern("14,091 .*PROGRAM TOTALS")
                .contains("\"quoted\", \\back\\slashed")
                .contains("line?break??fn=(1) other")
                .contains("(2) compressed");
    }

    private static String annotate(Path folder, Profile profile, String... options) throws Exception {
        Programs.assumeInstalled("callgrind_annotate");
        Path file = folder.resolve("callgrind.out.1");
        Files.writeString(file, write(profile), StandardCharsets.UTF_8);
        List<String> command = new ArrayList<>(List.of("callgrind_annotate", "--auto=no"));
        command.addAll(List.of(options));
        command.add(file.toString());
        return Programs.run(folder, command.toArray(String[]::new));
    }
}
