package io.jemscope.profile.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Golden;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Programs;
import io.jemscope.profile.Sample;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawWriterTest {

    private static String write(Profile profile) {
        return Golden.text(out -> RawWriter.write(profile, out));
    }

    @Test
    void writesEverythingThatIsThere() {
        Golden.check("every-kind-of-frame.raw.txt", write(Fixtures.everyKindOfFrame()));
    }

    @Test
    void keepsEveryLineWhole() {
        String raw = write(Fixtures.hostileNames());

        assertThat(raw.chars().filter(c -> (c < ' ' && c != '\n') || c == 0x7f)).isEmpty();
        assertThat(raw).contains("line?break??fn=(1) other line?break??fn=(1) other:1");
    }

    @Test
    void samplesAreThoseOfGoToolPprof(@TempDir Path folder) throws Exception {
        Programs.assumeInstalled("go");
        Path file = folder.resolve("profile.pb.gz");
        Profile random = Fixtures.random(5, 300);
        // Go drops samples that come to nothing, and adds equal ones up.
        Set<List<Location>> stacks = new HashSet<>();
        List<Sample> samples = random.samples().stream()
                .filter(sample -> stacks.add(sample.stack()))
                .map(sample -> new Sample(sample.stack(), new Amount(1.4, 4711.3), Amount.NONE, sample.labels()))
                .toList();
        Profile profile = new Profile(random.rate(), samples, random.mappings(), random.metadata());
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }

        String theirs = Programs.run(folder, "go", "tool", "pprof", "-symbolize=none", "-raw", file.toString());

        assertThat(samples(write(profile))).hasSizeGreaterThan(500).isEqualTo(withoutBlockBytes(samples(theirs)));
    }

    /** Our reader keeps these labels to itself. */
    private static List<String> withoutBlockBytes(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.stripLeading().startsWith("block_bytes:["))
                .toList();
    }

    private static List<String> samples(String raw) {
        return raw.substring(raw.indexOf("Samples:"), raw.indexOf("Locations"))
                .lines()
                .map(String::stripTrailing)
                .toList();
    }
}
