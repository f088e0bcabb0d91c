package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.allocator.DumpKind;
import io.jemscope.profile.SampleRate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfiledMemoryTest {

    private static final long LEAST_LARGE = 16 << 10;

    private static final String DUMP = "heap_v2/512\n@ 0x1\n  t*: 2: 1024 [0: 0]\n";

    @Test
    void scalesEachStackByItselfAndPassesOverTheTotalAndThreads() throws IOException {
        String dump = """
                heap_v2/524288
                  t*: 3: 1049600 [0: 0]
                  t1: 3: 1049600 [0: 0]
                @ 0x1 0x2
                  t*: 2: 1024 [0: 0]
                  t1: 2: 1024 [0: 0]
                @ 0x3
                  t*: 1: 1048576 [5: 5]

                MAPPED_LIBRARIES:
                @ 0x4
                  t*: 1: 1048576 [0: 0]
                """;
        SampleRate rate = new SampleRate(524288);

        assertThat(bytes(dump))
                .isEqualTo(Math.round(
                        rate.scale(2, 1024).bytes() + rate.scale(1, 1048576).bytes()));
    }

    @Test
    void smallBlocksThatAreSampledTakeALargeOne() throws IOException {
        String dump = """
                heap_v2/1024
                  t*: 14: 1048576 [0: 0]
                @ 0x1
                  t*: 10: 1280 [0: 0]
                @ 0x2
                  t*: 3: 43008 [0: 0]
                @ 0x3
                  t*: 1: 16384 [0: 0]
                @ 0x4
                  t*: 2: 2097152 [0: 0]
                """;

        ProfiledMemory.SmallSamples small =
                Objects.requireNonNull(sum(dump, LEAST_LARGE).small());
        assertThat(small).isEqualTo(new ProfiledMemory.SmallSamples(13 * LEAST_LARGE, 1_280 + 43_008));
        assertThat(small.addedBytes(100 * LEAST_LARGE)).isEqualTo(13 * LEAST_LARGE - 44_288);
        // No more blocks of that size class are there.
        assertThat(small.addedBytes(12 * LEAST_LARGE)).isEqualTo(12 * LEAST_LARGE - 44_288);
        assertThat(small.addedBytes(0)).isZero();
        assertThat(sum(dump, 0).small()).isNull();
    }

    @Test
    void whatIsNoDumpIsRefused() {
        assertThatThrownBy(() -> bytes("")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> bytes("heap profile: 1: 2")).isInstanceOf(IOException.class);
    }

    @Test
    void brokenLinesCountNothing() throws IOException {
        assertThat(bytes("heap_v2/1\n@\n  t*: \n  t*: 5\n  t*: x: y\n  t*: 99999999999999999999: 1\n"))
                .isZero();
    }

    @Test
    void aLogIsNoDumpToTellItBy(@TempDir Path folder) throws IOException {
        Dump dump = dump(folder, "a", DumpKind.ASKED);
        Dump log = dump(folder, "b", DumpKind.LOG);
        Files.writeString(dump.file(), DUMP);
        Files.writeString(log.file(), "{}");

        ProfiledMemory.Known known = new ProfiledMemory().read(List.of(dump, log), LEAST_LARGE);

        assertThat(known.dump()).isEqualTo("a");
        assertThat(known.liveBytes()).isPositive();
        assertThat(new ProfiledMemory().read(List.of(log), LEAST_LARGE).note()).contains("No dump is kept");
    }

    @Test
    void aFailureIsntKept(@TempDir Path folder) throws IOException {
        ProfiledMemory memory = new ProfiledMemory();
        List<Dump> dumps = List.of(dump(folder, "a", DumpKind.ASKED));

        assertThat(memory.read(dumps, LEAST_LARGE).liveBytes()).isNull();
        Files.writeString(dumps.get(0).file(), DUMP);

        ProfiledMemory.Known known = memory.read(dumps, LEAST_LARGE);
        assertThat(known.liveBytes()).isPositive();
        assertThat(memory.read(dumps, LEAST_LARGE)).isSameAs(known);
    }

    private static Dump dump(Path folder, String id, DumpKind kind) {
        return new Dump(id, folder.resolve(id), 1, kind, Instant.EPOCH, 0, true);
    }

    private static long bytes(String dump) throws IOException {
        return Objects.requireNonNull(sum(dump, LEAST_LARGE).liveBytes());
    }

    private static ProfiledMemory.Known sum(String dump, long leastLargeBytes) throws IOException {
        return ProfiledMemory.sum("d", new BufferedReader(new StringReader(dump)), leastLargeBytes, "");
    }
}
