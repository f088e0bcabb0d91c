package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Birth;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BirthsTest {

    /** 0x6553f100 seconds are 1,700,000,000. */
    private static final String DUMP = """
            heap_v2/524288
              t*: 4: 4194304 [0: 0]
              t1: 4: 4194304 [0: 0] main
            @ 0x7f0000001000 0x4a45000000000002 0x4a4200006553f100
              t*: 1: 1048576 [0: 0]
              t1: 1: 1048576 [0: 0]
            @ 0x7f0000001000 0x4a45000000000002 0x4a4204006553f110
              t*: 2: 2097152 [0: 0]
              t1: 2: 2097152 [0: 0]
            @ 0x7f0000001000 0x4a45000000000002
              t*: 1: 1048576 [0: 0]
              t1: 1: 1048576 [0: 0]

            MAPPED_LIBRARIES:
            """;

    @Test
    void theLastAddressSaysWhenMemoryWasAllocated() throws IOException {
        Profile profile = read();

        assertThat(profile.samples())
                .extracting(sample -> sample.stack().size())
                .containsExactly(2, 2, 2);
        assertThat(profile.samples())
                .extracting(sample -> Birth.of(sample.labels()).orElse(null))
                .containsExactly(
                        new Birth(Instant.ofEpochSecond(1_700_000_000), Duration.ofSeconds(1)),
                        new Birth(Instant.ofEpochSecond(1_700_000_016), Duration.ofSeconds(16)),
                        null);
        assertThat(profile.samples().get(1).labels()).containsEntry(Birth.LABEL, "2023-11-14T22:13:36Z/PT16S");
    }

    @Test
    void withoutBirthsAStackIsOneSample() throws IOException {
        Profile profile = read();
        Profile joined = profile.withoutBirths();

        assertThat(joined.samples()).hasSize(1);
        Sample sample = joined.samples().get(0);
        assertThat(sample.labels()).isEqualTo(Map.of(Sample.KIND, "java", Sample.THREAD, "main"));
        assertThat(sample.stack()).isEqualTo(profile.samples().get(0).stack());
        assertThat(sample.live()).isEqualTo(profile.live());
        assertThat(joined.withoutBirths()).isSameAs(joined);
    }

    @Test
    void aBirthThatCannotBeReadIsNone() {
        for (String text :
                new String[] {"", "/", "yesterday/PT1S", "2023-11-14T22:13:36Z/", "2023-11-14T22:13:36Z/PT0S"}) {
            assertThat(Birth.of(Map.of(Birth.LABEL, text))).isEmpty();
        }
        assertThat(Birth.ofAddress(0x4a42_ffff_ffff_ffffL).span()).isPositive();
    }

    private static Profile read() throws IOException {
        byte[] dump = DUMP.getBytes(StandardCharsets.US_ASCII);
        return HeapReader.read(new ByteArrayInputStream(dump), SymbolSection.NONE);
    }
}
