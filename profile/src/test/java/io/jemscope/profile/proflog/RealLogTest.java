package io.jemscope.profile.proflog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Jemalloc;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that jemalloc wrote here and now. */
class RealLogTest {

    @TempDir
    private Path folder;

    @Test
    void hasWhatThreadsFreed() throws Exception {
        Jemalloc.assumeInstalled();
        // With every allocation sampled the figures are exact.
        Path log = Jemalloc.run(
                folder,
                "prof:true,prof_log:true,lg_prof_sample:0",
                ".json",
                Jemalloc.threads(folder).toString());

        Profile profile = ProfileFile.read(log);

        assertThat(profile.live()).isEqualTo(Amount.NONE);
        // Of each thread a thousand blocks of 2048, 3072, 4096 and 5120 bytes, and what grows beside them.
        assertThat(profile.accumulated().bytes()).isCloseTo(1_000 * (2_048 + 3_072 + 4_096 + 5_120), within(1e6));
        assertThat(profile.accumulated().objects()).isBetween(4_000.0, 4_500.0);
        assertThat(profile.metadata().count("rate")).hasValue(1);
    }
}
