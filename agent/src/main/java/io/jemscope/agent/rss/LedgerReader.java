package io.jemscope.agent.rss;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MemorySummary;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Reads the ledger of this process. */
public final class LedgerReader {

    /** Four times the kernel's default limit of mappings for a process. */
    private static final int MOST_MAPPINGS = 1 << 18;

    /** Readers that come again and again hold glibc's locks for no more than a hundredth of the time. */
    private static final int GLIBC_TIMES = 100;

    private static final String NOT_READ = "GET /api/v1/memory reads it.";

    private final Allocator allocator;
    private final DumpStore dumps;

    /** Null where neither Native Memory Tracking nor a dump is read. */
    private final @Nullable NativeTrackingReader tracked;

    private final ProfiledMemory profiled = new ProfiledMemory();

    private @Nullable GlibcFigures glibc;
    private long glibcDueNanos;

    /** Once it is known it never changes. */
    private @Nullable VmLayout layout;

    public LedgerReader(Allocator allocator, DumpStore dumps, ThreadFactory threads) {
        this(allocator, dumps, new NativeTrackingReader(threads));
    }

    private LedgerReader(Allocator allocator, DumpStore dumps, @Nullable NativeTrackingReader tracked) {
        this.tracked = tracked;
        this.allocator = allocator;
        this.dumps = dumps;
    }

    /** One that doesn't query Native Memory Tracking, which may never answer, and reads no dump, which may be long. */
    public static LedgerReader withoutWaiting(Allocator allocator, DumpStore dumps) {
        return new LedgerReader(allocator, dumps, (NativeTrackingReader) null);
    }

    private long leastLargeBytes() {
        try {
            return allocator.find(JemallocFigures.LEAST_LARGE).orElse(0L);
        } catch (AllocatorException e) {
            return 0;
        }
    }

    /**
     * Reads the ledger and writes it as an object.
     *
     * @return how long the kernel counted pages, which held the program up
     * @throws IOException if the kernel's files can't be read
     */
    public Duration write(JsonWriter json) throws IOException {
        Ledger ledger = read();
        LedgerJson.write(ledger, json);
        return ledger.counting();
    }

    /**
     * Adds the resident memory of each row, as {@code ledger.javaHeap.bytes}, what no row has, and what glibc's malloc counts.
     *
     * @throws IOException if the kernel's files can't be read
     */
    public void addRowsTo(Map<String, Double> figures) throws IOException {
        Ledger ledger = read();
        for (LedgerRow row : ledger.rows()) {
            if (row.memory() != null) {
                figures.put("ledger." + row.name() + ".bytes", (double) row.residentBytes());
            }
            for (LedgerRow part : row.of()) {
                LedgerRow.Counted counted = part.counted();
                if (counted != null && part.name().startsWith("glibc")) {
                    figures.put("ledger." + part.name() + ".bytes", (double) counted.bytes());
                }
            }
        }
        figures.put("ledger.remainder.bytes", (double) ledger.remainderBytes());
        figures.put("mappings.count", (double) ledger.sums().mappings());
    }

    private GlibcFigures glibc() {
        GlibcFigures last = glibc;
        long begin = System.nanoTime();
        if (tracked == null && last != null && begin - glibcDueNanos < 0) {
            return last;
        }
        GlibcFigures now = GlibcFigures.read(allocator);
        long end = System.nanoTime();
        glibcDueNanos = end + GLIBC_TIMES * (end - begin);
        glibc = now;
        return now;
    }

    private static @Nullable ProcessMemory ownMemory() {
        try {
            return ProcessMemory.own();
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads the ledger; for one caller at a time. */
    Ledger read() throws IOException {
        VmLayout known = layout;
        if (known == null) {
            known = VmLayout.own();
            layout = known.why() == null ? known : null;
        }
        // Load classes first, since that takes memory; then read all figures at one moment.
        NativeTracking tracking = tracked == null ? NativeTracking.without(null, NOT_READ) : tracked.read();
        ProfiledMemory.Known profile = tracked == null
                ? ProfiledMemory.Known.without(null, NOT_READ)
                : profiled.read(dumps.list(), leastLargeBytes());
        JvmFigures jvm = JvmFigures.own();
        JemallocFigures before = JemallocFigures.read(allocator, dumps);
        MappingSums sums = new MappingSums();
        boolean complete;
        long begin = System.nanoTime();
        GlibcFigures counted = glibc();
        try (InputStream smaps = new FileInputStream("/proc/self/smaps");
                ProcessMemory memory = ownMemory()) {
            ArenaHeaps heaps = new ArenaHeaps(memory);
            complete = Smaps.read(smaps, new MappingSorter(known.heap(), known.code(), heaps, sums, MOST_MAPPINGS));
            counted = counted.withArenas(heaps.arenas());
        }
        Duration counting = Duration.ofNanos(System.nanoTime() - begin);
        ProcessStatus status = ProcessStatus.own();
        JemallocFigures jemalloc = before.until(JemallocFigures.read(allocator, dumps));
        MemorySummary memory = jemalloc.memory();
        return new Ledger(
                Instant.now(),
                status,
                ContainerMemory.own(),
                sums,
                counting,
                complete,
                new LedgerRows(sums, known, jvm, jemalloc, tracking, profile, counted).make(),
                memory == null ? null : (Long) memory.retainedBytes(),
                tracking);
    }
}
