package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Dumps;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code go tool pprof} makes of our files. */
class GoToolTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void needsGo() {
        Programs.assumeInstalled("go");
    }

    private String pprof(Profile profile, String... options) throws IOException, InterruptedException {
        Path file = folder.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }
        List<String> command = new ArrayList<>(List.of("go", "tool", "pprof", "-unit=B"));
        command.addAll(List.of(options));
        command.add(file.toString());
        return Programs.run(folder, command.toArray(String[]::new));
    }

    @Test
    void readsTheSameTotal() throws Exception {
        Profile profile = Dumps.read(new String(Dumps.resource("jvm.heap_v2"), StandardCharsets.UTF_8));

        assertThat(pprof(profile, "-top"))
                .contains("Type: inuse_space")
                .contains("of " + Math.round(profile.live().bytes()) + "B total");
    }

    @Test
    void readsTheSameFunctionsAndComments() throws Exception {
        Profile profile = Fixtures.everyKindOfFrame();

        assertThat(pprof(profile, "-top", "-nodefraction=0"))
                .contains("File: java")
                .contains("Jan 1, 2026")
                .contains("Duration: 60.50s")
                .contains("of 2077775B total")
                .containsPattern("1999993B .* ns::inner")
                .contains("java.util.zip.Deflater.init\n")
                .contains("Foo$$Lambda.<init>\n")
                .contains("libz.so+0x2000")
                .contains("[stack cut here]");
        assertThat(pprof(profile, "-top", "-sample_index=alloc_space")).contains("of 20077712B total");
        assertThat(pprof(profile, "-comments")).contains("command: java -jar a: b.jar");
    }
}
