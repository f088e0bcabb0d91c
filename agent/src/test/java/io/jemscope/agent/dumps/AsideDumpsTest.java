package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    @BeforeEach
    void open() {
        folder = temporary.resolve("dumps");
        Clock clock = Clock.fixed(Instant.parse("2026-03-04T05:06:07.089Z"), ZoneOffset.UTC);
        store = new DumpStore(new DumpFolder(folder, folder), 4711, allocator, clock, notice -> {});
    }

    @Test
    void anOpenHeapCanBeReadAndHasNoNameAnyMore() throws Exception {
        allocator.heap.set("heap_v2/1024\n");

        OpenHeap heap = store.openHeap();

        assertThat(files()).isZero();
        assertThat(heap.id()).isEqualTo("4711.20260304-050607-089.0001.asked");
        try (var in = Channels.newInputStream(heap.content())) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo("heap_v2/1024\n");
        }
        assertThat(store.list()).isEmpty();
    }

    @Test
    void itsTakerRemovesADumpWithNamesAndTheNamesAlone() throws Exception {
        Dump dump = store.writeAside();
        Dump names = store.writeNamesAside();
        assertThat(dump.file()).exists();
        assertThat(dump.symbols()).exists();
        assertThat(names.symbols()).exists();

        store.removeAside(dump);
        store.removeAside(names);

        assertThat(files()).isZero();
    }

    @Test
    void aDumpThatMayBeLeftOutWaitsForNoneAndIsInNoList() throws Exception {
        Dump dump = store.tryWriteAside().orElseThrow();
        assertThat(dump.file()).exists();
        assertThat(store.list()).isEmpty();

        store.between().lock();
        try {
            assertThat(CompletableFuture.supplyAsync(this::tryWrite).get(30, TimeUnit.SECONDS))
                    .isEmpty();
        } finally {
            store.between().unlock();
        }
    }

    private Optional<Dump> tryWrite() {
        try {
            return store.tryWriteAside();
        } catch (AllocatorException | IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatTheAllocatorRefusesIsTold() {
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(store::openHeap).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(store::writeAside).isInstanceOf(AllocatorException.class);
    }

    @Test
    void aFolderThatIsNoneIsTold() throws Exception {
        Files.writeString(folder, "a file");

        assertThatThrownBy(store::openHeap).isInstanceOf(SetupException.class);
        assertThatThrownBy(store::writeAside).isInstanceOf(SetupException.class);
        assertThatThrownBy(store::writeNamesAside).isInstanceOf(SetupException.class);
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
