package io.jemscope.agent.web.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.httpd.ApiException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsideDumpsTest {

    private final FakeAllocator allocator = new FakeAllocator();

    @TempDir
    private Path temporary;

    private Path folder;
    private DumpStore store;
    private AsideDumps dumps;

    @BeforeEach
    void open() {
        folder = temporary.resolve("dumps");
        Clock clock = Clock.fixed(Instant.parse("2026-03-04T05:06:07.089Z"), ZoneOffset.UTC);
        store = new DumpStore(new DumpFolder(folder, folder), 4711, allocator, clock, notice -> {});
        dumps = new AsideDumps(store);
    }

    @Test
    void anOpenHeapCanBeReadAndHasNoNameAnyMore() throws Exception {
        allocator.heap.set("heap_v2/1024\n");

        OpenHeap heap = dumps.openHeap();

        assertThat(files()).isZero();
        assertThat(heap.id()).isEqualTo("4711.20260304-050607-089.0001.asked");
        try (var in = Channels.newInputStream(heap.content())) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo("heap_v2/1024\n");
        }
        assertThat(store.list()).isEmpty();
    }

    @Test
    void itsTakerRemovesADumpWithNamesAndTheNamesAlone() throws Exception {
        Dump dump = dumps.take();
        Dump names = dumps.takeNames();
        assertThat(dump.file()).exists();
        assertThat(dump.symbols()).exists();
        assertThat(names.symbols()).exists();

        store.removeAside(dump);
        store.removeAside(names);

        assertThat(files()).isZero();
    }

    @Test
    void whatTheAllocatorRefusesIsAProblem() {
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(dumps::openHeap)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(507));
        assertThatThrownBy(dumps::take).isInstanceOf(ApiException.class);
    }

    @Test
    void aFolderThatIsNoneIsAProblem() throws Exception {
        Files.writeString(folder, "a file");

        assertThatThrownBy(dumps::openHeap)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(507));
        assertThatThrownBy(dumps::take).isInstanceOf(ApiException.class);
        assertThatThrownBy(dumps::takeNames).isInstanceOf(ApiException.class);
    }

    /** But for what says that the process lives. */
    private long files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".alive"))
                    .count();
        }
    }
}
