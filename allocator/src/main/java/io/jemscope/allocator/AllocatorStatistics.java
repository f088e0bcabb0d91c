package io.jemscope.allocator;

import java.util.ArrayList;
import java.util.List;

/**
 * The allocator's memory in total, by size class and by arena. All figures are of the same moment (one update of the epoch). The
 * controls are in jemalloc's manual, section MALLCTL NAMESPACE, {@code stats.arenas} and {@code arenas}.
 *
 * @param memory the totals
 * @param sizeClasses the size classes with at least one allocation so far, the smallest first
 * @param arenas the arenas in use, by number
 */
public record AllocatorStatistics(
        MemorySummary memory, List<SizeClassStatistics> sizeClasses, List<ArenaStatistics> arenas) {

    /** The index of the sum of all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final int ALL_ARENAS = 4096;

    /** Copies the lists. */
    public AllocatorStatistics {
        sizeClasses = List.copyOf(sizeClasses);
        arenas = List.copyOf(arenas);
    }

    /**
     * Reads the statistics.
     *
     * @throws AllocatorException if this build has none
     */
    public static AllocatorStatistics of(Allocator allocator) throws AllocatorException {
        MemorySummary memory = allocator.memory();
        return new AllocatorStatistics(memory, sizeClasses(allocator), arenas(allocator));
    }

    /** Fragmentation: active by allocated bytes, 1 or more, due to free space between live allocations; 0 if none is allocated. */
    public double fragmentationRatio() {
        return ratio(memory.activeBytes(), memory.allocatedBytes());
    }

    /** Resident by active bytes, 1 or more, due to freed pages that aren't purged, and metadata; 0 if none is active. */
    public double residentRatio() {
        return ratio(memory.residentBytes(), memory.activeBytes());
    }

    private static double ratio(long more, long less) {
        return less == 0 ? 0 : (double) more / less;
    }

    private static List<SizeClassStatistics> sizeClasses(Allocator allocator) throws AllocatorException {
        List<SizeClassStatistics> classes = new ArrayList<>();
        long bins = allocator.read(Control.unsigned("arenas.nbins"));
        for (int i = 0; i < bins; i++) {
            String bin = "stats.arenas." + ALL_ARENAS + ".bins." + i + ".";
            long allocations = allocator.read(Control.uint64(bin + "nmalloc"));
            if (allocations != 0) {
                long slabs = allocator.read(Control.size(bin + "curslabs"));
                classes.add(new SizeClassStatistics(
                        allocator.read(Control.size("arenas.bin." + i + ".size")),
                        true,
                        allocator.read(Control.size(bin + "curregs")),
                        allocations,
                        allocator.read(Control.uint64(bin + "ndalloc")),
                        slabs * allocator.read(Control.size("arenas.bin." + i + ".slab_size"))));
            }
        }
        long extents = allocator.read(Control.unsigned("arenas.nlextents"));
        for (int i = 0; i < extents; i++) {
            String extent = "stats.arenas." + ALL_ARENAS + ".lextents." + i + ".";
            long allocations = allocator.read(Control.uint64(extent + "nmalloc"));
            if (allocations != 0) {
                long size = allocator.read(Control.size("arenas.lextent." + i + ".size"));
                long count = allocator.read(Control.size(extent + "curlextents"));
                classes.add(new SizeClassStatistics(
                        size,
                        false,
                        count,
                        allocations,
                        allocator.read(Control.uint64(extent + "ndalloc")),
                        size * count));
            }
        }
        return classes;
    }

    private static List<ArenaStatistics> arenas(Allocator allocator) throws AllocatorException {
        List<ArenaStatistics> arenas = new ArrayList<>();
        long page = allocator.read(Control.size("arenas.page"));
        long count = allocator.read(Control.unsigned("arenas.narenas"));
        for (int i = 0; i < count; i++) {
            if (allocator.find(Control.flag("arena." + i + ".initialized")).orElse(true)) {
                arenas.add(arena(allocator, i, page));
            }
        }
        return arenas;
    }

    private static ArenaStatistics arena(Allocator allocator, int index, long page) throws AllocatorException {
        String arena = "stats.arenas." + index + ".";
        return new ArenaStatistics(
                index,
                allocator.read(Control.unsigned(arena + "nthreads")),
                allocator.read(Control.size(arena + "small.allocated")),
                allocator.read(Control.size(arena + "large.allocated")),
                page * allocator.read(Control.size(arena + "pactive")),
                page * allocator.read(Control.size(arena + "pdirty")),
                page * allocator.find(Control.size(arena + "pmuzzy")).orElse(0L),
                allocator.read(Control.size(arena + "resident")),
                allocator.read(Control.size(arena + "mapped")),
                allocator.find(Control.size(arena + "retained")).orElse(0L));
    }
}
