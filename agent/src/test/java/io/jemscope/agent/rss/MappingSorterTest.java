package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MappingSorterTest {

    private static final int READ_WRITE = MemoryMapping.READ | MemoryMapping.WRITE;
    private static final int PLAIN = 0;

    @ParameterizedTest
    @EnumSource
    void findsTheStackOfEveryThreadOfARealJvm(RecordedJvm jvm) throws IOException {
        MappingSums sums = jvm.sums();

        assertThat(sums.of(MappingKind.THREAD_STACK).count).isEqualTo(jvm.threads);
        assertThat(sums.of(MappingKind.THREAD_STACK).resident).isBetween(20L * (8 << 10), 8L << 20);
    }

    @ParameterizedTest
    @EnumSource
    void findsWhatARealJvmHolds(RecordedJvm jvm) throws IOException {
        MappingSums sums = jvm.sums();

        assertThat(sums.of(MappingKind.JAVA_HEAP).resident).isBetween(8L << 20, 64L << 20);
        assertThat(sums.of(MappingKind.CODE_CACHE).resident).isBetween(1L << 18, 8L << 20);
        assertThat(sums.of(MappingKind.UNRESERVED).resident).isBetween(8L << 20, 32L << 20);
        assertThat(sums.of(MappingKind.LIBRARY).resident).isBetween(8L << 20, 32L << 20);
        assertThat(sums.of(MappingKind.CDS_ARCHIVE).resident).isBetween(8L << 20, 16L << 20);
        assertThat(sums.of(MappingKind.JAR).resident).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void addsUpToWhatTheKernelCounts(RecordedJvm jvm) throws IOException {
        MappingSums sums = jvm.sums();
        long sum = 0;
        for (MappingKind kind : MappingKind.values()) {
            sum += sums.of(kind).resident;
        }

        assertThat(sum).isBetween(jvm.residentBytes * 97 / 100, jvm.residentBytes * 103 / 100);
    }

    @Test
    void knowsThatZgcOfJdk17IsMappedSeveralTimes() throws IOException {
        MappingSums sums = RecordedJvm.JDK_17_ZGC.sums();
        long resident = sums.of(MappingKind.JAVA_HEAP).resident;

        assertThat(sums.of(MappingKind.JAVA_HEAP).proportional).isLessThan(resident - resident / 10);
        assertThat(RecordedJvm.JDK_25_ZGC.sums().of(MappingKind.JAVA_HEAP).proportional)
                .isEqualTo(RecordedJvm.JDK_25_ZGC.sums().of(MappingKind.JAVA_HEAP).resident);
    }

    @ParameterizedTest
    @CsvSource({
        "/usr/lib/libz.so.1.2.13,                1, LIBRARY",
        "/opt/app/libfoo.so (deleted),           3, LIBRARY",
        "/opt/app/a.out,                         5, LIBRARY",
        "/opt/jdk/bin/java,                      1, LIBRARY",
        "/opt/app/app.jar,                       1, JAR",
        "/opt/jdk/lib/modules,                   9, JAR",
        "/opt/jdk/lib/server/classes.jsa,        3, CDS_ARCHIVE",
        "/var/cache/app.aot (deleted),           1, CDS_ARCHIVE",
        "/anon_hugepage (deleted),               3, ANONYMOUS",
        "/var/data/segment.0001,                 9, FILE",
        "/dev/shm/ring,                         11, SHARED_MEMORY",
        "/memfd:ring (deleted),                 11, SHARED_MEMORY",
        "/memfd:java_heap (deleted),            11, JAVA_HEAP",
        "/memfd:java_heap.hugetlb (deleted),    11, JAVA_HEAP",
        "/SYSV00000000 (deleted),               11, SHARED_MEMORY",
        "[anon_shmem:ring],                     11, SHARED_MEMORY",
        "'',                                    11, SHARED_MEMORY",
        "[heap],                                 3, PROGRAM_BREAK",
        "[stack],                                3, THREAD_STACK",
        "[vdso],                                 5, KERNEL",
        "[anon:jemalloc_pg],                     3, UNRESERVED",
        "[anon: glibc: pthread stack: 4711],     3, THREAD_STACK",
        "[anon: glibc: malloc arena],            3, ANONYMOUS",
        "[anon:something],                       3, ANONYMOUS",
        "'',                                     3, ANONYMOUS",
        "'',                                     7, ANONYMOUS"
    })
    void goesByTheName(String name, int access, MappingKind kind) {
        assertThat(sorter().kind(mapping(0x1000, 0x2000, access, name, PLAIN))).isEqualTo(kind);
    }

    @Test
    void heapsOfArenasAreKnownByTheirHeads() {
        long heap = 0x7f0000000000L;
        long second = heap + 0x4000000L;
        long another = heap + 0x8000000L;
        Map<Long, Long> words = new HashMap<>();
        // The first heap of an arena, full, the arena's second one right behind it, and what only begins at such an
        // address.
        words.putAll(Map.of(heap, heap + 0x30, heap + 8, 0L, heap + 16, 0x4000000L, heap + 24, 0x4000000L));
        words.putAll(Map.of(second, heap + 0x30, second + 8, heap, second + 16, 0x1000L, second + 24, 0x21000L));
        words.putAll(Map.of(another, 17L, another + 8, 0L, another + 16, 4711L, another + 24, 0L));
        ArenaHeaps heaps = new ArenaHeaps(new WordMap(words));
        MappingSorter sorter = new MappingSorter(AddressRange.NONE, AddressRange.NONE, heaps, new MappingSums(), 10);

        assertThat(sorter.kind(mapping(heap, second + 0x21000, READ_WRITE, "", MemoryMapping.UNRESERVED)))
                .isEqualTo(MappingKind.C_LIBRARY_HEAP);
        assertThat(sorter.kind(mapping(another, another + 0x21000, READ_WRITE, "", MemoryMapping.UNRESERVED)))
                .isEqualTo(MappingKind.UNRESERVED);
        assertThat(heaps.arenas()).isEqualTo(1);
    }

    private record WordMap(Map<Long, Long> words) implements ProcessMemory {
        @Override
        public long word(long address) throws IOException {
            Long word = words.get(address);
            if (word == null) {
                throw new IOException("not mapped");
            }
            return word;
        }

        @Override
        public void close() {}
    }

    @Test
    void addressesGoBeforeNames() {
        MappingSorter sorter = new MappingSorter(
                new AddressRange(0x10000, 0x20000),
                new AddressRange(0x30000, 0x40000),
                new ArenaHeaps(null),
                new MappingSums(),
                10);

        assertThat(sorter.kind(mapping(0x11000, 0x12000, READ_WRITE, "/lib/classes.jsa", PLAIN)))
                .isEqualTo(MappingKind.JAVA_HEAP);
        assertThat(sorter.kind(mapping(0x30000, 0x31000, 7, "", PLAIN))).isEqualTo(MappingKind.CODE_CACHE);
    }

    @Test
    void aMappingThatTheKernelJoinedGoesWhereMostOfItLies() {
        AddressRange range = new AddressRange(0x10000, 0x20000);

        assertThat(range.holdsMostOf(mapping(0x1f000, 0x22000, READ_WRITE, "", PLAIN)))
                .isFalse();
        assertThat(range.holdsMostOf(mapping(0x11000, 0x21000, READ_WRITE, "", PLAIN)))
                .isTrue();
        assertThat(range.holdsMostOf(mapping(0x1000, 0x10000, READ_WRITE, "", PLAIN)))
                .isFalse();
        assertThat(AddressRange.NONE.holdsMostOf(mapping(0, 0x1000, READ_WRITE, "", PLAIN)))
                .isFalse();
        assertThat(AddressRange.NONE.isEmpty()).isTrue();
    }

    @Test
    void aStackLiesRightBehindItsGuard() {
        assertThat(behind(mapping(0x1000, 0x5000, 0, "", PLAIN), 0x5000, PLAIN)).isEqualTo(MappingKind.THREAD_STACK);
        assertThat(behind(mapping(0x1000, 0x4000, 0, "", PLAIN), 0x5000, PLAIN)).isEqualTo(MappingKind.ANONYMOUS);
        assertThat(behind(mapping(0x1000, 0x5000, READ_WRITE, "", PLAIN), 0x5000, PLAIN))
                .isEqualTo(MappingKind.ANONYMOUS);
    }

    @Test
    void addressSpaceThatTheJvmKeepsForLaterIsNoGuard() {
        assertThat(behind(mapping(0x1000, 0x5000, 0, "", MemoryMapping.UNRESERVED), 0x5000, PLAIN))
                .isEqualTo(MappingKind.ANONYMOUS);
    }

    /** The C library makes those of other threads than the first as jemalloc makes its memory. */
    @Test
    void anArenaThatTheCLibraryNamesIsntJemallocs() {
        assertThat(sorter().kind(mapping(
                        0x1000, 0x2000, READ_WRITE, "[anon: glibc: malloc arena]", MemoryMapping.UNRESERVED)))
                .isEqualTo(MappingKind.ANONYMOUS);
    }

    @Test
    void memoryMadeAsJemallocMakesItIsNoStack() {
        assertThat(behind(mapping(0x1000, 0x5000, 0, "", PLAIN), 0x5000, MemoryMapping.UNRESERVED))
                .isEqualTo(MappingKind.UNRESERVED);
    }

    @Test
    void takesAsManyAsItMay() {
        MappingSums sums = new MappingSums();
        MappingSorter sorter = new MappingSorter(AddressRange.NONE, AddressRange.NONE, new ArenaHeaps(null), sums, 1);

        assertThat(sorter.take(mapping(0x1000, 0x2000, READ_WRITE, "", PLAIN))).isTrue();
        assertThat(sorter.take(mapping(0x2000, 0x3000, READ_WRITE, "", PLAIN))).isFalse();
        assertThat(sums.mappings()).isEqualTo(1);
    }

    private static MappingKind behind(MemoryMapping first, long start, int marks) {
        MappingSorter sorter = sorter();
        sorter.take(first);
        return sorter.kind(mapping(start, start + 0x10000, READ_WRITE, "", marks));
    }

    private static MappingSorter sorter() {
        return new MappingSorter(AddressRange.NONE, AddressRange.NONE, new ArenaHeaps(null), new MappingSums(), 10);
    }

    private static MemoryMapping mapping(long start, long end, int access, String name, int marks) {
        return new MemoryMapping(start, end, access, name, 0, 0, 0, 0, 0, marks);
    }
}
