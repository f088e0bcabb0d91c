package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Dumps;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Programs;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.file.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heap profiles that Go's own runtime wrote: 500 blocks of 19,993 bytes held, 300 of 7,919 dropped but the last. */
class GoProfileTest {

    /** In the size that Go rounds 19,993 bytes up to. The program sets its rate itself, so Go misses half a megabyte or so. */
    private static final double HELD = 500 * 20_480.0;

    @TempDir
    private Path folder;

    private static void check(Profile profile) {
        assertThat(profile.rate()).isEqualTo(new SampleRate(4_096));
        assertThat(profile.live().bytes()).isCloseTo(HELD, within(0.6 * HELD));
        assertThat(profile.accumulated().bytes()).isGreaterThan(profile.live().bytes() + 300 * 7_000);
        assertThat(profile.metadata().get(ProfileMetadata.FIGURES)).isEmpty();
        assertThat(profile.samples())
                .flatMap(sample -> sample.stack())
                .flatMap(Location::frames)
                .extracting(Frame::label)
                .contains("main.leak", "main.churn", "runtime.main");
    }

    @Test
    void readsACommittedOne() throws IOException {
        check(ProfileFile.read(Files.write(folder.resolve("go"), Dumps.resource("go.pprof"))));
    }

    @Test
    void readsOneMadeNowAsGosOwnToolDoes() throws Exception {
        Programs.assumeInstalled("go");
        Files.write(folder.resolve("leak.go"), Dumps.resource("leak.go"));
        Path file = folder.resolve("heap");
        Programs.run(folder, "go", "run", "leak.go", file.toString());

        Profile profile = ProfileFile.read(file);

        check(profile);
        assertThat(profile.live().bytes()).isCloseTo(total(file, "inuse_space"), within(1.0));
        assertThat(profile.accumulated().objects()).isCloseTo(total(file, "alloc_objects"), within(1.0));
    }

    private double total(Path file, String column) throws IOException, InterruptedException {
        String top = Programs.run(
                folder, "go", "tool", "pprof", "-top", "-unit=B", "-sample_index=" + column, file.toString());
        Matcher total = Pattern.compile("of (\\d+)B? total").matcher(top);
        assertThat(total.find()).as(top).isTrue();
        return Double.parseDouble(total.group(1));
    }
}
