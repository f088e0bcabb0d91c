package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.jemscope.allocator.AllocatorException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a JVM with jemalloc preloaded and {@code prof:true,prof_active:false}. */
@Tag("preload")
@Tag("one-jdk")
class RealJemallocTest {

    private static Jemalloc jemalloc;

    @BeforeAll
    static void load() {
        jemalloc = Jemalloc.load(Path.of(System.getProperty("jemscope.native")));
        assertThat(jemalloc.detection().state())
                .as("%s preloaded; another path goes into -Djemscope.jemalloc", System.getProperty("jemscope.jemalloc"))
                .isEqualTo(Detection.State.PRESENT);
    }

    @Test
    void isDetected() {
        Detection detection = jemalloc.detection();

        assertThat(detection.version()).startsWith("5.");
        assertThat(detection.prefix()).isEmpty();
        assertThat(detection.path()).contains("libjemalloc");
    }

    @Test
    void switchesSamplingOnAndOff() throws AllocatorException {
        jemalloc.write(Control.PROF_ACTIVE, true);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isTrue();
        jemalloc.write(Control.PROF_ACTIVE, false);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isFalse();
    }

    @Test
    void memoryGrowsWithAnAllocation() throws AllocatorException {
        MemorySummary before = jemalloc.memory();
        // Larger than what the JVM's other threads may free meanwhile.
        ByteBuffer held = ByteBuffer.allocateDirect(137_000_003);
        MemorySummary after = jemalloc.memory();

        assertThat(after.allocatedBytes() - before.allocatedBytes()).isBetween(133_000_000L, 190_000_000L);
        assertThat(after.activeBytes()).isGreaterThanOrEqualTo(after.allocatedBytes());
        assertThat(held.capacity()).isEqualTo(137_000_003);
    }

    @Test
    void dumpsTheHeapAndTheNamesSeparately(@TempDir Path folder) throws AllocatorException, IOException {
        Path file = folder.resolve("a.heap");
        Path symbols = folder.resolve("a.heap.symbols");

        jemalloc.dumpHeap(file);
        assertThat(file).content().contains("MAPPED_LIBRARIES:");
        assertThat(symbols).doesNotExist();

        jemalloc.nameFrames(file, DumpKind.ASKED);
        assertThat(symbols).content().startsWith("--- symbol\n").endsWith("---\n");
    }

    @Test
    void sizeClassesAndArenasAddUp() throws AllocatorException {
        List<ByteBuffer> held = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            held.add(ByteBuffer.allocateDirect(1_200_000));
        }
        AllocatorStatistics statistics = AllocatorStatistics.of(jemalloc);
        long allocated = statistics.memory().allocatedBytes();

        // Thread caches change between two reads.
        assertThat(statistics.sizeClasses().stream()
                        .mapToLong(SizeClassStatistics::bytes)
                        .sum())
                .isCloseTo(allocated, withinPercentage(5));
        assertThat(statistics.arenas().stream()
                        .mapToLong(arena -> arena.smallBytes() + arena.largeBytes())
                        .sum())
                .isCloseTo(allocated, withinPercentage(5));
        assertThat(statistics.arenas().stream()
                        .mapToLong(ArenaStatistics::activeBytes)
                        .sum())
                .isCloseTo(statistics.memory().activeBytes(), withinPercentage(5));
        assertThat(statistics.sizeClasses())
                .isSortedAccordingTo(Comparator.comparingLong(SizeClassStatistics::sizeBytes))
                .filteredOn(one -> one.sizeBytes() == 1_310_720)
                .singleElement()
                .satisfies(one -> assertThat(one.count()).isGreaterThanOrEqualTo(held.size()))
                .satisfies(one -> assertThat(one.allocations() - one.releases()).isEqualTo(one.count()));
        assertThat(statistics.fragmentationRatio()).isBetween(1.0, 2.0);
        assertThat(statistics.residentRatio()).isGreaterThan(1.0);
    }

    @Test
    void dumpsSamplesWhileSamplingIsOff(@TempDir Path folder) throws AllocatorException, IOException {
        jemalloc.write(Control.PROF_ACTIVE, true);
        ByteBuffer held = ByteBuffer.allocateDirect(19_999_999);
        jemalloc.write(Control.PROF_ACTIVE, false);
        Path file = folder.resolve("a.heap");

        jemalloc.dump(file, DumpKind.ASKED);

        assertThat(file).content().startsWith("heap_v2/4096\n").contains("MAPPED_LIBRARIES:");
        assertThat(folder.resolve("a.heap.symbols"))
                .content()
                .startsWith("--- symbol\n")
                .contains("# kind: asked\n");
        assertThat(held.capacity()).isEqualTo(19_999_999);
    }

    @Test
    void neverOverwritesADump(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.heap"), "mine");

        AllocatorException e =
                catchThrowableOfType(AllocatorException.class, () -> jemalloc.dump(file, DumpKind.ASKED));

        assertThat(e.kind()).isEqualTo(Kind.FILE_EXISTS);
        assertThat(file).hasContent("mine");
    }

    @Test
    void reportsAFolderThatCannotBeWritten() {
        AllocatorException e = catchThrowableOfType(
                AllocatorException.class, () -> jemalloc.dump(Path.of("/proc/self/a.heap"), DumpKind.ASKED));

        assertThat(e.kind()).isEqualTo(Kind.FILE_NOT_WRITTEN);
    }

    @Test
    void failsWhereJemallocFails() {
        assertThatThrownBy(() -> jemalloc.read(Control.flag("opt.no_such"))).hasMessageContaining("no such control");
        assertThatThrownBy(() -> jemalloc.read(Control.flag("prof.lg_sample"))).hasMessageContaining("wrong type");
        assertThatThrownBy(() -> jemalloc.write(Control.PROF_LG_SAMPLE, 3L))
                .hasMessageContaining("it can only be read");
    }

    @Test
    void runsActions() throws AllocatorException {
        jemalloc.run(Control.THREAD_TCACHE_FLUSH);
        jemalloc.run(Control.action("arena.0.purge"));
    }

    @Test
    void aCheckForTheLogStartsNone() throws AllocatorException {
        assertThat(jemalloc.offers(Control.PROF_PREFIX)).isTrue();
        assertThat(jemalloc.offers(Control.PROF_LOG_START)).isTrue();

        assertThatThrownBy(() -> jemalloc.run(Control.PROF_LOG_STOP)).isInstanceOf(AllocatorException.class);
    }

    @Test
    void writesALogToAnExistingFile(@TempDir Path folder) throws AllocatorException, IOException {
        Path log = Files.createFile(folder.resolve("a.log"));

        jemalloc.write(Control.PROF_LOG_START, Optional.of(log.toString()));
        assertThat(log).isEmptyFile();
        assertThatThrownBy(() -> jemalloc.write(Control.PROF_LOG_START, Optional.of(log.toString())))
                .isInstanceOf(AllocatorException.class);
        jemalloc.run(Control.PROF_LOG_STOP);

        assertThat(log).content().startsWith("{\"info\":");
    }

    @Test
    void aResetKeepsTheRate() throws AllocatorException {
        long rate = jemalloc.read(Control.PROF_LG_SAMPLE);

        jemalloc.run(Control.PROF_RESET_ALONE);

        assertThat(jemalloc.read(Control.PROF_LG_SAMPLE)).isEqualTo(rate);
    }

    @Test
    void namesTheThreadInProfiles() throws AllocatorException {
        jemalloc.write(Control.THREAD_PROF_NAME, Optional.of("a-thread"));

        assertThat(jemalloc.read(Control.THREAD_PROF_NAME)).contains("a-thread");
    }

    @Test
    void returnsStatisticsAsTextAndJson() throws AllocatorException {
        assertThat(jemalloc.statistics(StatisticsQuery.TEXT)).contains("Begin jemalloc statistics");
        assertThat(jemalloc.statistics(new StatisticsQuery(true, "mdablx")))
                .startsWith("{")
                .contains("\"version\"");
    }

    @Test
    void everyOptionHasItsSource() throws AllocatorException {
        Map<String, MallocOption> options =
                jemalloc.options().stream().collect(Collectors.toMap(MallocOption::name, Function.identity()));

        assertThat(options.get("prof")).isEqualTo(new MallocOption("prof", "true", OptionSource.ENVIRONMENT));
        assertThat(options.get("lg_prof_sample"))
                .isEqualTo(new MallocOption("lg_prof_sample", "12", OptionSource.ENVIRONMENT));
        assertThat(options.get("abort")).isEqualTo(new MallocOption("abort", "false", OptionSource.DEFAULT));
        assertThat(options.get("prof_log")).isEqualTo(new MallocOption("prof_log", null, OptionSource.DEFAULT));
    }
}
