package io.jemscope.agent.rss;

import io.jemscope.agent.rss.RowMemory.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows. Only they are added, and each mapping is in one of them; what lies in a row is told below it and is no
 * addend. Where mappings can't be told apart, as metaspace's from those that a library made, a row that is known from a count
 * gets as much as it can have at most; so the order in which rows are made matters, and the one with the rest comes last.
 */
final class LedgerRows {

    /** Of these parts of the JVM there are rows and figures already, or they lie in files. */
    private static final Set<String> TOLD_ELSEWHERE =
            Set.of("Java Heap", "Class", "Metaspace", "Thread", "Thread Stack", "Code", "Shared class space");

    private static final String MAPPED_BY_ZGC =
            "ZGC of JDK 17 maps the heap in three places, and RSS has its pages once for each; a"
                    + " container's limit counts them once. Pages that a child process shares count here, too.";

    private static final String SHARED_HEAP =
            "Other processes share these pages of the heap: a child that was just forked, or JVMs that map the same CDS"
                    + " archive. RSS counts them in each process, a container's limit once.";

    private final MappingSums sums;
    private final VmLayout layout;
    private final JvmFigures jvm;
    private final JemallocFigures jemalloc;
    private final NativeTracking tracking;
    private final ProfiledMemory.Known profiled;
    private final GlibcFigures glibc;

    private final UnattributedMemory unclaimed;

    LedgerRows(
            MappingSums sums,
            VmLayout layout,
            JvmFigures jvm,
            JemallocFigures jemalloc,
            NativeTracking tracking,
            ProfiledMemory.Known profiled,
            GlibcFigures glibc) {
        this.sums = sums;
        this.layout = layout;
        this.jvm = jvm;
        this.jemalloc = jemalloc;
        this.tracking = tracking;
        this.profiled = profiled;
        this.glibc = glibc;
        this.unclaimed = new UnattributedMemory(sums);
    }

    /** The rows; call it once. */
    List<LedgerRow> make() {
        List<LedgerRow> rows = new ArrayList<>();
        rows.add(javaHeap());
        rows.add(codeCache());
        rows.add(threadStacks());
        rows.add(new JemallocRow(sums, jemalloc, unclaimed).make(allocated()));
        rows.add(new GlibcRow(sums, glibc, unclaimed).make(allocatedByGlibc()));
        rows.add(plain("cdsArchive", MappingKind.CDS_ARCHIVE));
        rows.add(plain("libraries", MappingKind.LIBRARY));
        rows.add(plain("jars", MappingKind.JAR));
        rows.add(files());
        rows.add(plain("sharedMemory", MappingKind.SHARED_MEMORY));
        rows.add(jvmStructures());
        rows.add(otherAnonymous());
        return rows;
    }

    private @Nullable Long addedBySampling() {
        ProfiledMemory.SmallSamples small = profiled.small();
        return small == null ? null : (Long) small.addedBytes(jemalloc.leastLargeBytes());
    }

    private LedgerRow plain(String name, MappingKind kind) {
        return LedgerRow.of(name, RowMemory.of(sums, kind)).times(sums.of(kind).count);
    }

    private LedgerRow javaHeap() {
        RowMemory memory = RowMemory.of(sums, MappingKind.JAVA_HEAP);
        LedgerRow row;
        if (memory.residentBytes() + memory.hugetlbBytes() > 0 || !layout.heap().isEmpty()) {
            // ZGC of JDK 17 has each page in three places.
            row = LedgerRow.of("javaHeap", memory.hugetlb(Math.min(memory.hugetlbBytes(), jvm.heapCommittedBytes())));
        } else if (layout.why() != null) {
            row = atMost("javaHeap", jvm.heapCommittedBytes())
                    .note("Where the heap lies isn't known: " + layout.why() + ".");
        } else {
            row = LedgerRow.unknown("javaHeap")
                    .note("This collector's heap is neither one address range nor a memory file of its own: it is in"
                            + " otherAnonymous, files or sharedMemory.");
        }
        row = row.counted(jvm.heapCommittedBytes(), CountedAs.COMMITTED)
                .with(LedgerRow.unknown("heapUsed").counted(jvm.heapUsedBytes(), CountedAs.USED));
        long resident = memory.residentBytes();
        long proportional = sums.of(MappingKind.JAVA_HEAP).proportional;
        // Roundings and pages that a child shares for a moment are below a tenth.
        if (proportional < resident - resident / 10) {
            row = row.with(LedgerRow.of("mappedAgain", RowMemory.exact(resident - proportional))
                    .note(layout.heap().isEmpty() ? MAPPED_BY_ZGC : SHARED_HEAP));
        }
        return row;
    }

    private LedgerRow codeCache() {
        LedgerRow row;
        JvmFigures.Pools pools = jvm.pools();
        if (layout.why() == null) {
            row = LedgerRow.of("codeCache", RowMemory.of(sums, MappingKind.CODE_CACHE));
        } else if (pools != null) {
            row = atMost("codeCache", pools.codeBytes()).note("Where the code lies isn't known: " + layout.why() + ".");
        } else {
            row = LedgerRow.unknown("codeCache")
                    .note("Where the code lies isn't known, nor how much there is: it is in otherAnonymous.");
        }
        return row.counted(pools == null ? null : (Long) pools.codeBytes(), CountedAs.COMMITTED);
    }

    private LedgerRow threadStacks() {
        LedgerRow row = plain("threadStacks", MappingKind.THREAD_STACK);
        if (sums.tellsUnreserved()) {
            return row;
        }
        RowMemory memory = RowMemory.of(sums, MappingKind.THREAD_STACK).within(Bound.MOST);
        unclaimed.doubt(memory.residentBytes());
        return LedgerRow.of("threadStacks", memory)
                .times(sums.of(MappingKind.THREAD_STACK).count)
                .note(
                        "The kernel doesn't distinguish a stack's guard pages from other inaccessible pages, so there may be"
                                + " memory in this row that is not a stack.");
    }

    private LedgerRow atMost(String name, long countedBytes) {
        return LedgerRow.of(name, unclaimed.claim(countedBytes));
    }

    private static LedgerRow part(String name, long bytes, CountedAs as) {
        return LedgerRow.unknown(name).counted(Math.max(0, bytes), as);
    }

    private LedgerRow allocated() {
        return LedgerRow.unknown("allocated")
                .with(directBuffers())
                .with(part("threadCaches", jemalloc.cachedBytes(), CountedAs.CACHED))
                .with(trackedMalloc())
                .with(profiled())
                .with(LedgerRow.unknown("addedBySampling")
                        .counted(addedBySampling(), CountedAs.SAMPLED)
                        .note(profiled.note()));
    }

    private LedgerRow allocatedByGlibc() {
        return LedgerRow.unknown("glibcAllocated")
                .with(directBuffers())
                .with(trackedMalloc())
                .with(profiled());
    }

    private LedgerRow profiled() {
        return LedgerRow.unknown("profiled")
                .counted(profiled.liveBytes(), CountedAs.SAMPLED)
                .note(profiled.note());
    }

    private LedgerRow trackedMalloc() {
        return LedgerRow.unknown("trackedMalloc")
                .counted(tracking.mallocBytes(), CountedAs.ALLOCATED)
                .note(tracking.why());
    }

    private LedgerRow directBuffers() {
        JvmFigures.Pools pools = jvm.pools();
        LedgerRow row = LedgerRow.unknown("directBuffers");
        return pools == null
                ? row.note(noModule())
                : row.counted(pools.directBytes(), CountedAs.ALLOCATED).times(pools.directCount());
    }

    private LedgerRow files() {
        JvmFigures.Pools pools = jvm.pools();
        LedgerRow buffers = LedgerRow.unknown("mappedBuffers");
        buffers = pools == null
                ? buffers.note(noModule())
                : buffers.counted(pools.mappedBytes(), CountedAs.MAPPED).times(pools.mappedCount());
        LedgerRow row = plain("files", MappingKind.FILE);
        if (!sums.largestFile().isEmpty()) {
            row = row.with(
                    LedgerRow.of("file:" + sums.largestFile(), RowMemory.exact(sums.largestFileResidentBytes())));
        }
        return row.with(buffers);
    }

    private LedgerRow jvmStructures() {
        JvmFigures.Pools pools = jvm.pools();
        if (pools == null) {
            return LedgerRow.unknown("jvmStructures").note(noModule());
        }
        List<LedgerRow> parts = new ArrayList<>();
        parts.add(part("metaspace", pools.metaspaceBytes(), CountedAs.COMMITTED));
        parts.add(part("classSpace", pools.classSpaceBytes(), CountedAs.COMMITTED));
        long counted = Sums.plus(pools.metaspaceBytes(), pools.classSpaceBytes());
        for (NativeTracking.Category category : tracking.categories()) {
            if (category.mappedBytes() > 0 && !TOLD_ELSEWHERE.contains(category.name())) {
                counted = Sums.plus(counted, category.mappedBytes());
                parts.add(part("tracked:" + category.name(), category.mappedBytes(), CountedAs.COMMITTED));
            }
        }
        LedgerRow row = atMost("jvmStructures", counted).counted(counted, CountedAs.COMMITTED);
        for (LedgerRow part : parts) {
            row = row.with(part);
        }
        return tracking.why() == null
                ? row
                : row.note("Of the collector's tables and other parts nothing is known, so they are in otherAnonymous. "
                        + tracking.why());
    }

    private LedgerRow otherAnonymous() {
        long unreserved = unclaimed.unreservedBytes();
        LedgerRow row = LedgerRow.of("otherAnonymous", unclaimed.rest());
        if (unreserved > 0) {
            row = row.with(LedgerRow.of("unreserved", RowMemory.exact(unreserved)));
        }
        return row;
    }

    private static String noModule() {
        return "The program's runtime has no module java.management.";
    }
}
