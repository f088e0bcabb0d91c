package io.jemscope.agent.rss;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.allocator.MemorySummary;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What jemalloc counts of its own memory. Its sums are of one epoch, its own or a later one that another caller began.
 *
 * @param memory the sums; null if they can't be read
 * @param mostBytes the most that can be resident
 * @param spaceBytes all address space that it has, that without memory among it
 * @param dirtyBytes pages that were given back and may still be in memory
 * @param muzzyBytes pages that the kernel may take when it needs them
 * @param cachedBytes what threads keep in their caches: free, but counted as allocated
 * @param leastLargeBytes what blocks of the smallest large size class take, small blocks that are sampled among them
 * @param arenas how many arenas it has made
 * @param serves whether the program's {@code malloc} goes to jemalloc
 * @param why why there are no sums: half a sentence; null where there are
 */
record JemallocFigures(
        @Nullable MemorySummary memory,
        long mostBytes,
        long spaceBytes,
        long dirtyBytes,
        long muzzyBytes,
        long cachedBytes,
        long leastLargeBytes,
        int arenas,
        boolean serves,
        @Nullable String why) {

    /** jemalloc's index for the sum of all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final String ALL_ARENAS = "stats.arenas.4096.";

    /** jemalloc's smallest large size class: 16 KiB with pages of 4 KiB. */
    static final Control<Long> LEAST_LARGE = Control.size("arenas.lextent.0.size");

    /** Reads them; never waits for a dump, while which jemalloc holds them back. */
    static JemallocFigures read(Allocator allocator, DumpStore dumps) {
        if (!dumps.between().tryLock()) {
            Detection detection = allocator.detection();
            return detection.present()
                    ? without(true, "a dump is being made, and jemalloc holds its figures back until it is written")
                    : without(false, otherMalloc(detection));
        }
        try {
            return figures(allocator);
        } finally {
            dumps.between().unlock();
        }
    }

    private static JemallocFigures figures(Allocator allocator) {
        try {
            Detection detection = allocator.detection();
            Optional<Long> pageBytes = allocator.find(Control.size("arenas.page"));
            if (!detection.present() || pageBytes.isEmpty()) {
                return without(false, otherMalloc(detection));
            }
            // Brings the figures up to date, once; the others follow at once.
            MemorySummary memory = allocator.memory();
            long page = pageBytes.get();
            long dirty = allocator.find(Control.size(ALL_ARENAS + "pdirty")).orElse(0L);
            long muzzy = allocator.find(Control.size(ALL_ARENAS + "pmuzzy")).orElse(0L);
            long cached =
                    allocator.find(Control.size(ALL_ARENAS + "tcache_bytes")).orElse(0L);
            return new JemallocFigures(
                    memory,
                    Sums.plus(memory.residentBytes(), page * muzzy),
                    Sums.plus(memory.mappedBytes(), memory.retainedBytes()),
                    page * dirty,
                    page * muzzy,
                    cached,
                    leastLargeBytes(allocator),
                    arenas(allocator),
                    true,
                    null);
        } catch (AllocatorException e) {
            return without(true, "jemalloc doesn't tell its figures: " + e.why());
        }
    }

    private static String otherMalloc(Detection detection) {
        return "the program's malloc is that of " + detection.mallocName();
    }

    private static int arenas(Allocator allocator) throws AllocatorException {
        long most = allocator.find(Control.ARENAS_NARENAS).orElse(0L);
        int made = 0;
        for (int i = 0; i < most; i++) {
            made += allocator.find(Control.flag("arena." + i + ".initialized")).orElse(false) ? 1 : 0;
        }
        return made;
    }

    private static long leastLargeBytes(Allocator allocator) throws AllocatorException {
        Optional<Long> blocks = allocator.find(Control.size(ALL_ARENAS + "lextents.0.curlextents"));
        long size = allocator.find(LEAST_LARGE).orElse(0L);
        return blocks.isPresent() ? Math.min(Sums.MOST, blocks.get() * size) : Sums.MOST;
    }

    /**
     * What is known of memory that was looked at between these figures and later ones: the later ones, with as much as there
     * was at any time.
     */
    JemallocFigures until(JemallocFigures later) {
        if (later.memory == null || memory == null) {
            return later.memory == null ? this : later;
        }
        return new JemallocFigures(
                later.memory,
                Math.max(mostBytes, later.mostBytes),
                Math.max(spaceBytes, later.spaceBytes),
                later.dirtyBytes,
                later.muzzyBytes,
                later.cachedBytes,
                later.leastLargeBytes,
                later.arenas,
                later.serves,
                null);
    }

    private static JemallocFigures without(boolean serves, String why) {
        return new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, serves, why);
    }
}
