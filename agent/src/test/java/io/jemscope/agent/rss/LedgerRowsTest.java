package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.rss.RowMemory.Bound;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.MemorySummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerRowsTest {

    private static final int MIB = 1 << 20;
    private static final int READ_WRITE = MemoryMapping.READ | MemoryMapping.WRITE;
    private static final int NO_RESERVE = MemoryMapping.UNRESERVED;
    private static final JvmFigures JVM = new JvmFigures(
            100 * MIB, 60 * MIB, new JvmFigures.Pools(20 * MIB, 2 * MIB, 5 * MIB, 7 * MIB, 3, 9 * MIB, 1));
    private static final NativeTracking OFF = NativeTracking.without("off", "It is off.");
    private static final ProfiledMemory.Known NO_PROFILE = new ProfiledMemory.Known(null, null, null, "None.");
    private static final GlibcFigures NO_GLIBC = new GlibcFigures(null, false, 0, null);
    private static final JemallocFigures NO_JEMALLOC = new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, false, "none");
    private static final VmLayout LAYOUT =
            new VmLayout(new AddressRange(0x10000000L, 0x20000000L), AddressRange.NONE, null);

    private static final VmLayout NO_RANGE = new VmLayout(AddressRange.NONE, AddressRange.NONE, null);

    private final MappingSums sums = new MappingSums();
    private long next = 0x40000000L;

    @ParameterizedTest
    @EnumSource
    void addUpToTheMappingsOfARealJvm(RecordedJvm jvm) throws IOException {
        MappingSums real = jvm.sums();
        JemallocFigures jemalloc = jemalloc(30 * MIB);

        List<LedgerRow> rows = new LedgerRows(real, jvm.layout(), JVM, jemalloc, OFF, NO_PROFILE, NO_GLIBC).make();

        long mapped =
                jvm.mappings().stream().mapToLong(MemoryMapping::residentBytes).sum();
        assertThat(sum(rows)).isEqualTo(mapped);
        assertThat(memory(named(rows, "javaHeap")).bound()).isEqualTo(Bound.EXACT);
        assertThat(named(rows, "jemalloc").residentBytes()).isGreaterThan(8L * MIB);
    }

    @ParameterizedTest
    @EnumSource
    void sayNothingForSureWhereTheKernelDoesntTellHowMappingsWereMade(RecordedJvm jvm) throws IOException {
        List<LedgerRow> rows = new LedgerRows(
                        jvm.sumsWithoutMarks(), jvm.layout(), JVM, jemalloc(12 * MIB), OFF, NO_PROFILE, NO_GLIBC)
                .make();

        assertThat(memory(named(rows, "threadStacks")).bound()).isEqualTo(Bound.MOST);
        assertThat(memory(named(rows, "jemalloc")).bound()).isEqualTo(Bound.MOST);
        assertThat(sum(rows))
                .isEqualTo(jvm.mappings().stream()
                        .mapToLong(MemoryMapping::residentBytes)
                        .sum());
    }

    @Test
    void whatJemallocCannotHoldIsAnothers() {
        anonymous(50 * MIB, NO_RESERVE);

        List<LedgerRow> rows = rows(jemalloc(30 * MIB, 20 * MIB), OFF);

        assertThat(named(rows, "jemalloc").memory()).isEqualTo(RowMemory.atMost(30 * MIB));
        LedgerRow others = named(rows, "otherAnonymous");
        assertThat(named(others.of(), "unreserved").residentBytes()).isEqualTo(20L * MIB);
        // Of the 30 MiB of address space that aren't jemalloc's.
        assertThat(others.memory()).isEqualTo(new RowMemory(20 * MIB, Bound.LEAST, 30L * MIB, 0, 0));
        assertThat(sum(rows)).isEqualTo(50L * MIB);
    }

    @Test
    void whatAnotherMapsLikeJemallocMayBeAllInItsRow() {
        anonymous(40 * MIB, NO_RESERVE);

        List<LedgerRow> rows = rows(jemalloc(40 * MIB, 10 * MIB), OFF);

        assertThat(named(rows, "jemalloc").memory()).isEqualTo(RowMemory.atMost(40 * MIB));
        assertThat(named(rows, "otherAnonymous").memory()).isEqualTo(new RowMemory(0, Bound.LEAST, 30L * MIB, 0, 0));
    }

    @Test
    void whereNothingElseIsMappedLikeItJemallocHasAllOfItForSure() {
        anonymous(40 * MIB, NO_RESERVE);

        List<LedgerRow> rows = rows(jemalloc(30 * MIB, 40 * MIB), OFF);

        assertThat(named(rows, "jemalloc").memory()).isEqualTo(RowMemory.exact(40 * MIB));
        assertThat(named(rows, "otherAnonymous").memory()).isEqualTo(RowMemory.exact(0));
    }

    @Test
    void whatTheJvmMayHaveOfALibrarysMemoryIsInTheLastRowsMost() {
        anonymous(0, NO_RESERVE);
        anonymous(50 * MIB, 0);

        RowMemory others = memory(named(rows(jemalloc(0), OFF), "otherAnonymous"));

        assertThat(others).isEqualTo(new RowMemory(28 * MIB, Bound.LEAST, 50L * MIB, 0, 0));
    }

    @Test
    void whatIsSwappedOutIsToldAndWasTouched() {
        long start = next();
        sums.add(
                MappingKind.UNRESERVED,
                new MemoryMapping(
                        start, start + 30 * MIB, READ_WRITE, "", 10 * MIB, 10 * MIB, 12 * MIB, 0, 0, NO_RESERVE));

        LedgerRow jemalloc = named(rows(jemalloc(30 * MIB), OFF), "jemalloc");

        assertThat(memory(jemalloc).swappedBytes()).isEqualTo(12L * MIB);
        assertThat(counted(named(jemalloc.of(), "untouched"))).isEqualTo(8L * MIB);
    }

    @Test
    void glibcHasItsHeapsAndWhatItCountsOfLargeBlocksAtMost() {
        mapping(MappingKind.PROGRAM_BREAK, 3 * MIB, 0);
        mapping(MappingKind.C_LIBRARY_HEAP, 20 * MIB, 0);
        anonymous(50 * MIB, 0);
        GlibcFigures glibc = new GlibcFigures(new GlibcMemory(18 * MIB, 2 * MIB, 25 * MIB, 7, 5), true, 4, null);

        List<LedgerRow> rows = new LedgerRows(sums, LAYOUT, JVM, NO_JEMALLOC, OFF, NO_PROFILE, glibc).make();

        LedgerRow row = named(rows, "glibcMalloc");
        assertThat(row.memory()).isEqualTo(RowMemory.atMost(48 * MIB));
        assertThat(counted(named(row.of(), "glibcAllocated"))).isEqualTo(43L * MIB);
        assertThat(counted(named(row.of(), "glibcFree"))).isEqualTo(2L * MIB);
        assertThat(named(row.of(), "glibcArenas").count()).isEqualTo(4);
        assertThat(named(row.of(), "largeBlocks").count()).isEqualTo(7);
        assertThat(sum(rows)).isEqualTo(73L * MIB);
    }

    @Test
    void besideJemallocGlibcHasItsHeapsForSure() {
        mapping(MappingKind.PROGRAM_BREAK, MIB, 0);
        mapping(MappingKind.C_LIBRARY_HEAP, 20 * MIB, 0);

        assertThat(named(rows(jemalloc(0), OFF), "glibcMalloc").memory()).isEqualTo(RowMemory.exact(21 * MIB));
    }

    @Test
    void ofOtherFilesTheLargestIsNamed() {
        file("/data/small.idx", 2 * MIB);
        file("/data/large.db", 3 * MIB);
        file("/data/large.db", 4 * MIB);
        file("/data/middle.idx", 5 * MIB);

        LedgerRow files = named(rows(jemalloc(0), OFF), "files");

        assertThat(files.count()).isEqualTo(4);
        assertThat(named(files.of(), "file:/data/large.db").residentBytes()).isEqualTo(7L * MIB);
        assertThat(files.of()).extracting(LedgerRow::name).containsExactly("file:/data/large.db", "mappedBuffers");
    }

    @Test
    void whatAHeapOfOneRangeSharesIsNotPutDownToZgc() {
        long start = next();
        sums.add(
                MappingKind.JAVA_HEAP,
                new MemoryMapping(start, start + 64 * MIB, READ_WRITE, "", 64 * MIB, 32 * MIB, 0, 0, 0, NO_RESERVE));

        LedgerRow shared = named(named(rows(jemalloc(0), OFF), "javaHeap").of(), "mappedAgain");

        assertThat(shared.residentBytes()).isEqualTo(32L * MIB);
        assertThat(shared.note()).contains("Other processes share").doesNotContain("ZGC");
    }

    private void file(String name, int bytes) {
        long start = next();
        sums.add(
                MappingKind.FILE,
                new MemoryMapping(start, start + bytes, MemoryMapping.READ, name, bytes, bytes, 0, 0, 0, 0));
    }

    @Test
    void aHeapInReservedHugePagesIsThereThoughRssHasNothingOfIt() {
        mapping(MappingKind.JAVA_HEAP, 0, 64 * MIB);

        LedgerRow heap = named(rows(jemalloc(0), OFF), "javaHeap");

        assertThat(heap.memory()).isEqualTo(new RowMemory(0, Bound.EXACT, null, 0, 64 * MIB));
        assertThat(heap.note()).isNull();
    }

    @Test
    void aHeapThatIsMappedThreeTimesHasItsHugePagesOnce() {
        for (int i = 0; i < 3; i++) {
            mapping(MappingKind.JAVA_HEAP, 0, 90 * MIB);
        }

        List<LedgerRow> rows = new LedgerRows(sums, NO_RANGE, JVM, jemalloc(0), OFF, NO_PROFILE, NO_GLIBC).make();

        assertThat(memory(named(rows, "javaHeap")).hugetlbBytes()).isEqualTo(100L * MIB);
    }

    @Test
    void aHeapThatIsNowhereIsToldSoOnlyWhereItHasNoRange() {
        assertThat(named(rows(jemalloc(0), OFF), "javaHeap").note()).isNull();
        List<LedgerRow> rows = new LedgerRows(sums, NO_RANGE, JVM, jemalloc(0), OFF, NO_PROFILE, NO_GLIBC).make();
        assertThat(named(rows, "javaHeap").memory()).isNull();
        assertThat(named(rows, "javaHeap").note()).contains("neither one address range");
    }

    @Test
    void withoutTheKernelsMarksStacksAreSoManyAtMost() {
        mapping(MappingKind.THREAD_STACK, 5 * MIB, 0);

        List<LedgerRow> rows = rows(jemalloc(0), OFF);

        assertThat(named(rows, "threadStacks").memory()).isEqualTo(RowMemory.atMost(5 * MIB));
        assertThat(named(rows, "threadStacks").note()).contains("guard pages");
        assertThat(memory(named(rows, "otherAnonymous")).mostBytes()).isEqualTo(5L * MIB);
    }

    @Test
    void withTheKernelsMarksStacksAreJustThose() {
        mapping(MappingKind.THREAD_STACK, 5 * MIB, 0);
        anonymous(0, NO_RESERVE);

        assertThat(named(rows(jemalloc(0), OFF), "threadStacks").memory()).isEqualTo(RowMemory.exact(5 * MIB));
    }

    @Test
    void withoutTheKernelsMarksNothingIsKnownOfJemallocWhileADumpIsMade() {
        anonymous(50 * MIB, 0);
        JemallocFigures held = new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, true, "a dump is being made");

        List<LedgerRow> rows = rows(held, OFF);

        assertThat(named(rows, "jemalloc").memory()).isNull();
        assertThat(named(rows, "jemalloc").note()).contains("otherAnonymous", "a dump is being made");
        assertThat(sum(rows)).isEqualTo(50L * MIB);
    }

    @Test
    void whatWasAllocatedAndNeverTouchedIsTold() {
        anonymous(10 * MIB, NO_RESERVE);

        LedgerRow jemalloc = named(rows(jemalloc(30 * MIB), OFF), "jemalloc");

        assertThat(jemalloc.residentBytes()).isEqualTo(10L * MIB);
        assertThat(counted(named(jemalloc.of(), "untouched"))).isEqualTo(20L * MIB);
        assertThat(counted(named(jemalloc.of(), "fragmentation"))).isEqualTo(3L * MIB);
    }

    @Test
    void hugePagesAreJemallocsAsAWhole() {
        next();
        sums.add(
                MappingKind.UNRESERVED,
                new MemoryMapping(0, 60 * MIB, READ_WRITE, "", 50 * MIB, 50 * MIB, 0, 0, 20 * MIB, NO_RESERVE));

        assertThat(named(rows(jemalloc(30 * MIB, 50 * MIB), OFF), "jemalloc").residentBytes())
                .isEqualTo(50L * MIB);
    }

    @Test
    void withoutTheKernelsMarksJemallocHasWhatItCountsAtMost() {
        anonymous(50 * MIB, 0);

        List<LedgerRow> rows = rows(jemalloc(20 * MIB), OFF);

        assertThat(named(rows, "jemalloc").residentBytes()).isEqualTo(20L * MIB);
        assertThat(memory(named(rows, "jemalloc")).bound()).isEqualTo(Bound.MOST);
        assertThat(sum(rows)).isEqualTo(50L * MIB);
    }

    @Test
    void whileADumpIsMadeJemallocHasAllThatWasMappedLikeIt() {
        anonymous(50 * MIB, NO_RESERVE);
        JemallocFigures held = new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, true, "a dump is being made");

        LedgerRow jemalloc = named(rows(held, OFF), "jemalloc");

        assertThat(jemalloc.residentBytes()).isEqualTo(50L * MIB);
        assertThat(memory(jemalloc).bound()).isEqualTo(Bound.MOST);
        assertThat(jemalloc.note()).contains("a dump is being made");
    }

    @Test
    void withoutJemallocItIsAllOthers() {
        anonymous(50 * MIB, NO_RESERVE);
        JemallocFigures none = new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, false, "malloc goes elsewhere");
        GlibcFigures old = new GlibcFigures(null, true, 0, "Too old.");

        List<LedgerRow> rows = new LedgerRows(sums, LAYOUT, JVM, none, OFF, NO_PROFILE, old).make();

        assertThat(named(rows, "jemalloc").memory()).isNull();
        assertThat(named(rows, "jemalloc").note()).isEqualTo("Malloc goes elsewhere.");
        assertThat(named(rows, "otherAnonymous").residentBytes()).isEqualTo(50L * MIB);
        LedgerRow glibc = named(rows, "glibcMalloc");
        assertThat(glibc.note()).isEqualTo("Too old.");
        assertThat(named(named(glibc.of(), "glibcAllocated").of(), "directBuffers")
                        .count())
                .isEqualTo(3L);
    }

    @Test
    void ofOtherMappingsTheJvmHasAsMuchAsItCountsAtMostAndOthersTheRest() {
        anonymous(90 * MIB, 0);
        NativeTracking on = new NativeTracking(
                "summary",
                List.of(
                        new NativeTracking.Category("GC", 50 * MIB, 45 * MIB, 5 * MIB, 40 * MIB),
                        new NativeTracking.Category("Java Heap", 100 * MIB, 100 * MIB, 0, 100 * MIB),
                        new NativeTracking.Category("Metaspace", 64 * MIB, 20 * MIB, 0, 20 * MIB)),
                null);

        List<LedgerRow> without = rows(jemalloc(0), OFF);
        List<LedgerRow> with = rows(jemalloc(0), on);

        assertThat(named(without, "jvmStructures").residentBytes()).isEqualTo(22L * MIB);
        assertThat(named(without, "jvmStructures").note()).contains("collector's tables", "It is off.");
        assertThat(named(with, "jvmStructures").residentBytes()).isEqualTo(62L * MIB);
        assertThat(memory(named(with, "jvmStructures")).bound()).isEqualTo(Bound.MOST);
        assertThat(named(with, "jvmStructures").of())
                .extracting(LedgerRow::name)
                .containsExactly("metaspace", "classSpace", "tracked:GC");
        assertThat(named(with, "otherAnonymous").residentBytes()).isEqualTo(28L * MIB);
        assertThat(memory(named(with, "otherAnonymous")).bound()).isEqualTo(Bound.LEAST);
        LedgerRow malloc =
                named(named(named(with, "jemalloc").of(), "allocated").of(), "trackedMalloc");
        assertThat(counted(malloc)).isEqualTo(5L * MIB);
    }

    @Test
    void aHeapWhosePlaceIsntKnownHasWhatIsCommittedAtMost() {
        anonymous(80 * MIB, 0);

        List<LedgerRow> rows =
                new LedgerRows(sums, VmLayout.unknown("no libjvm"), JVM, jemalloc(0), OFF, NO_PROFILE, NO_GLIBC).make();

        assertThat(named(rows, "javaHeap").residentBytes()).isEqualTo(80L * MIB);
        assertThat(memory(named(rows, "javaHeap")).bound()).isEqualTo(Bound.MOST);
        assertThat(named(rows, "javaHeap").note()).isEqualTo("Where the heap lies isn't known: no libjvm.");
        assertThat(sum(rows)).isEqualTo(80L * MIB);
    }

    @Test
    void withoutTheModuleWhatItTellsIsntKnown() {
        anonymous(80 * MIB, 0);

        List<LedgerRow> rows =
                new LedgerRows(sums, LAYOUT, new JvmFigures(1, 1, null), jemalloc(0), OFF, NO_PROFILE, NO_GLIBC).make();

        assertThat(named(rows, "jvmStructures").memory()).isNull();
        assertThat(named(rows, "jvmStructures").note()).contains("java.management");
        assertThat(named(rows, "codeCache").counted()).isNull();
        assertThat(named(rows, "otherAnonymous").residentBytes()).isEqualTo(80L * MIB);
    }

    private List<LedgerRow> rows(JemallocFigures jemalloc, NativeTracking tracking) {
        return new LedgerRows(sums, LAYOUT, JVM, jemalloc, tracking, NO_PROFILE, NO_GLIBC).make();
    }

    private static JemallocFigures jemalloc(long residentBytes) {
        return jemalloc(residentBytes, 1L << 40);
    }

    private static JemallocFigures jemalloc(long residentBytes, long spaceBytes) {
        MemorySummary memory = new MemorySummary(5 * MIB, 8 * MIB, MIB, residentBytes, spaceBytes, 0);
        return new JemallocFigures(memory, residentBytes, spaceBytes, MIB, 0, MIB, MIB, 4, true, null);
    }

    private void anonymous(long bytes, int marks) {
        long start = next();
        MemoryMapping mapping = new MemoryMapping(start, start + bytes, READ_WRITE, "", bytes, bytes, 0, 0, 0, marks);
        sums.add(new MappingSorter(LAYOUT.heap(), LAYOUT.code(), new ArenaHeaps(null), sums, 1).kind(mapping), mapping);
    }

    private void mapping(MappingKind kind, long residentBytes, long hugetlbBytes) {
        long start = next();
        sums.add(
                kind,
                new MemoryMapping(
                        start, start + MIB, READ_WRITE, "", residentBytes, residentBytes, 0, hugetlbBytes, 0, 0));
    }

    private long next() {
        next += 0x10000000L;
        return next;
    }

    private static long sum(List<LedgerRow> rows) {
        List<Long> all = new ArrayList<>();
        for (LedgerRow row : rows) {
            all.add(row.residentBytes());
        }
        return all.stream().mapToLong(Long::longValue).sum();
    }

    private static RowMemory memory(LedgerRow row) {
        return Objects.requireNonNull(row.memory());
    }

    private static long counted(LedgerRow row) {
        return Objects.requireNonNull(row.counted()).bytes();
    }

    private static LedgerRow named(List<LedgerRow> rows, String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }
}
