package io.jemscope.agent.rss;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.MemorySummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of this process that cost next to nothing to read, by name; {@code docs/history.md} lists the names. What isn't known is left
 * out. The ledger, which costs more, is {@link LedgerReader}'s.
 */
public final class MemoryStatistics {

    private static final Path STATUS = Path.of("/proc/self/status");

    /** The container's own pressure, else the machine's. */
    private static final Path[] PRESSURE = {Path.of("/sys/fs/cgroup/memory.pressure"), Path.of("/proc/pressure/memory")
    };

    private static final String[] STATUS_LINES = {"VmRSS:", "RssAnon:", "RssFile:", "RssShmem:", "VmSwap:"};
    private static final String[] STATUS_NAMES = {
        "rss.bytes", "rss.anonymous.bytes", "rss.file.bytes", "rss.shared.bytes", "swap.bytes"
    };

    private final Allocator allocator;
    private final DumpStore dumps;

    public MemoryStatistics(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.dumps = dumps;
    }

    /** Adds the figures of this moment. Waits for nothing: during a dump, jemalloc's are left out. */
    public void addTo(Map<String, Double> figures) {
        addKernels(figures);
        addJemalloc(figures);
        addJvm(figures);
    }

    /** Adds what the kernel says of this moment: resident memory, what the container has taken, pressure. The cheapest part. */
    public static void addKernels(Map<String, Double> figures) {
        addStatus(figures);
        addContainer(figures);
        addPressure(figures);
    }

    private static void addStatus(Map<String, Double> figures) {
        String status = text(STATUS);
        if (status == null) {
            return;
        }
        for (int i = 0; i < STATUS_LINES.length; i++) {
            if (status.contains(STATUS_LINES[i])) {
                put(figures, STATUS_NAMES[i], KernelText.number(status, STATUS_LINES[i]) << 10);
            }
        }
        put(figures, "threads.count", KernelText.number(status, "Threads:"));
    }

    /** Adds jemalloc's figures, but during a dump. */
    public void addJemalloc(Map<String, Double> figures) {
        JemallocFigures jemalloc = JemallocFigures.read(allocator, dumps);
        MemorySummary memory = jemalloc.memory();
        if (memory == null) {
            return;
        }
        put(figures, "jemalloc.allocated.bytes", memory.allocatedBytes());
        put(figures, "jemalloc.active.bytes", memory.activeBytes());
        put(figures, "jemalloc.metadata.bytes", memory.metadataBytes());
        put(figures, "jemalloc.resident.bytes", memory.residentBytes());
        put(figures, "jemalloc.mapped.bytes", memory.mappedBytes());
        put(figures, "jemalloc.retained.bytes", memory.retainedBytes());
        put(figures, "jemalloc.dirty.bytes", jemalloc.dirtyBytes());
        put(figures, "jemalloc.cached.bytes", jemalloc.cachedBytes());
    }

    private static void addContainer(Map<String, Double> figures) {
        ContainerMemory container = new ControlGroups(Path.of("/")).read();
        put(figures, "container.used.bytes", container.usedBytes());
        put(figures, "container.limit.bytes", container.limitBytes());
        put(figures, "container.inactiveFile.bytes", container.inactiveFileBytes());
    }

    private static void addPressure(Map<String, Double> figures) {
        for (Path file : PRESSURE) {
            String text = text(file);
            if (text != null) {
                addPressure(text, figures);
                return;
            }
        }
    }

    /** {@code some avg10=0.00 avg60=1.25 avg300=0.00 total=4711}, and the same for {@code full}: the kernel's {@code psi.rst}. */
    static void addPressure(String text, Map<String, Double> figures) {
        for (String line : text.split("\n", -1)) {
            String kind = line.startsWith("some ") ? "some" : line.startsWith("full ") ? "full" : null;
            int share = line.indexOf("avg60=");
            int total = line.indexOf("total=");
            int end = share < 0 ? -1 : line.indexOf(' ', share);
            if (kind == null || share < 0 || end < 0 || total < end) {
                continue;
            }
            share += "avg60=".length();
            try {
                figures.put("pressure." + kind + ".percent", Double.valueOf(line.substring(share, end)));
            } catch (NumberFormatException e) {
                // Another kernel's form.
            }
            put(figures, "pressure." + kind + ".stalled.us", KernelText.leading(line, total + "total=".length()));
        }
    }

    private static void addJvm(Map<String, Double> figures) {
        JvmFigures jvm = JvmFigures.own();
        put(figures, "heap.committed.bytes", jvm.heapCommittedBytes());
        put(figures, "heap.used.bytes", jvm.heapUsedBytes());
        JvmFigures.Pools pools = jvm.pools();
        if (pools != null) {
            put(figures, "metaspace.committed.bytes", pools.metaspaceBytes());
            put(figures, "classSpace.committed.bytes", pools.classSpaceBytes());
            put(figures, "codeCache.committed.bytes", pools.codeBytes());
            put(figures, "directBuffers.bytes", pools.directBytes());
            put(figures, "directBuffers.count", pools.directCount());
            put(figures, "mappedBuffers.bytes", pools.mappedBytes());
            put(figures, "mappedBuffers.count", pools.mappedCount());
            ManagementPools.addCollections(figures);
        }
    }

    private static @Nullable String text(Path file) {
        try {
            return KernelText.read(file);
        } catch (IOException e) {
            return null;
        }
    }

    private static void put(Map<String, Double> figures, String name, @Nullable Long value) {
        if (value != null) {
            figures.put(name, (double) value);
        }
    }
}
