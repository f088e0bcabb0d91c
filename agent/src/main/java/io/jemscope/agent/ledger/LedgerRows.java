package io.jemscope.agent.ledger;

import io.jemscope.allocator.MemorySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows. Only they are added, and each mapping is in one of them; what lies in a row is told below it and is no
 * addend. Where mappings can't be told apart, as metaspace's from those that a library made, the row that is known from a
 * count gets as much as it can have at most, and the other what is left at least.
 */
final class LedgerRows {

    /** Of these parts of the JVM there are rows and figures already, or they lie in files. */
    private static final Set<String> TOLD_ELSEWHERE =
            Set.of("Java Heap", "Class", "Metaspace", "Thread", "Thread Stack", "Code", "Shared class space");

    private final MappingSums sums;
    private final VmLayout layout;
    private final JvmFigures jvm;
    private final JemallocFigures jemalloc;
    private final NativeTracking tracking;
    private final ProfiledMemory.Known profiled;

    /** What of the anonymous mappings no row has yet. */
    private long anonymous;

    /** What of the mappings made as jemalloc makes them no row has yet. */
    private long unreserved;

    LedgerRows(
            MappingSums sums,
            VmLayout layout,
            JvmFigures jvm,
            JemallocFigures jemalloc,
            NativeTracking tracking,
            ProfiledMemory.Known profiled) {
        this.sums = sums;
        this.layout = layout;
        this.jvm = jvm;
        this.jemalloc = jemalloc;
        this.tracking = tracking;
        this.profiled = profiled;
    }

    List<LedgerRow> make() {
        anonymous = sums.residentBytes(MappingKind.ANONYMOUS);
        unreserved = sums.residentBytes(MappingKind.UNRESERVED);
        List<LedgerRow> rows = new ArrayList<>();
        rows.add(javaHeap());
        rows.add(codeCache());
        rows.add(plain("threadStacks", MappingKind.THREAD_STACK));
        rows.add(jemalloc());
        rows.add(plain("cdsArchive", MappingKind.CDS_ARCHIVE));
        rows.add(plain("libraries", MappingKind.LIBRARY));
        rows.add(plain("jars", MappingKind.JAR));
        rows.add(files());
        rows.add(plain("sharedMemory", MappingKind.SHARED_MEMORY));
        rows.add(jvmStructures());
        rows.add(otherAnonymous());
        return rows;
    }

    private LedgerRow plain(String name, MappingKind kind) {
        return LedgerRow.resident(name, sums.residentBytes(kind)).times(sums.count(kind));
    }

    private LedgerRow javaHeap() {
        long resident = sums.residentBytes(MappingKind.JAVA_HEAP);
        LedgerRow row;
        if (resident > 0) {
            row = LedgerRow.resident("javaHeap", resident);
        } else if (layout.why() != null) {
            row = atMost("javaHeap", jvm.heapCommittedBytes())
                    .note("Where the heap lies isn't known: " + layout.why() + ".");
        } else {
            row = LedgerRow.unknown("javaHeap")
                    .note("This collector's heap is no one range of addresses and no memory file of its own: it is in"
                            + " otherAnonymous, files or sharedMemory.");
        }
        row = row.counted(jvm.heapCommittedBytes(), "committed")
                .with(LedgerRow.unknown("heapUsed").counted(jvm.heapUsedBytes(), "used"));
        long proportional = sums.proportionalBytes(MappingKind.JAVA_HEAP);
        // Roundings and pages that a child shares for a moment are below a tenth.
        if (proportional < resident - resident / 10) {
            row = row.with(
                    LedgerRow.resident("mappedAgain", resident - proportional)
                            .note(
                                    "ZGC of JDK 17 maps the heap in three places, and RSS has its pages once for each; a"
                                            + " container's limit counts them once. Pages that a child process shares count here, too."));
        }
        return row;
    }

    private LedgerRow codeCache() {
        LedgerRow row;
        JvmFigures.Pools pools = jvm.pools();
        if (layout.why() == null) {
            row = LedgerRow.resident("codeCache", sums.residentBytes(MappingKind.CODE_CACHE));
        } else if (pools != null) {
            row = atMost("codeCache", pools.codeBytes()).note("Where the code lies isn't known: " + layout.why() + ".");
        } else {
            row = LedgerRow.unknown("codeCache")
                    .note("Where the code lies isn't known, nor how much there is: it is in otherAnonymous.");
        }
        return row.counted(pools == null ? null : (Long) pools.codeBytes(), "committed");
    }

    /** A row that has as much of the anonymous mappings as is counted, where there is so much. */
    private LedgerRow atMost(String name, long countedBytes) {
        long resident = Math.min(anonymous, countedBytes);
        anonymous -= resident;
        return LedgerRow.resident(name, resident).within(Bound.MOST);
    }

    private LedgerRow jemalloc() {
        MemorySummary memory = jemalloc.memory();
        if (!jemalloc.serves()) {
            return LedgerRow.unknown("jemalloc").note(sentence(jemalloc.why()));
        }
        if (memory == null) {
            LedgerRow row = LedgerRow.resident("jemalloc", unreserved)
                    .within(Bound.MOST)
                    .note("All that was mapped as jemalloc maps; " + jemalloc.why() + ".");
            unreserved = 0;
            return row;
        }
        long most = Sums.plus(memory.residentBytes(), jemalloc.muzzyBytes());
        LedgerRow row;
        if (sums.marked() && sums.count(MappingKind.UNRESERVED) > 0) {
            // Huge pages are resident as a whole, while jemalloc counts the part that it has handed out.
            long huge = sums.transparentBytes(MappingKind.UNRESERVED);
            long resident = Math.min(unreserved, Sums.plus(most, huge));
            unreserved -= resident;
            row = LedgerRow.resident("jemalloc", resident);
        } else {
            row = atMost("jemalloc", most)
                    .note("The kernel doesn't tell jemalloc's mappings from others: this is what jemalloc counts.");
        }
        row = row.counted(memory.residentBytes(), "resident at most")
                .with(allocated(memory))
                .with(part("fragmentation", memory.activeBytes() - memory.allocatedBytes(), "free in pages in use"))
                .with(part("metadata", memory.metadataBytes(), "allocated"))
                .with(part("dirty", jemalloc.dirtyBytes(), "kept for reuse"))
                .with(part("muzzy", jemalloc.muzzyBytes(), "left to the kernel"));
        Long resident = row.residentBytes();
        return row.with(part("untouched", most - (resident == null ? most : resident), "never touched"))
                .with(part("retained", memory.retainedBytes(), "address space")
                        .note("Address space without memory: it is in no sum."));
    }

    private static LedgerRow part(String name, long bytes, String what) {
        return LedgerRow.unknown(name).counted(Math.max(0, bytes), what);
    }

    private LedgerRow allocated(MemorySummary memory) {
        return part("allocated", memory.allocatedBytes(), "allocated")
                .with(directBuffers())
                .with(part("threadCaches", jemalloc.cachedBytes(), "free in threads' caches"))
                .with(LedgerRow.unknown("trackedMalloc")
                        .counted(tracking.mallocBytes(), "allocated")
                        .note(tracking.why()))
                .with(LedgerRow.unknown("profiled")
                        .counted(profiled.liveBytes(), "sampled")
                        .note(profiled.note()));
    }

    private LedgerRow directBuffers() {
        JvmFigures.Pools pools = jvm.pools();
        LedgerRow row = LedgerRow.unknown("directBuffers");
        return pools == null
                ? row.note(noModule())
                : row.counted(pools.directBytes(), "allocated").times(pools.directCount());
    }

    private LedgerRow files() {
        JvmFigures.Pools pools = jvm.pools();
        LedgerRow buffers = LedgerRow.unknown("mappedBuffers");
        buffers = pools == null
                ? buffers.note(noModule())
                : buffers.counted(pools.mappedBytes(), "mapped").times(pools.mappedCount());
        return plain("files", MappingKind.FILE).with(buffers);
    }

    private LedgerRow jvmStructures() {
        JvmFigures.Pools pools = jvm.pools();
        if (pools == null) {
            return LedgerRow.unknown("jvmStructures").note(noModule());
        }
        List<LedgerRow> parts = new ArrayList<>();
        parts.add(part("metaspace", pools.metaspaceBytes(), "committed"));
        parts.add(part("classSpace", pools.classSpaceBytes(), "committed"));
        long counted = Sums.plus(pools.metaspaceBytes(), pools.classSpaceBytes());
        for (NativeTracking.Category category : tracking.categories()) {
            if (category.mappedBytes() > 0 && !TOLD_ELSEWHERE.contains(category.name())) {
                counted = Sums.plus(counted, category.mappedBytes());
                parts.add(part("tracked:" + category.name(), category.mappedBytes(), "committed"));
            }
        }
        LedgerRow row = atMost("jvmStructures", counted).counted(counted, "committed");
        for (LedgerRow part : parts) {
            row = row.with(part);
        }
        return tracking.why() == null
                ? row
                : row.note("Of the collector's tables and other parts nothing is known, so they are in otherAnonymous. "
                        + tracking.why());
    }

    private LedgerRow otherAnonymous() {
        long brk = sums.residentBytes(MappingKind.PROGRAM_BREAK);
        long resident =
                Sums.plus(Sums.plus(anonymous, unreserved), Sums.plus(brk, sums.residentBytes(MappingKind.KERNEL)));
        LedgerRow row = LedgerRow.resident("otherAnonymous", resident).within(Bound.LEAST);
        if (unreserved > 0) {
            row = row.with(LedgerRow.resident("unreserved", unreserved));
        }
        if (brk > 0) {
            row = row.with(LedgerRow.resident("programBreak", brk));
        }
        return jemalloc.serves() ? row : row.with(directBuffers());
    }

    private static String noModule() {
        return "The program's runtime has no module java.management.";
    }

    private static @Nullable String sentence(@Nullable String half) {
        return half == null || half.isEmpty() ? half : Character.toUpperCase(half.charAt(0)) + half.substring(1) + ".";
    }
}
